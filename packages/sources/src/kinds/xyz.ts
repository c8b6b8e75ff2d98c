/** Tile servers whose address names level, column and row. */
import {
  type DateFormat,
  templateNames,
  writtenDay,
} from "@nihol/contract/values/imagery/imagery-sources";
import { SourceProblem } from "../fetch/source-problem.ts";

const inBraces = /\{([^{}]*)\}/g;

/** Tells whether the address asks for a day. */
export const hasDate = (template: string): boolean => template.includes("{date}");

/**
 * Refuses a template that could not be filled: names nobody knows, a missing column, names before the path, where they
 * would choose another host.
 * @throws SourceProblem
 */
export function checkTemplate(template: string): void {
  const names = [...template.matchAll(inBraces)].map(([, name = ""]) => name);
  const unknown = names.find((name) => !(templateNames as readonly string[]).includes(name));
  if (unknown !== undefined)
    throw new SourceProblem("source_template_name", { name: unknown.slice(0, 40) });
  const isWhole =
    names.includes("z") && names.includes("x") && (names.includes("y") || names.includes("-y"));
  if (!isWhole) throw new SourceProblem("source_template");
  if (/^[a-z]+:\/\/[^/]*\{/i.test(template)) throw new SourceProblem("source_template_host");
}

/** The address of a tile. `{-y}` counts rows from the south, as TMS does. */
export function tileAddress(
  template: string,
  { z, x, y }: { z: number; x: number; y: number },
  day: string,
  format: DateFormat,
): string {
  const values: Record<string, string | number> = {
    z,
    x,
    y,
    "-y": 2 ** z - 1 - y,
    date: writtenDay(day, format),
  };
  return template.replace(inBraces, (whole, name: string) => String(values[name] ?? whole));
}
