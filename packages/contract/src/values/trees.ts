/** Order is the number in the database and in tiles: not_green 0, green 1, unsure 2. */
export const greenStates = ["not_green", "green", "unsure"] as const;
export type GreenState = (typeof greenStates)[number];
