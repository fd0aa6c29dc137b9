#!/usr/bin/env python3
"""Pictures of joints with clearance for docs/pictures, through gnuplot: runs the studies and draws

    spatial_four_bar_joint.png   ideal, dry, lubricated: what Figs 5-8 of Flores & Lankarani 2009 show
    journal_orbits.png           journal ends in the clearance circle: Tian et al. 2010, Alshaer et al. 2005

usage: plot_joints.py GUDGEON SCRATCH_FOLDER [FOLDER_OF_PICTURES]"""
import os
import subprocess
import sys

SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
GUDGEON, SCRATCH = sys.argv[1:3]
PICTURES = sys.argv[3] if len(sys.argv) > 3 else os.path.join(SOURCE, "docs", "pictures")


def run(name, study, **sets):
    """Folder of the results; columns are then read by gnuplot by their names."""
    out = os.path.join(SCRATCH, name)
    command = [GUDGEON, "run", "--force", os.path.join(SOURCE, "studies", study), "--quiet", "--out", out]
    for key, value in sets.items():
        command += ["--set", "%s=%s" % (key, value)]
    subprocess.run(command, check=True)
    with open(out + "/probes.csv") as source, open(out + "/plain.csv", "w") as plain:  # names without units
        plain.write(",".join(name.split(" [")[0] for name in next(source).strip().split(",")) + "\n")
        plain.writelines(source)
    return out + "/plain.csv"


def gnuplot(name, size, lines):
    head = ["set terminal pngcairo size %s font 'sans,10'" % size, "set output '%s/%s.png'" % (PICTURES, name),
            "set datafile separator ','", "set key noenhanced", "set grid lc rgb '#dddddd'"]
    subprocess.run(["gnuplot"], input="\n".join(head + lines), text=True, check=True)


# --- the spatial four-bar -------------------------------------------------------------------------------------------------
four = {j: run("four_" + j, "flores2009/spatial_four_bar.yaml", joint=j, end="0.5 s", sample="2e-4 s", tolerance="1e-11")
        for j in ("ideal", "dry", "lubricated")}
COLOUR = {"ideal": "black", "dry": "#d95f02", "lubricated": "#1b62a5"}


def panel(title, value, more="", order=("dry", "ideal", "lubricated")):
    curves = ", ".join("'%s' using (column('t')):(%s) with lines lw %g lc rgb '%s' title '%s'" % (
        four[j], value, 0.6 if j == "dry" else 1.4, COLOUR[j], j) for j in order)
    return ["set title '%s'" % title, "set xlabel 't in s'", more, "plot " + curves]


gnuplot("spatial_four_bar_joint", "1000,700", ["set multiplot layout 2,2", "set xrange [0:0.5]", "set key left top"]
        + panel("velocity of the rocker centre along z, m/s", "column('rocker_vz')")
        + panel("acceleration of the rocker centre along z, m/s^2", "column('rocker_az')", "set yrange [-20:20]")
        + panel("force in the joint, N (dry impacts go beyond)", "column('joint_force')", "set yrange [0:20]")
        + panel("eccentricity / clearance", "column('ecc')/2e-4", "set yrange [0:1.15]", order=("dry", "lubricated")))

# --- orbits ---------------------------------------------------------------------------------------------------------------
PENDULUM, CRANK = "tian2010/double_pendulum.yaml", "tian2010/slider_crank.yaml"
tilted = run("tilted", PENDULUM, joint="lubricated", links="rigid", attachment="M", end="1 s", sample="5e-4 s", vtk=0)
dry = run("dry", PENDULUM, joint="dry", links="rigid", end="0.5 s", sample="5e-5 s", vtk=0)
stiff = run("stiff", CRANK, joint="lubricated", rod="rigid", end="0.12 s", settle="0.108 s", sample="2e-5 s", tolerance="1e-9")
soft = run("soft", CRANK, joint="lubricated", E="5e9", elements=8, end="0.12 s", settle="0.108 s", sample="2e-5 s")
films = {f: run("film_" + f, "alshaer2005/slider_crank.yaml", joint=f, settle=3, revolutions=1) for f in ("guembel", "pinkus", "full")}
severe = run("film_LB", "alshaer2005/slider_crank.yaml", oil="LB", settle=3, revolutions=1)


def orbit(title, curves):
    text = ["'%s' using (column('%s')/%g):(column('%s')/%g) with lines lw 1.3 lc rgb '%s' title '%s'" % (
        path, x, c, y, c, colour, name) for path, x, y, c, colour, name in curves]
    return ["set title '%s'" % title, "plot " + ", ".join(text)]


gnuplot("journal_orbits", "1000,1040", [
    "set multiplot layout 2,2", "set size ratio -1", "set xrange [-1.1:1.1]", "set yrange [-1.1:1.1]", "set key bottom right",
    "set object circle at first 0,0 size first 1 fillstyle empty border lc rgb 'black' lw 1.5"]
    + orbit("double pendulum, oil, pulled at end W: 1 s", [(tilted, "ecc_A_x", "ecc_A_z", 2e-4, "#1b62a5", "end A"),
                                                             (tilted, "ecc_W_x", "ecc_W_z", 2e-4, "#d95f02", "end W")])
    + orbit("double pendulum, dry: 0.5 s", [(dry, "ecc_A_x", "ecc_A_z", 2e-4, "#1b62a5", "journal")])
    + orbit("slider-crank of Tian et al., oil: tenth revolution", [(stiff, "ecc_x", "ecc_z", 2e-4, "#1b62a5", "rigid rod"),
                                                                   (soft, "ecc_x", "ecc_z", 2e-4, "#d95f02", "E = 5 GPa")])
    + orbit("long bearing of Alshaer et al.: fourth revolution",
            [(films[f], "ecc_x", "ecc_y", 2e-4, colour, f) for f, colour in (("guembel", "#1b62a5"), ("pinkus", "#1b9e77"), ("full", "#d95f02"))]
            + [(severe, "ecc_x", "ecc_y", 5e-4, "#7b3294", "oil LB")]))
