import type { Action, Permission, Resource } from "@nihol/contract/permissions";
import type { UserProfile } from "@nihol/contract/sign-in";
import { redirect } from "@tanstack/react-router";
import { useUser } from "./session.ts";

/** Whether the profile holds a permission such as "garden.change". */
export function holds(profile: UserProfile | null, permission: Permission): boolean {
  const [resource, action] = permission.split(".") as [Resource, Action];
  return profile?.permissions[resource]?.[action] === true;
}

/** The same for the person at the screen. */
export function useHolds(permission: Permission): boolean {
  return holds(useUser().userData, permission);
}

type Guarded = { context: { userData: UserProfile } };

/** `beforeLoad` of a screen that needs a permission; without it the way leads to /auth. */
export function requirePermission(permission: Permission) {
  return ({ context }: Guarded): void => {
    if (!holds(context.userData, permission)) throw redirect({ to: "/auth" });
  };
}

/** MasterAdmin and SysAdmin: the roles that may open the dashboard. */
export function mayOpenDashboard(profile: UserProfile | null): boolean {
  return profile?.role === "MasterAdmin" || profile?.role === "SysAdmin";
}
