/** From here on a garden is told by its outline; farther away by a dot, or a plate of several. */
export const outlineZoom = 11;
