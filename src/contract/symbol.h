/* How a joint or a force is drawn: its symbol in frames, pictures and the report (output/symbols.c). */
#ifndef GUD_SYMBOL_H
#define GUD_SYMBOL_H

typedef enum {
  GUD_SYMBOL_NONE,
  GUD_SYMBOL_PIN,    /* pin in eyes, about the axis of the joint */
  GUD_SYMBOL_BALL,   /* ball in a socket */
  GUD_SYMBOL_SLIDE,  /* rail along the axis */
  GUD_SYMBOL_ROD,    /* rod between the two points */
  GUD_SYMBOL_TURN,   /* round arrow: an angle is driven */
  GUD_SYMBOL_PUSH,   /* straight arrow along the axis: a displacement is driven */
  GUD_SYMBOL_SPRING, /* coil between the two points */
  GUD_SYMBOL_DAMPER,
  GUD_SYMBOL_STRUT, /* coil and damper */
  GUD_SYMBOL_ARROW, /* a load, along its force */
  GUD_SYMBOL_TWIST, /* round arrow about the moment of a load */
  GUD_SYMBOL_BUSH,  /* pin in an elastic ring */
  GUD_SYMBOL_GUIDE  /* surfaces, by `curve` of the force */
} GudSymbolKind;

typedef struct {
  GudSymbolKind kind;
  double        journal, bearing, length; /* PIN and BALL with clearance: radii and length; 0: not known */
} GudSymbol;

enum { GUD_MAX_CURVE = 80 };

#endif
