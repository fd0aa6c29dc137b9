"""Checks planar.py against every ideal value of theory/planar_revolute.md, and
against principles that its formulas do not use.  python3 test_planar.py"""
import math

from planar import (FOUR_BAR, FOUR_BAR_SPEED, SLIDER_CRANK, SLIDER_CRANK_SPEED,
                    extreme, four_bar, slider_crank)

PI = math.pi


def same(what, got, printed):
    """`printed` is a string: agreement to half a unit of its last digit."""
    decimals = len(printed.split(".")[1]) if "." in printed else 0
    err = abs(got - float(printed))
    assert err <= 0.500001 * 10.0 ** -decimals, (what, got, printed)
    return err


def table(title, rows):
    worst = 0.0
    for what, got, printed in rows:
        worst = max(worst, same(what, got, printed) / max(1e-300, abs(float(printed))))
    print("ok %s: %d printed values, largest relative difference %.1e"
          % (title, len(rows), worst))


def four_bar_printed():
    def f(key):
        return lambda q: four_bar(q)[key]
    amax, amin = [extreme(f("follower_acceleration"), 0, 2 * PI, s) for s in (1, -1)]
    mmax, mmin = [extreme(f("crank_moment"), 0, 2 * PI, s) for s in (1, -1)]
    wmax, wmin = [extreme(f("follower_speed"), 0, 2 * PI, s) for s in (1, -1)]
    fmax, fmin = [extreme(f("joint_force"), 0, 2 * PI, s) for s in (1, -1)]
    a, b = four_bar(0.0), four_bar(PI / 2)
    table("four-bar", [
        ("phi3(0)", a["coupler_angle"], "-0.893198847"),
        ("phi4(0)", a["follower_angle"], "-0.4559887133"),
        ("alpha4 max", amax[1], "22766.1375966"), ("at", amax[0], "5.56028"),
        # the theory file prints 0.149117 here; the place is 0.1491164942
        ("alpha4 min", amin[1], "-22816.0482724"), ("at", amin[0], "0.149116"),
        ("M max", mmax[1], "14716.4687991"), ("at", mmax[0], "5.66404"),
        ("M min", mmin[1], "-14374.4537410"), ("at", mmin[0], "0.117346"),
        ("w4 min", wmin[1], "105.8511196"), ("w4 max", wmax[1], "266.8030327"),
        # the theory file prints 65610.291: the largest of 10000 (or 20000) equidistant
        # angles, 65610.29064; the true maximum is 65610.29346 at 0.0916508
        ("F min", fmin[1], "6051.405"), ("F max", fmax[1], "65610.293"),
        ("phi3(90)", b["coupler_angle"], "0.1845801855"),
        ("phi4(90)", b["follower_angle"], "1.339202277"),
        ("w3(90)", b["coupler_speed"], "60.64477723"),
        ("w4(90)", b["follower_speed"], "146.8014044"),
        ("al3(90)", b["coupler_acceleration"], "333.7613231"),
        ("al4(90)", b["follower_acceleration"], "-2947.126774"),
        ("Fx(90)", b["force_x"], "4201.699411"), ("Fy(90)", b["force_y"], "10732.0273"),
        ("M(90)", b["crank_moment"], "-1292.963152")])


def slider_crank_printed():
    def f(key):
        return lambda q: slider_crank(q)[key]
    mp = extreme(lambda q: abs(slider_crank(q)["crank_moment"]), 0, PI)
    mn = extreme(lambda q: abs(slider_crank(q)["crank_moment"]), -PI, 0)
    amin, amax = [extreme(f("slider_a"), -1, 2 * PI - 1, s) for s in (-1, 1)]
    vmax = extreme(lambda q: abs(slider_crank(q)["slider_v"]), 0, PI)
    fmax, fmin = [extreme(f("joint_force"), -1, 2 * PI - 1, s) for s in (1, -1)]
    a, b = slider_crank(0.0), slider_crank(-PI / 2)
    table("slider-crank", [
        ("x(0)", a["slider_x"], "0.17"),
        ("M max", mp[1], "138.521666439"), ("at", mp[0], "0.610406"),
        ("M max", mn[1], "138.521666439"), ("at", mn[0], "-0.610406"),
        ("a min", amin[1], "-19419.3605114"), ("a max", amax[1], "9695.8557191"),
        ("v max", vmax[1], "28.4113304353"),
        ("F min", fmin[1], "434.399"), ("F max", fmax[1], "2718.710"),
        ("x(-90)", b["slider_x"], "0.1090871211"), ("v(-90)", b["slider_v"], "-26.17993878"),
        ("a(-90)", b["slider_a"], "6282.952445"), ("Fx(-90)", b["force_x"], "879.6133423"),
        ("Fy(-90)", b["force_y"], "122.6789062"), ("M(-90)", b["crank_moment"], "76.96616745")])


def power():
    """M w2 = d(kinetic energy)/dt, differenced to sixth order: a principle that the
    moment equations do not use; also speed = d(angle)/dt, for changed data."""
    def energy4(q, w, p):
        s = four_bar(q, w, **p)
        p = dict(FOUR_BAR, **p)
        k3, k4 = p["coupler_com"] * p["coupler"], p["follower_com"] * p["follower"]
        vx = -p["crank"] * w * math.sin(q) - k3 * s["coupler_speed"] * math.sin(s["coupler_angle"])
        vy = p["crank"] * w * math.cos(q) + k3 * s["coupler_speed"] * math.cos(s["coupler_angle"])
        return 0.5 * (p["coupler_mass"] * (vx * vx + vy * vy)
                      + p["coupler_inertia"] * s["coupler_speed"] ** 2
                      + (p["follower_inertia"] + p["follower_mass"] * k4 ** 2) * s["follower_speed"] ** 2)

    def energy_sc(q, w, p):
        s = slider_crank(q, w, **p)
        p = dict(SLIDER_CRANK, **p)
        k = p["rod_com"] * p["rod"]
        vx = -p["crank"] * w * math.sin(q) - k * s["rod_speed"] * math.sin(s["rod_angle"])
        vy = p["crank"] * w * math.cos(q) + k * s["rod_speed"] * math.cos(s["rod_angle"])
        return 0.5 * (p["rod_mass"] * (vx * vx + vy * vy) + p["rod_inertia"] * s["rod_speed"] ** 2
                      + p["slider_mass"] * s["slider_v"] ** 2)

    def rate(fun, q):
        h = 4e-3
        return sum(c * (fun(q + k * h) - fun(q - k * h))
                   for k, c in ((1, 45), (2, -9), (3, 1))) / (60 * h)

    cases = [(four_bar, energy4, "four-bar", w, p) for w, p in (
        (FOUR_BAR_SPEED, {}), (-20.0, dict(branch=1)),
        (7.0, dict(crank=0.45, coupler_mass=0.5, follower_inertia=0.2, coupler_com=0.3)),
        (-11.0, dict(ground=0.5, crank=0.1, coupler=0.4, follower=0.35, follower_com=0.7)))]
    cases += [(slider_crank, energy_sc, "slider-crank", w, p) for w, p in (
        (SLIDER_CRANK_SPEED, {}), (30.0, dict(crank=0.06, rod=0.2, rod_com=0.4, slider_mass=1.0)))]
    pairs = {"four-bar": (("coupler_angle", "coupler_speed"), ("follower_angle", "follower_speed"),
                          ("coupler_speed", "coupler_acceleration"),
                          ("follower_speed", "follower_acceleration")),
             "slider-crank": (("rod_angle", "rod_speed"), ("rod_speed", "rod_acceleration"),
                              ("slider_x", "slider_v"), ("slider_v", "slider_a"))}
    for mech, energy, name, w, p in cases:
        angles = [0.05 + 0.31 * k for k in range(-21, 41)]
        top = max(abs(mech(q, w, **p)["crank_moment"]) for q in angles)
        worst = max(abs(rate(lambda x: energy(x, w, p), q) - mech(q, w, **p)["crank_moment"])
                    for q in angles) / top
        diff = 0.0
        for low, high in pairs[name]:
            scale = max(abs(mech(q, w, **p)[high]) for q in angles)
            diff = max(diff, max(abs(w * rate(lambda x: mech(x, w, **p)[low], q)
                                     - mech(q, w, **p)[high]) for q in angles) / scale)
        assert worst < 1e-8 and diff < 1e-8, (name, p, worst, diff)
        print("ok %s, speed %.6g, %s: power %.1e, derivatives %.1e (differences)"
              % (name, w, p or "Flores 2007", worst, diff))


def main():
    four_bar_printed()
    slider_crank_printed()
    power()


if __name__ == "__main__":
    main()
