/** Actor: who is calling, what they hold and their scope. Read from the database on each call. */
import type { Language } from "@nihol/contract/values/languages";
import {
  type Access,
  type Action,
  actions,
  isBuiltInRole,
  type Permission,
  type Permissions,
  partsOf,
  type Resource,
  resources,
  type StoredPermissions,
} from "@nihol/contract/values/permissions";

export interface Actor {
  id: number;
  email: string;
  /** The role's name; MasterAdmin and SysAdmin are the built-in two. */
  role: string;
  isMasterAdmin: boolean;
  permissions: Permissions;
  /** Assigned to one ministry, or null. */
  ministryId: number | null;
  /** Assigned to these territories; both empty means the whole country. */
  regionIds: number[];
  districtIds: number[];
  language: Language;
}

/** Says whether the actor holds one permission. */
export const holds = (actor: Actor, resource: Resource, action: Action) =>
  actor.permissions[resource][action];

/** The first right of `grants` that the actor does not hold, apart from what is in `before`. */
export function rightBeyond(
  actor: Actor,
  grants: StoredPermissions,
  before: StoredPermissions = {},
): Permission | undefined {
  const has = (given: StoredPermissions, r: Resource, a: Action) => given[r]?.[a] === true;
  for (const r of resources)
    for (const a of actions)
      if (has(grants, r, a) && !has(before, r, a) && !holds(actor, r, a)) return `${r}.${a}`;
  return undefined;
}

/** Says whether `grants` hold something that the actor does not. */
export const exceeds = (actor: Actor, grants: StoredPermissions) =>
  rightBeyond(actor, grants) !== undefined;

/** Says whether a call declared with `access` is open to `actor`. */
export function mayCall(access: Access, actor: Actor | undefined): boolean {
  if (access === "public" || access === "openData") return true;
  if (access === "device" || access === "monitor") return true;
  if (!actor) return false;
  if (access === "signedIn") return true;
  if (access === "builtIn") return isBuiltInRole(actor.role);
  const { resource, action } = partsOf(access);
  return holds(actor, resource, action);
}

/** The same for a route that asks for any one of further permissions besides. */
export const mayCallRoute = (
  { access = "signedIn", andOneOf }: { access?: Access; andOneOf?: readonly Permission[] },
  actor: Actor | undefined,
): boolean =>
  mayCall(access, actor) && (andOneOf?.some((permission) => mayCall(permission, actor)) ?? true);

/** The one right that stands between an actor and a route, when it is one. */
export function missingRight(
  { access = "signedIn", andOneOf }: { access?: Access; andOneOf?: readonly Permission[] },
  actor: Actor,
): Permission | undefined {
  if (access.includes(".") && !mayCall(access, actor)) return access as Permission;
  return andOneOf?.length === 1 ? andOneOf[0] : undefined;
}
