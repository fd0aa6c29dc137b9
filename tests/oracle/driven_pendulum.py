"""The driven pendulum by itself: Runge-Kutta of order four with its variational equation (standard library only).

theta'' + theta'/q + sin(theta) = g cos(W t);  disturbances d: d'' + d'/q + cos(theta) d = 0
"""
import math


def growth(g, q=2.0, W=2.0 / 3.0, transient=60, periods=200, steps=200, start=0.2):
    """[(theta, theta')] at the end of each period after the transient, and ln of the growth of a disturbance over each."""
    h = 2 * math.pi / W / steps
    x = [start, 0.0, 1.0, 0.5]

    def rate(t, x):
        return (x[1], -x[1] / q - math.sin(x[0]) + g * math.cos(W * t), x[3], -x[3] / q - math.cos(x[0]) * x[2])

    points, grown = [], []
    for k in range(transient + periods):
        for i in range(steps):
            t = (k * steps + i) * h
            a = rate(t, x)
            b = rate(t + h / 2, [u + h / 2 * v for u, v in zip(x, a)])
            c = rate(t + h / 2, [u + h / 2 * v for u, v in zip(x, b)])
            d = rate(t + h, [u + h * v for u, v in zip(x, c)])
            x = [u + h / 6 * (p + 2 * r + 2 * s + w) for u, p, r, s, w in zip(x, a, b, c, d)]
        size = math.hypot(x[2], x[3])
        x[2], x[3] = x[2] / size, x[3] / size
        if k >= transient:
            points.append((x[0], x[1]))
            grown.append(math.log(size))
    return points, grown


def mean_growth(g, **words):
    grown = growth(g, **words)[1]
    grown = grown[len(grown) // 10:]
    return sum(grown) / len(grown)
