/** Trees planted, lost and living of each garden: by the queries and figures of reports, garden by garden. */

import type { Garden } from "@nihol/contract/gardens";
import type { TreeFilter } from "@nihol/contract/statistics";
import type { Db } from "@nihol/db/connection";
import type { Actor } from "../../http/actor.ts";
import { may } from "../../policies/rights.ts";
import { changeFigures } from "../../shared/imagery/change-figures.ts";
import { sumChanged } from "../../shared/imagery/changed-sums.ts";
import { survivalFigures } from "../../shared/planting/survival-figures.ts";
import { listVisited } from "../../shared/planting/visited-plantings.ts";

/** Survival is a share, 0 to 1. */
export type GardenOutcome = Pick<Garden, "changes" | "survival">;

/** Survival and loss of the trees of gardens in a period, by garden; all gardens of the scope where none are named. */
export async function gardenOutcomes(
  db: Db,
  actor: Actor,
  { from, to }: Pick<TreeFilter, "from" | "to">,
  gardens?: readonly number[],
): Promise<Map<number, GardenOutcome>> {
  const filter = { ...(from && { from }), ...(to && { to }), ...(gardens && { gardens }) };
  const [changed, visited] = await Promise.all([
    sumChanged(db, actor, "region", filter),
    may(actor, "planttreetask", "view") ? listVisited(db, actor, "region", filter) : [],
  ]);
  const changes = Map.groupBy(changed, ({ garden_id }) => garden_id);
  const visits = Map.groupBy(visited, ({ garden_id }) => garden_id);
  const ids = new Set([...changes.keys(), ...visits.keys()]);
  return new Map(
    [...ids].map((id) => [
      id,
      {
        changes: changeFigures(changes.get(id) ?? []),
        survival: survivalFigures(visits.get(id) ?? []).rate,
      },
    ]),
  );
}

/** Outcomes by which a list of gardens may be ordered and filtered. */
export const outcomeOrders = {
  lost: ({ changes }: GardenOutcome) => changes?.lost.count ?? null,
  survival: ({ survival }: GardenOutcome) => survival?.value ?? null,
};

/** Says of one garden's outcome whether a list with these filters holds it. */
export const isAsked = (
  outcome: GardenOutcome,
  { lost, survival_below }: { lost?: boolean; survival_below?: number },
): boolean => {
  const { changes, survival } = outcome;
  if (lost !== undefined && (!changes || changes.lost.count > 0 !== lost)) return false;
  return (
    survival_below === undefined || (survival !== null && survival.value * 100 < survival_below)
  );
};
