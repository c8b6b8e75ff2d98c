import type { TFunction } from "i18next";

/** A role's name: the two built-in ones are translated, the others are as people named them. */
export function roleName(role: string, t: TFunction): string {
  return role === "MasterAdmin" || role === "SysAdmin" ? t(`app:role_${role}`) : role;
}
