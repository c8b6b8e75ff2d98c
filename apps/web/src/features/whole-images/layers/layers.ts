/** Layers in which a fragment can be seen, in the order of keys 1 to 4. */
export const layers = ["original", "labelled", "segmentation", "both"] as const;
export type Layer = (typeof layers)[number];
