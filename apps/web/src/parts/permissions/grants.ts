import {
  type Action,
  actions,
  hasRight,
  type Permission,
  type Permissions,
  partsOf,
  type Resource,
  resources,
} from "@nihol/contract/values/permissions";
import { isUsed, neededFor, rights } from "@nihol/contract/values/right-needs";

export type Cell = { resource: Resource; action: Action };

const rightOf = ({ resource, action }: Cell): Permission => `${resource}.${action}`;
/** Rights without effect are not offered, not given and not counted. */
const isOffered = (cell: Cell) => isUsed(rightOf(cell));
const offered = rights.filter(isUsed);

/** Number of rights that can be given in all. */
export const grantCount = offered.length;

/** Counts those that a role holds. */
export function countGranted(permissions: Permissions): number {
  return offered.filter((right) => hasRight(permissions, right)).length;
}

function set(permissions: Permissions, right: Permission, given: boolean): void {
  const { resource, action } = partsOf(right);
  permissions[resource][action] = given;
}

/**
 * The matrix with some cells given or taken. A right comes with what it needs, the view of its own section
 * among it; taking one takes those that need it.
 */
export function withGrants(
  permissions: Permissions,
  cells: readonly Cell[],
  given: boolean,
): Permissions {
  const next = structuredClone(permissions);
  for (const right of cells.filter(isOffered).map(rightOf)) {
    set(next, right, given);
    if (given) for (const needs of neededFor(right)) set(next, needs, true);
    else for (const one of rights) if (neededFor(one).includes(right)) set(next, one, false);
  }
  return next;
}

/** The cells of a row or a column that this holder may give: they hold what each needs, too. */
export function givable(held: Permissions, cells: readonly Cell[]): Cell[] {
  return cells.filter(
    (cell) =>
      isOffered(cell) &&
      [rightOf(cell), ...neededFor(rightOf(cell))].every((right) => hasRight(held, right)),
  );
}

/** Rights of another section that granted ones need, each with one that needs it. */
export function givenAlong(permissions: Permissions): { needs: Permission; right: Permission }[] {
  const found = new Map<Permission, Permission>();
  for (const right of offered.filter((one) => hasRight(permissions, one)))
    for (const needs of neededFor(right))
      if (needs.split(".")[0] !== right.split(".")[0] && !found.has(needs)) found.set(needs, right);
  return [...found].map(([needs, right]) => ({ needs, right }));
}

/** The cells of a section that are offered. */
export const rowOf = (resource: Resource): Cell[] =>
  actions.map((action) => ({ resource, action })).filter(isOffered);
/** The cells of an action that are offered. */
export const columnOf = (action: Action): Cell[] =>
  resources.map((resource) => ({ resource, action })).filter(isOffered);
