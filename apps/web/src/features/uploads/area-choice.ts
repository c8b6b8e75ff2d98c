import type { processCreateSchema } from "@nihol/contract/imagery/processes";
import type { MultiPolygon } from "@nihol/contract/values/geometry";
import type { z } from "@nihol/contract/z";

export type Area = z.input<typeof processCreateSchema>["area"];
/** The kinds of place that a process may be limited to. */
export const areaKinds = ["garden", "district", "region"] as const;
type AreaKind = (typeof areaKinds)[number];
/** Choice so far: a kind may stand without its place or its outline. */
export type AreaChoice =
  | { kind: "image" }
  | { kind: AreaKind; place: number | null }
  | { kind: "boundary"; boundary: MultiPolygon | null };

/** A kind without what belongs to it. */
export function emptyChoice(kind: AreaChoice["kind"]): AreaChoice {
  if (kind === "image") return { kind };
  return kind === "boundary" ? { kind, boundary: null } : { kind, place: null };
}

/** Starts the choice with the garden that the person comes from; without one with `otherwise`. */
export const choiceOf = (garden: number | null, otherwise: AreaChoice["kind"]): AreaChoice =>
  garden === null ? emptyChoice(otherwise) : { kind: "garden", place: garden };

/** The contract's value; undefined while the place or the outline is missing. */
export function areaOf(choice: AreaChoice): Area | undefined {
  if (choice.kind === "image") return null;
  if (choice.kind === "boundary")
    return choice.boundary ? { boundary: choice.boundary } : undefined;
  return choice.place === null ? undefined : ({ [choice.kind]: choice.place } as Area);
}
