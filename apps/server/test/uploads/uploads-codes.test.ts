import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { errorCodes } from "@nihol/contract/values/errors";
import { BOUNDARY_FILE_CODES } from "@nihol/geo/files/boundary-codes";
import { IMAGE_REFUSALS } from "@nihol/geo/tiff/refusal";
import { textLanguages } from "@nihol/locales/text";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../../../..");

/** Collects what `patterns` catch in the sources below a folder. */
function codesIn(folder: string, patterns: RegExp[]): string[] {
  const found = new Set<string>();
  for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith(".ts")) continue;
    const source = readFileSync(join(entry.parentPath, entry.name), "utf8");
    for (const pattern of patterns)
      for (const [, code = ""] of source.matchAll(pattern)) found.add(code);
  }
  return [...found].sort();
}

// Texts in the sources are the only list there is of what is sent.
const sent = {
  "the door": IMAGE_REFUSALS,
  "boundary files": BOUNDARY_FILE_CODES,
  "the contract": errorCodes,
  "the schemas": codesIn("packages/contract/src", [/error: "([a-z_]+)"/g]),
  "the worker": codesIn("apps/worker/src", [
    /new Refused\((?:[\w ]+\? )?"([a-z_]+)"/g,
    /new Refused\([\w ]+\? "[a-z_]+" : "([a-z_]+)"/g,
    /\bcode: "([a-z_]+)"/g,
    // codesByName of message.ts
    /^ {2}[A-Z]\w+: "([a-z_]+)"/gm,
  ]),
  "the server": codesIn("apps/server/src", [
    /new Problem\(\s*\d{3},\s*"([a-z_]+)"/g,
    /refuseField\(\s*"[\w.]+",\s*"([a-z_]+)"/g,
    /refusal\(\s*\d{3},\s*"([a-z_]+)"/g,
    /\[\d{3}, "([a-z_]+)"\]/g,
    /\bcode: "([a-z_]+)"/g,
  ]),
};

describe.each(textLanguages)("in %s", (language) => {
  const textsOf = (file: string) =>
    JSON.parse(readFileSync(join(root, `packages/locales/src/${language}/${file}.json`), "utf8"));
  const texts: Record<string, string> = {
    ...textsOf("refusals"),
    ...textsOf("ingest"),
    ...textsOf("errors"),
  };

  test.each(Object.keys(sent) as (keyof typeof sent)[])("%s has a text for each code", (sender) => {
    expect(sent[sender].length).toBeGreaterThan(0);
    expect(sent[sender].filter((code) => !texts[code]?.trim())).toEqual([]);
  });
});
