/** Tells whether two paths are one screen's: a slash at the end makes no difference. */
export function isSamePath(one: string, other: string): boolean {
  return one.replace(/\/$/, "") === other.replace(/\/$/, "");
}
