#!/usr/bin/env python3
# label: long
# timeout: 2400
"""The whole machine: elastic rod, elastic slider with a bore, clearance in guide and pin, 5000 rpm. What must hold whatever
the impacts do: the energy balance, the slider between its guides, the pin in its bore, the way of the ideal mechanism."""
import math
from common import Report, log_number, simulate, study

rep = Report("machine")
text = study("machine.yaml")
W, R, L = 5000 * math.pi / 30, 0.05, 0.12
for pin in ("dry", "ideal"):
    r = simulate(text, "machine_" + pin, {"pin": pin, "revolutions": "0.5", "vtk": "0 s"})
    rep.below(pin + " pin: energy balance, of the energy exchanged", "0", log_number(r, "J (", " of it)"), 1e-4)
    rep.below(pin + " pin: slider off the middle of its guide (m)", "0.1 mm and the give of the contact",
              max(map(abs, r["slider_y"])), 1.6e-4)
    rep.within(pin + " pin: it uses the whole play (m)", "0.1 mm", max(map(abs, r["slider_y"])), 1e-4, 1.6e-4)
    ecc = max(math.hypot(x, y) for x, y in zip(r["pin_ecc_x"], r["pin_ecc_y"]))
    rep.within(pin + " pin: largest eccentricity (m)", "0.2 mm and the give of the contact" if pin == "dry" else "0", ecc,
               2e-4 if pin == "dry" else 0, 2.4e-4 if pin == "dry" else 1e-9)
    off = max(abs(x - R * math.cos(W * t) - math.sqrt(L * L - (R * math.sin(W * t)) ** 2)) for t, x in zip(r.t, r["slider_x"]))
    rep.below(pin + " pin: way of the slider off the ideal one (m)", "play of the pin and give of rod and slider", off, 4e-4)
    rep.true(pin + " pin: both are stressed", max(r["von_mises_max"]) > 1e6, "above 1 MPa", max(r["von_mises_max"]))
rep.done()
