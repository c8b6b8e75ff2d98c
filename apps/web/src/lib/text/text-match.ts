/** Whether every typed word occurs in a word of `name`, whatever the case. */
export function fits(name: string, typed: string): boolean {
  const words = name.toLowerCase().split(/[\s,]+/);
  return typed
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .every((part) => words.some((word) => word.includes(part)));
}
