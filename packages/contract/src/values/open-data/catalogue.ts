/** The one collection of the catalogue of images. */
export const imageCollection = "images";

/** Images of one answer of the catalogue; what asks for more gets so many. */
export const catalogueLimits = { default: 100, max: 1000 } as const;
