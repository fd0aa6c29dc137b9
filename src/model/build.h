/* What the files that build a model share. */
#ifndef GUD_BUILD_H
#define GUD_BUILD_H

#include "model/model.h"

/* Room that an array of `num` entries has where it grows by gud_grow. */
size_t gud_room_for(int num);
/* Parameters of a type, copied into the arena. */
void *gud_model_copy_params(GudModel *m, const void *params, size_t size);
/* Doubles of constant data of an element. */
int gud_model_data_size(const GudElementType *type, const void *params);
/* Does the type exist in this space? Else the reason in why[200]. */
int gud_model_exists_here(const GudModel *m, const GudTypeInfo *info, char *why);
/* Marker vectors of the body's origin and axes, once it has its elements. */
void gud_model_body_frame(GudModel *m, int body);

#endif
