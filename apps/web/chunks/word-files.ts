/**
 * Which file of the build the texts of a language go into. By default each namespace is a file, and a screen with a map
 * waited for ten of them; what nearly every such screen needs is one.
 */
import type { Rolldown } from "vite";

const together: Readonly<Record<string, readonly string[]>> = {
  /** Of every screen behind the sign-in. */
  frame: ["app", "errors", "lists", "roles"],
  /** Of what lies on the map and of the cards that it opens. */
  map: ["map", "compare", "coverage", "dashboard", "home", "monitoring", "planting", "violations"],
};

/** The name of the file that a namespace shares with others: `words-tg-map`; undefined where it has one of its own. */
export function wordFileOf(id: string): string | undefined {
  const [, language, namespace = ""] = /\/locales\/src\/(\w+)\/([\w-]+)\.json$/.exec(id) ?? [];
  const file = Object.entries(together).find(([, names]) => names.includes(namespace))?.[0];
  return language && file && `words-${language}-${file}`;
}

export const wordGroup: Rolldown.CodeSplittingGroup = {
  name: (id) => wordFileOf(id) ?? null,
  test: (id) => wordFileOf(id) !== undefined,
  priority: 30,
};
