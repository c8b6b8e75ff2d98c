/** From here on a garden is told by its outline; farther away by a dot, or a plate of several. */
export const outlineZoom = 11;

/** From here on a garden's name stands at its middle with its figures; farther away beside its dot or plate. */
export const figureZoom = 9;
