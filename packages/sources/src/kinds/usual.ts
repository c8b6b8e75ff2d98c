/** Values that are used where a record names none. */

/** Ground metres of a map server's pixel: fine enough for crowns. */
export const usualGsdM = 0.3;
/** The level of a tile server: about 0.5 m at 40°. */
export const usualZoom = 18;
