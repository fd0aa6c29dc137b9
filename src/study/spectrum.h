/* Amplitudes of a sampled signal. */
#ifndef GUD_SPECTRUM_H
#define GUD_SPECTRUM_H

/* The samples y(t), t growing, from t = begin on are read at n equal steps (linear between samples), their mean is removed, Hann's
   window w_k = (1 - cos(2 pi k/n))/2 is laid over: amplitude[m] = 2 |X_m|/sum(w) at frequency[m] = m/(n dt), m = 0 ... n/2 - 1. A
   sine of amplitude a whose frequency is one of these shows a. n = num, at most `most`. Returns n/2; 0: too few samples.
   The results may take the place of the samples. */
int gud_spectrum(int num, const double *t, const double *y, double begin, int most, double *frequency,
                 double *amplitude);

#endif
