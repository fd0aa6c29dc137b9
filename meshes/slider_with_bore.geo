// Slider of a slider-crank: a block with a bore for the gudgeon pin and, as a second body, the pin; unstructured; lengths in m.
//   gmsh -2 slider_with_bore.geo -order 1 -format msh22 -o slider_with_bore_1.msh
//   gmsh -2 slider_with_bore.geo -order 2 -format msh41 -setnumber Mesh.SecondOrderIncomplete 1 -o slider_with_bore_2.msh
// What Gmsh makes by default, triangles: the same without the line Mesh.RecombineAll (Gmsh 4.8.4),
//   gmsh -2 FILE.geo -order 1 | 2 -format msh41 -o slider_with_bore_tri_1.msh | slider_with_bore_tri_2.msh
L = 0.06;  // length
H = 0.04;  // height
R = 0.010; // radius of the bore
r = 0.009; // radius of the pin
h = 0.008; // size of cells
Mesh.RecombineAll = 1;
Point(1) = {-L/2, -H/2, 0, h};
Point(2) = { L/2, -H/2, 0, h};
Point(3) = { L/2,  H/2, 0, h};
Point(4) = {-L/2,  H/2, 0, h};
Point(5) = {0, 0, 0, h};
For k In {0:3}
  Point(6 + k)  = {R*Cos(k*Pi/2), R*Sin(k*Pi/2), 0, h/2};
  Point(10 + k) = {r*Cos(k*Pi/2), r*Sin(k*Pi/2), 0, h/2};
EndFor
Line(1) = {1, 2};
Line(2) = {2, 3};
Line(3) = {3, 4};
Line(4) = {4, 1};
For k In {0:3}
  l = (k + 1) % 4;
  Circle(5 + k) = {6 + k, 5, 6 + l};
  Circle(9 + k) = {10 + k, 5, 10 + l};
EndFor
Curve Loop(1) = {1:4};
Curve Loop(2) = {5:8};
Curve Loop(3) = {9:12};
Plane Surface(1) = {1, 2};
Plane Surface(2) = {3};
Physical Surface("slider") = {1};
Physical Surface("pin")    = {2};
Physical Curve("bottom")   = {1};
Physical Curve("right")    = {2};
Physical Curve("top")      = {3};
Physical Curve("left")     = {4};
Physical Curve("bore")     = {5:8};
Physical Curve("journal")  = {9:12};
Physical Point("foot")     = {1}; // lower left corner
