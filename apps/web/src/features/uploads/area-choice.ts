import type { processCreateSchema } from "@nihol/contract/imagery";
import type { z } from "@nihol/contract/z";

export type Area = z.input<typeof processCreateSchema>["area"];
/** The kinds of place that a process may be limited to. */
export const areaKinds = ["garden", "district", "region"] as const;
export type AreaKind = (typeof areaKinds)[number];
/** What is chosen so far: a kind may stand without its place. */
export type AreaChoice = { kind: "image" | AreaKind; place: number | null };

/** The contract's value; undefined while the place is missing. */
export function areaOf({ kind, place }: AreaChoice): Area | undefined {
  if (kind === "image") return null;
  return place === null ? undefined : ({ [kind]: place } as Area);
}
