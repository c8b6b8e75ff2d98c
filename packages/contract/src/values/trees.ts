/** Order is the number in the database and in tiles: not_green 0, green 1, unsure 2. */
export const greenStates = ["not_green", "green", "unsure"] as const;
export type GreenState = (typeof greenStates)[number];

/** What an image shows at the place of one tree, from detection and from comparison with another date. */
export const treeHistoryStates = ["seen", "stands", "absent", "lost", "not_visible"] as const;
export type TreeHistoryState = (typeof treeHistoryStates)[number];
