// Square plate with a hole in the middle, four structured blocks; lengths in mm (mesh: {type: file, unit: 1 mm}).
//   gmsh -2 plate_with_hole.geo -order 1 -format msh41 -o plate_with_hole_1.msh
//   gmsh -2 plate_with_hole.geo -order 2 -format msh22 -o plate_with_hole_2.msh
// What Gmsh makes by default, triangles: the same without the lines Transfinite Surface and Recombine Surface (Gmsh 4.8.4),
//   gmsh -2 FILE.geo -order 1 | 2 -format msh41 -o plate_with_hole_tri_1.msh | plate_with_hole_tri_2.msh
a = 50; // half edge
r = 10; // radius
n = 4;  // cells on a quarter
m = 4;  // cells from the hole to the edge
For k In {0:3}
  t = Pi/4 + k*Pi/2;
  Point(1 + k) = {r*Cos(t), r*Sin(t), 0};
  Point(5 + k) = {a*Sqrt(2)*Cos(t), a*Sqrt(2)*Sin(t), 0};
EndFor
Point(9) = {0, 0, 0};
For k In {0:3}
  l = (k + 1) % 4;
  Circle(1 + k) = {1 + k, 9, 1 + l};
  Line(5 + k)   = {5 + k, 5 + l};
  Line(9 + k)   = {1 + k, 5 + k};
EndFor
For k In {0:3}
  l = (k + 1) % 4;
  Curve Loop(1 + k)    = {9 + k, 5 + k, -(9 + l), -(1 + k)};
  Plane Surface(1 + k) = {1 + k};
EndFor
Transfinite Curve{1:8}  = n + 1;
Transfinite Curve{9:12} = m + 1 Using Progression 1.3;
Transfinite Surface{1:4};
Recombine Surface{1:4};
Physical Surface("plate") = {1:4};
Physical Curve("hole")    = {1:4};
Physical Curve("top")     = {5};
Physical Curve("left")    = {6};
Physical Curve("bottom")  = {7};
Physical Curve("right")   = {8};
Physical Point("corner")  = {5}; // upper right
