/** What a photo of a person, garden or planting may be, as its content says. */
export const photoKinds = ["JPEG", "PNG", "WebP"] as const;

/**
 * The endings that are offered. HEIC is not among them: the picture library of the server has no decoder for it, and
 * a phone that is asked for JPEG converts by itself.
 */
export const photoEndings = [".jpg", ".jpeg", ".png", ".webp"] as const;
