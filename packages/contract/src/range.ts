import { z } from "./z.ts";

/** An estimate with the range that holds the truth in about nine cases of ten (decision 35). */
export const rangeSchema = z.object({ value: z.number(), low: z.number(), high: z.number() });
export type EstimatedRange = z.output<typeof rangeSchema>;
