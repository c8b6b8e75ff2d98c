/** Groups that rows of a file name: those that the actor sees, and new ones. */
import { limits } from "@nihol/contract/values/limits";
import type { Db } from "@nihol/db/connection";
import { foldName } from "@nihol/locales/fold-name";
import type { Actor } from "../../http/actor.ts";
import { refuseField } from "../../http/problem.ts";
import { keeperCan } from "../../policies/devices.ts";
import { insertNamedGroup, lockGroupNames } from "../../shared/devices/add-group.ts";
import { listGroupNames } from "./import-queries.ts";

interface NamedGroup {
  id: number;
  name: string;
}

/** Names of a cell, with semicolons or line ends between; one that stands twice counts once. */
export function groupNamesOf(cell: string): string[] {
  const names = cell.split(/[;\r\n]/).map((name) => name.trim());
  return [...new Map(names.map((name) => [foldName(name), name])).values()].filter(Boolean);
}

/** Lists the groups that the actor sees. Nobody else makes one until the transaction ends. */
export async function openGroups(trx: Db, actor: Actor): Promise<NamedGroup[]> {
  await lockGroupNames(trx);
  return listGroupNames(trx, actor);
}

/** A group by its name as it is written, else whatever its capitals and the marks of its letters. */
function findNamed(known: readonly NamedGroup[], name: string): NamedGroup | undefined {
  const exact = known.filter((group) => group.name === name);
  const [found, ...others] =
    exact.length > 0 ? exact : known.filter((group) => foldName(group.name) === foldName(name));
  if (others.length > 0) refuseField("groups", "group_ambiguous", { value: name.slice(0, 80) });
  return found;
}

/**
 * Finds the groups of a row, and makes those that there are not.
 * @param groupsMax groups that there may be with the new ones of the file
 * @returns their ids, and the new ones
 * @throws {FieldProblem} under `groups` for a name that several have or that is too long, for too many of them, and for a new one of a person who may not change devices
 */
export async function takeGroups(
  trx: Db,
  actor: Actor,
  known: readonly NamedGroup[],
  names: readonly string[],
  groupsMax: number,
): Promise<{ ids: number[]; made: NamedGroup[] }> {
  if (names.length > limits.deviceGroups)
    refuseField("groups", "too_many_groups", { max: limits.deviceGroups });
  const made: NamedGroup[] = [];
  const ids: number[] = [];
  for (const name of names) {
    const group = findNamed(known, name);
    if (group) ids.push(group.id);
    else {
      if (!keeperCan(actor).change)
        refuseField("groups", "group_not_seen", { value: name.slice(0, 80) });
      if (known.length + made.length >= groupsMax)
        refuseField("groups", "too_many_new_groups", { max: limits.newGroups });
      const { max } = limits.deviceFact;
      if (name.length > max) refuseField("groups", "group_too_long", { max });
      const id = await insertNamedGroup(trx, actor, name);
      made.push({ id, name });
      ids.push(id);
    }
  }
  return { ids, made };
}
