/* Rough surfaces in an oil film: asperity.h. */
#include "asperity.h"

/* F_5/2 and F_3/2 at u = -8 ... 10 in steps of 1/4: Gamma(n + 1)/sqrt(2 pi) exp(-u^2/4) D_-n-1(u), parabolic cylinder functions with 40
   digits (mpmath). t407 compares with quadrature. */
static const double table[][2] = {
  {1.8631740561082001e+2, 2.2760397260058124e+1},   {1.7242121250497781e+2, 2.1710222178741099e+1},
  {1.5917609706267446e+2, 2.0676995530081832e+1},   {1.4657137725501932e+2, 1.9661005418239902e+1},
  {1.3459618620227084e+2, 1.8662555493866714e+1},   {1.2323946200247595e+2, 1.7681966442026058e+1},
  {1.1248993656534661e+2, 1.6719577683848464e+1},   {1.0233612330494424e+2, 1.5775749334670881e+1},
  {9.2766303514607792e+1, 1.4850864472910895e+1},   {8.376851120902996e+1, 1.3945331789549291e+1},
  {7.5330516168307197e+1, 1.3059588709844941e+1},   {6.7439804852394236e+1, 1.2194105110059078e+1},
  {6.0083558764240675e+1, 1.1349387798006594e+1},   {5.324862971405236e+1, 1.0525985996311396e+1},
  {4.692151125637657e+1, 9.7244981758376695},       {4.1088305305808436e+1, 8.9455807545478651},
  {3.5734682541797038e+1, 8.1899594267893631},      {3.0845834632899245e+1, 7.4584442282319181},
  {2.6406415499297089e+1, 6.7519498264350119},      {2.2400467806577085e+1, 6.0715227837750033},
  {1.8811329832415762e+1, 5.4183772765116954},      {1.5621517290063831e+1, 4.7939393047929754},
  {1.2812575630310186e+1, 4.199895952398184},       {1.0364902264465949e+1, 3.6382401364679409},
  {8.2575466685842688, 3.1112928856875989},         {6.4680102968921323, 2.6216767017160218},
  {4.9720864302716063, 2.1722094005070636},         {3.7437980534314752, 1.7656936537820231},
  {2.7555018673794269, 1.4045974704739524},         {1.9782196558043584, 1.0906541678945677},
  {1.3822283903477832, 8.2444842018571123e-1},      {9.3788920415990929e-1, 6.0508267998361654e-1},
  {6.1663421899684391e-1, 4.3001999366225977e-1},   {3.9197845861831447e-1, 2.9516724046157016e-1},
  {2.4040157067407211e-1, 1.9520360374379063e-1},   {1.4196211399619888e-1, 1.2409268046780335e-1},
  {8.0562335570811469e-2, 7.5668177390975071e-2},   {4.3856131178713908e-2, 4.4170735496362812e-2},
  {2.286305602081809e-2, 2.4639480307483736e-2},    {1.1396323941100698e-2, 1.3112911644412651e-2},
  {5.4237051974844139e-3, 6.6481776235870931e-3},   {2.4612413749075219e-3, 3.2068043757752977e-3},
  {1.0636889501332787e-3, 1.4699382395379915e-3},   {4.3731999616874308e-4, 6.3962764959755172e-4},
  {1.7087299621442437e-4, 2.6396755426946728e-4},   {6.3393096020769677e-5, 1.0323011667738048e-4},
  {2.2312407198234689e-5, 3.8227077760961096e-5},   {7.4449462465156859e-6, 1.33953893556217e-5},
  {2.3533810525876061e-6, 4.4391559585392519e-6},   {7.0432093681191221e-7, 1.3905112557080341e-6},
  {1.9945883878692032e-7, 4.1149986385075115e-7},   {5.3421874429266589e-8, 1.1500031647973259e-7},
  {1.3525920022914967e-8, 3.0338505618784849e-8},   {3.2360332105615302e-9, 7.5527174888297224e-9},
  {7.3129108734594634e-10, 1.773735478316126e-9},   {1.5604358106203941e-10, 3.9284984131662069e-10},
  {3.1429685319198841e-11, 8.2035805898151654e-11}, {5.9737157317261893e-12, 1.6147923056562598e-11},
  {1.0711293672244873e-12, 2.9955222865024443e-12}, {1.8114407894703701e-13, 5.235829779358273e-13},
  {2.8886291670169891e-14, 8.6213889707232512e-14}, {4.3426341721418516e-15, 1.3371369766346583e-14},
  {6.1535242791109926e-16, 1.9530597028596134e-15}, {8.2172332156089217e-17, 2.6861816618121841e-16},
  {1.0339176028096327e-17, 3.4783997922186912e-17}, {1.2255689230060709e-18, 4.2402959010466175e-18},
  {1.3684178061818901e-19, 4.8656128475380966e-19}, {1.4390335135834652e-20, 5.2548379731647825e-20},
  {1.4250836572361858e-21, 5.3409728284091764e-21}, {1.3288524751215324e-22, 5.1083709994058629e-22},
  {1.1666301161044258e-23, 4.5973749313886796e-23}, {9.6419686288799228e-25, 3.8928678992766996e-24},
  {7.5012440039247267e-26, 3.1012065086731691e-25},
};

enum { PER_UNIT = 4, TERMS = 20 };

#define GUD_PATTERN(word, C, r, least, A1, a1, a2, a3, A2) {C, r, least, A1, a1, a2, a3, A2},
static const struct {
  double C, r, least, A1, a1, a2, a3, A2;
} patterns[] = {
#include "patterns.def"
};
#undef GUD_PATTERN
enum { NUM_PATTERNS = sizeof patterns / sizeof patterns[0], ISOTROPIC = NUM_PATTERNS / 2 };

int gud_rough_isotropic(void)
{
  return ISOTROPIC;
}

double gud_asperity_factor(double number, double slope)
{
  return 4.7390751340355907 * number * number * sqrt(slope); /* 16 sqrt(2) pi/15 */
}

/* (A1): Taylor's series about the nearest place of the table; the ratio of its terms is below 10/8 t/k. */
GudScalar gud_asperity_load(GudScalar u, GudScalar *slope)
{
  const double n = 2.5;
  if (slope) *slope = 0;
  if (gud_re(u) > GUD_ASPERITY_MOST) return 0;
  int       k  = (int)lround((gud_re(u) - GUD_ASPERITY_LEAST) * PER_UNIT);
  double    u0 = GUD_ASPERITY_LEAST + (double)k / PER_UNIT, c[TERMS] = {table[k][0], -n * table[k][1]};
  GudScalar t = u - u0, y = 0, y1 = 0;
  for (int i = 0; i + 2 < TERMS; i++)
    c[i + 2] = ((n - i) * c[i] - u0 * (i + 1) * c[i + 1]) / ((i + 2) * (i + 1));
  for (int i = TERMS - 1; i >= 0; i--) y1 = y1 * t + y, y = y * t + c[i];
  if (slope) *slope = y1;
  return y;
}

/* Complementary error function. In complex numbers to first order in the imaginary part: for complex steps, which are far below round-off. */
static GudScalar complement(GudScalar z)
{
  double x = gud_re(z);
  return erfc(x) - 1.1283791670955125739 * exp(-x * x) * (z - x);
}

/* Where phi(u) and 1 - Phi(u) are below 1e-23: mean and distance of the mean planes are the same. */
enum { APART = 10 };

GudByGap gud_rough_mean(double sigma, GudScalar h)
{
  if (gud_re(h) >= APART * sigma) return (GudByGap){h, 1, 0, 0};
  GudScalar u = h / sigma, density = gud_exp(-0.5 * u * u) * 0.39894228040143267794;
  GudScalar below = 0.5 * complement(-u * 0.70710678118654752440); /* Phi(u) */
  return (GudByGap){h * below + sigma * density, below, density / sigma, -u * density / (sigma * sigma)};
}

GudByGap gud_flow_factor(int pattern, GudScalar H)
{
  double least = patterns[pattern].least, C = patterns[pattern].C, r = patterns[pattern].r;
  int    held = gud_re(H) < least;
  if (held) H = least;
  GudScalar part = C * (pattern <= ISOTROPIC ? -gud_exp(-r * H) : gud_pow(H, -r));
  GudScalar rate = pattern <= ISOTROPIC ? -r * part : -r * part / H;
  return (GudByGap){.v = 1 + part, .d1 = held ? 0 : rate};
}

GudByGap gud_shear_factor(int pattern, GudScalar H)
{
  double A1 = patterns[pattern].A1, a1 = patterns[pattern].a1, a2 = patterns[pattern].a2,
         a3 = patterns[pattern].a3;
  if (!(gud_re(H) > 0)) return (GudByGap){0};
  if (gud_re(H) > 5) {
    GudScalar far = patterns[pattern].A2 * gud_exp(-0.25 * H);
    return (GudByGap){.v = far, .d1 = -0.25 * far};
  }
  GudScalar v = A1 * gud_pow(H, a1) * gud_exp(-a2 * H + a3 * H * H);
  return (GudByGap){.v = v, .d1 = v * (a1 / H - a2 + 2 * a3 * H)};
}

GudByGap gud_rough_conductance(const GudRough *rough, double sigma, int along, GudScalar h)
{
  if (!(sigma > 0)) return (GudByGap){.v = h * h * h, .d1 = 3 * h * h};
  GudScalar H = h / sigma, g = h, g1 = 1;
  GudByGap  phi = gud_flow_factor(along ? NUM_PATTERNS - 1 - rough->pattern : rough->pattern, H);
  if (gud_re(H) < 0.5) g = 0.5 * sigma * gud_exp(2 * H - 1), g1 = 2 * g / sigma;
  return (GudByGap){.v = phi.v * g * g * g, .d1 = 3 * phi.v * g * g * g1 + phi.d1 / sigma * g * g * g};
}

GudByGap gud_rough_carried(const GudRough *rough, double sigma, GudScalar h)
{
  GudByGap mean = gud_rough_mean(sigma, h);
  double   more = 2 * rough->share - 1;
  if (!(sigma > 0) || more == 0) return mean;
  GudByGap s = gud_shear_factor(rough->pattern, h / sigma);
  return (GudByGap){.v = mean.v + sigma * more * s.v, .d1 = mean.d1 + more * s.d1};
}
