import {
  type Action,
  actions,
  type Permissions,
  type Resource,
  resources,
} from "@nihol/contract/permissions";

/** How many rights there are in all. */
export const grantCount = resources.length * actions.length;

/** How many of them a role holds. */
export function countGranted(permissions: Permissions): number {
  return resources.reduce(
    (sum, resource) => sum + actions.filter((action) => permissions[resource][action]).length,
    0,
  );
}

export type Cell = { resource: Resource; action: Action };

/**
 * The matrix with some cells given or taken. Adding, changing and deleting make no sense unseen:
 * giving one of them gives the view, taking the view takes them all.
 */
export function withGrants(
  permissions: Permissions,
  cells: readonly Cell[],
  given: boolean,
): Permissions {
  const next = structuredClone(permissions);
  for (const { resource, action } of cells) {
    const grant = next[resource];
    grant[action] = given;
    if (given) grant.view = true;
    else if (action === "view") grant.add = grant.change = grant.delete = false;
  }
  return next;
}

/** The cells of a row or a column that this holder may give. */
export function givable(held: Permissions, cells: readonly Cell[]): Cell[] {
  return cells.filter(({ resource, action }) => held[resource][action] && held[resource].view);
}

export const rowOf = (resource: Resource): Cell[] =>
  actions.map((action) => ({ resource, action }));
export const columnOf = (action: Action): Cell[] =>
  resources.map((resource) => ({ resource, action }));
