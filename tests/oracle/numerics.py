"""Small numerical tools shared by the oracles (python standard library only).

* Jet      second-order Taylor arithmetic: value, first and second derivative
           with respect to one variable, exact to rounding (no differences)
* gauss    Gauss-Legendre collocation of order 2s for y' = f(t, y)
* solve    dense linear equations with pivoting, also returns the least pivot
* keep_csv, read_csv  csv with a '#' provenance header
"""
import datetime
import math
import os
import sys


# --- vectors ---------------------------------------------------------------
def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1],
            a[2] * b[0] - a[0] * b[2],
            a[0] * b[1] - a[1] * b[0]]


def axpy(s, a, b):
    """s a + b"""
    return [s * x + y for x, y in zip(a, b)]


# --- exact derivatives -----------------------------------------------------
class Jet:
    """f, f', f'' of a function of one variable.  Jet(x, 1) is the variable."""

    def __init__(self, v, d=0.0, e=0.0):
        self.v, self.d, self.e = v, d, e

    def _chain(self, f, f1, f2):
        return Jet(f, f1 * self.d, f2 * self.d * self.d + f1 * self.e)

    def __add__(self, o):
        o = jet(o)
        return Jet(self.v + o.v, self.d + o.d, self.e + o.e)

    def __neg__(self):
        return Jet(-self.v, -self.d, -self.e)

    def __sub__(self, o):
        return self + (-jet(o))

    def __rsub__(self, o):
        return jet(o) - self

    def __mul__(self, o):
        o = jet(o)
        return Jet(self.v * o.v, self.d * o.v + self.v * o.d,
                   self.e * o.v + 2 * self.d * o.d + self.v * o.e)

    def __truediv__(self, o):
        o = jet(o)
        i = 1 / o.v
        return self * o._chain(i, -i * i, 2 * i ** 3)

    def __rtruediv__(self, o):
        return jet(o) / self

    __radd__, __rmul__ = __add__, __mul__

    def sqrt(self):
        s = math.sqrt(self.v)
        return self._chain(s, 0.5 / s, -0.25 / (s * self.v))

    def sin(self):
        s, c = math.sin(self.v), math.cos(self.v)
        return self._chain(s, c, -s)

    def cos(self):
        s, c = math.sin(self.v), math.cos(self.v)
        return self._chain(c, -s, -c)

    def acos(self):
        q = 1 - self.v * self.v
        return self._chain(math.acos(self.v), -q ** -0.5, -self.v * q ** -1.5)


def jet(x):
    return x if isinstance(x, Jet) else Jet(x)


def jet_atan2(y, x):
    """The angle of (x, y), with derivatives from (x y' - y x')/(x^2 + y^2)."""
    y, x = jet(y), jet(x)
    q = x.v * x.v + y.v * y.v
    d = (x.v * y.d - y.v * x.d) / q
    e = (x.v * y.e - y.v * x.e - 2 * d * (x.v * x.d + y.v * y.d)) / q
    return Jet(math.atan2(y.v, x.v), d, e)


# --- ordinary differential equations ----------------------------------------
def _legendre(n, x):
    p0, p1 = 1.0, x
    for k in range(2, n + 1):
        p0, p1 = p1, ((2 * k - 1) * x * p1 - (k - 1) * p0) / k
    return p1, n * (x * p1 - p0) / (x * x - 1)


def gauss_rule(n):
    """Nodes and weights of the n-point Gauss rule on [0, 1]."""
    nodes, weights = [], []
    for i in range(n):
        x = -math.cos(math.pi * (i + 0.75) / (n + 0.5))
        for _ in range(50):
            p, dp = _legendre(n, x)
            x -= p / dp
            if abs(p / dp) < 1e-16:
                break
        dp = _legendre(n, x)[1]
        nodes.append(0.5 * (1 + x))
        weights.append(1 / ((1 - x * x) * dp * dp))
    return nodes, weights


def _collocation(s):
    c, b = gauss_rule(s)

    def lagrange(j, x):
        p = 1.0
        for m in range(s):
            if m != j:
                p *= (x - c[m]) / (c[j] - c[m])
        return p
    a = [[ci * sum(b[q] * lagrange(j, ci * c[q]) for q in range(s))
          for j in range(s)] for ci in c]
    return c, b, a


def gauss(f, y0, times, substeps=1, s=8):
    """States at `times` (the first is the start) by Gauss collocation of order
    2s, `substeps` equal steps per interval, stages to rounding by fixed-point
    iteration, compensated summation.  Accuracy: compare two `substeps`."""
    c, b, a = _collocation(s)
    n = len(y0)
    y, low = list(y0), [0.0] * n
    out = [list(y)]
    for t0, t1 in zip(times, times[1:]):
        h = (t1 - t0) / substeps
        for step in range(substeps):
            t = t0 + step * h
            k = [f(t, y)] * s
            last = math.inf
            for it in range(200):
                new = [f(t + ci * h, [y[q] + h * sum(aj * kj[q] for aj, kj in zip(ai, k))
                                      for q in range(n)]) for ci, ai in zip(c, a)]
                size = max(1e-300, max(abs(x) for kj in new for x in kj))
                change = max(abs(x - z) for p, q in zip(new, k) for x, z in zip(p, q))
                k = new
                small = change < 1e-13 * size or h * change < 1e-15 * max(abs(x) for x in y)
                if change < 1e-15 * size or (it > 8 and small and change >= last):
                    break
                last = change
            else:
                raise ArithmeticError("stages do not converge: reduce the step")
            for q in range(n):
                inc = h * sum(bi * ki[q] for bi, ki in zip(b, k)) + low[q]
                z = y[q] + inc
                low[q] = inc - (z - y[q])
                y[q] = z
        out.append(list(y))
    return out


# --- linear equations --------------------------------------------------------
def solve(a, b):
    """x of a x = b and the smallest pivot (full pivoting, rows scaled by 1)."""
    n = len(b)
    m = [list(r) + [v] for r, v in zip(a, b)]
    col, least = list(range(n)), math.inf
    for k in range(n):
        i, j = max(((i, j) for i in range(k, n) for j in range(k, n)),
                   key=lambda ij: abs(m[ij[0]][ij[1]]))
        m[k], m[i] = m[i], m[k]
        for r in m:
            r[k], r[j] = r[j], r[k]
        col[k], col[j] = col[j], col[k]
        least = min(least, abs(m[k][k]))
        for r in m[k + 1:]:
            f = r[k] / m[k][k]
            if f:
                for q in range(k, n + 1):
                    r[q] -= f * m[k][q]
    y = [0.0] * n
    for k in reversed(range(n)):
        y[k] = (m[k][n] - dot(m[k][k + 1:n], y[k + 1:])) / m[k][k]
    x = [0.0] * n
    for k in range(n):
        x[col[k]] = y[k]
    return x, least


# --- files -------------------------------------------------------------------
def write_csv(path, notes, columns, rows, digits=12):
    """'#' lines (notes and date), the column names, then rows in %.12g."""
    with open(path, "w") as f:
        for line in notes + ["date: " + datetime.date.today().isoformat()]:
            f.write("# " + line + "\n")
        f.write(",".join(columns) + "\n")
        for r in rows:
            f.write(",".join("%.*g" % (digits, x + 0.0) for x in r) + "\n")


def read_csv(path):
    """Column names and rows of floats, '#' lines skipped."""
    with open(path) as f:
        lines = [x.strip() for x in f if x.strip() and not x.startswith("#")]
    return lines[0].split(","), [[float(x) for x in r.split(",")] for r in lines[1:]]


def keep_csv(name, notes, columns, rows):
    """Compare with the file beside the scripts; write it if asked by --write or missing."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), name)
    if "--write" in sys.argv or not os.path.exists(path):
        write_csv(path, notes, columns, rows)
        print("ok wrote", name)
        return
    names, old = read_csv(path)
    assert names == columns and len(old) == len(rows), name
    top = [max(abs(r[k]) for r in rows) or 1.0 for k in range(len(columns))]
    diff = max(abs(x - y) / s for p, q in zip(rows, old) for x, y, s in zip(p, q, top))
    assert diff < 1e-10, (name, diff)
    print("ok %s agrees: %.1e of each column's largest value" % (name, diff))


def _test():
    y = gauss(lambda t, y: [y[1], -y[0]], [1.0, 0.0], [0.5 * i for i in range(41)])
    print("ok gauss, oscillator to t = 20: %.1e" % abs(y[-1][0] - math.cos(20)))
    assert abs(y[-1][0] - math.cos(20)) < 1e-14
    x = Jet(0.7, 1.0)
    f = jet_atan2(x.sin() * x, (x * x + 1).sqrt()) / (x.cos() * 0.5).acos()

    def g(v):
        return math.atan2(math.sin(v) * v, math.sqrt(v * v + 1)) / math.acos(0.5 * math.cos(v))
    h = 1e-4
    e1 = abs(f.d - (g(0.7 + h) - g(0.7 - h)) / (2 * h))
    e2 = abs(f.e - (g(0.7 + h) - 2 * g(0.7) + g(0.7 - h)) / h ** 2)
    print("ok jets against differences: %.1e %.1e" % (e1, e2))
    assert abs(f.v - g(0.7)) < 1e-15 and e1 < 1e-7 and e2 < 1e-6


if __name__ == "__main__":
    _test()
