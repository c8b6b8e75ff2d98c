import type { TFunction } from "i18next";

/** The built-in roles, and those of the demonstration, which stand for what a programme would make. */
const translated = new Map<string, string>([
  ["MasterAdmin", "app:role_MasterAdmin"],
  ["SysAdmin", "app:role_SysAdmin"],
  ["Ministry", "app:role_ministry"],
  ["District inspector", "app:role_inspector"],
  ["Brigade", "app:role_brigade"],
  ["Viewer", "app:role_viewer"],
]);

/** A role's name in the reader's language where the product brings it; others are as people named them. */
export function roleName(role: string, t: TFunction): string {
  const key = translated.get(role);
  return key === undefined ? role : t(key);
}
