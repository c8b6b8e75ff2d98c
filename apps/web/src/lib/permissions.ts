import type { ListCan } from "@nihol/contract/paging";
import type { UserProfile } from "@nihol/contract/people/sign-in";
import { listRights } from "@nihol/contract/values/list-rights";
import { type Permission, partsOf } from "@nihol/contract/values/permissions";
import { redirect } from "@tanstack/react-router";
import { useUser } from "./api/session.ts";

/** Tells whether the profile holds a permission such as "garden.change". */
export function holds(profile: UserProfile | null, permission: Permission): boolean {
  const { resource, action } = partsOf(permission);
  return profile?.permissions[resource]?.[action] === true;
}

/** The same for the person at the screen. */
export function useHolds(permission: Permission): boolean {
  return holds(useUser().userData, permission);
}

/** The right that choosing from a list needs and that the person lacks; undefined when they may choose. */
export function useMissingRight(path: string): Permission | undefined {
  const { userData } = useUser();
  const right = listRights[path];
  return right === undefined || holds(userData, right) ? undefined : right;
}

/** Rights that the profile names for the records of a list, by its path; undefined of a list that is only read. */
export function canOfList(profile: UserProfile | null, path: string): ListCan | undefined {
  // A profile that an earlier version kept in this browser says nothing of lists.
  const lists: UserProfile["lists"] | undefined = profile?.lists;
  return lists?.[path];
}

/** Arguments that `beforeLoad` hands to a guard. */
export type Guarded = { context: { userData: UserProfile }; location?: { href: string } };

/** `beforeLoad` of a screen that needs a permission; without it the way leads to /auth, which names it. */
export function requirePermission(permission: Permission) {
  return ({ context, location }: Guarded): void => {
    if (holds(context.userData, permission)) return;
    const wanted = location?.href;
    throw redirect({ to: "/auth", state: { missing: permission, ...(wanted && { wanted }) } });
  };
}

/** `beforeLoad` of the dashboard. Whoever was only redirected here from the start page did not ask for it: /auth sends them on to their own page. */
export function requireDashboard({ context, location }: Guarded & { location: Here }): void {
  if (mayOpenDashboard(context.userData)) return;
  const { atEntry } = location.state;
  throw redirect({ to: "/auth", state: atEntry ? { atEntry } : { missing: "dashboard" } });
}

/** `beforeLoad` of what only MasterAdmin and SysAdmin look after. */
export function requireAdministrator({ context, location }: Guarded): void {
  if (mayOpenDashboard(context.userData)) return;
  const wanted = location?.href;
  throw redirect({ to: "/auth", state: { missing: "operations", ...(wanted && { wanted }) } });
}

type Here = { state: { atEntry?: boolean } };

// Beside the address, not in it: no link can write such a notice.
declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The right that a screen needs and that the person lacks. */
    missing?: Permission | "dashboard" | "operations";
    /** The address of that screen. */
    wanted?: string;
    /** After signing in, or at the site's bare address: no screen was asked for. */
    atEntry?: boolean;
  }
}

/** MasterAdmin and SysAdmin: the roles that may open the dashboard. */
export function mayOpenDashboard(profile: UserProfile | null): boolean {
  return profile?.role === "MasterAdmin" || profile?.role === "SysAdmin";
}
