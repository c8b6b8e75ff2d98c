import type { TFunction } from "i18next";

/** The built-in roles, and those of the demonstration, which stand for what a programme would make. */
const translated = [
  "MasterAdmin",
  "SysAdmin",
  "Ministry",
  "District inspector",
  "Brigade",
  "Viewer",
] as const;
const isTranslated = (role: string): role is (typeof translated)[number] =>
  (translated as readonly string[]).includes(role);

/** A role's name in the reader's language where the product brings it; others are as people named them. */
export function roleName(role: string, t: TFunction): string {
  return isTranslated(role) ? t(`app:role_${role}`) : role;
}
