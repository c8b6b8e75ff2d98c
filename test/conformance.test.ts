/** docs/conformance.md is true: every file it names is there, every test it quotes is in its file. */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "..");
const text = readFileSync(join(root, "docs/conformance.md"), "utf8");
const programs = /^(server|web|worker)\//;
const packages = /^(contract|counting|db|geo|locales|seed|sources|store|vision)\//;

/** Paths are written short: a program's or package's name stands for its folder. */
function fileOf(name: string): string {
  if (programs.test(name)) return join(root, "apps", name);
  return packages.test(name) ? join(root, "packages", name) : join(root, name);
}

const files = [...new Set([...text.matchAll(/`([\w.$-]+\/[\w./$-]+)`/g)].map(([, name]) => name))];

/** Each quoted test with the file that stands before it in its line. */
const quoted: { file: string; name: string }[] = [];
for (const line of text.split("\n")) {
  let file: string | undefined;
  for (const [, next, name] of line.matchAll(/`([\w./$-]+)`|(?<=[` ])"([^"\n]+)"/g)) {
    if (next) file = next;
    else if (name && file?.endsWith(".test.ts")) quoted.push({ file, name });
  }
}

test("every file that is named is there", () => {
  expect(files.length).toBeGreaterThan(150);
  expect(files.filter((name) => !existsSync(fileOf(name ?? "")))).toEqual([]);
});

test("every test that is quoted is in its file", () => {
  expect(quoted.length).toBeGreaterThan(150);
  // A name ends where its quotes do; with a value in front it is a template.
  const isIn = (code: string, name: string) =>
    code.includes(`"${name}"`) || code.includes(`${name}\``);
  const missing = quoted.filter(
    ({ file, name }) => !isIn(readFileSync(fileOf(file), "utf8"), name),
  );
  expect(missing).toEqual([]);
});

test("every numbered section of the specification, of the decisions and of the calls is there", () => {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading);
  for (const heading of [
    "1. What the product does and for whom",
    "2. Screens and routes",
    "3. Entities and their fields",
    "4. States and transitions",
    "5. Validation rules",
    "6. Roles and permissions",
    "7. The calls it makes",
    "8. The error catalogue",
    "9. Business constants and limits",
    "Sign-in and profile",
    "Lists, errors, identifiers",
    "Limits",
    "Roles",
    "States",
    "Words of the imagery side",
    "Sensor guidance",
    "The calls",
    "Not yet",
  ])
    expect(headings).toContain(heading);
});

test("every line says where it is kept and what holds it", () => {
  const rows = text
    .slice(0, text.indexOf("# Not yet"))
    .split("\n")
    .filter((line) => line.startsWith("| ") && !/^\| (line|path) \|/.test(line));
  const weak = rows.filter((row) => {
    const [, , kept = "", held = ""] = row.split("|").map((cell) => cell.trim());
    return !/`|the same/.test(kept) || !/"|the same/.test(held);
  });
  expect(weak).toEqual([]);
});

describe("the specification's words stand in the English texts", () => {
  const words = (file: string): Record<string, string> =>
    JSON.parse(readFileSync(join(root, `packages/locales/src/en/${file}.json`), "utf8"));
  test.each([
    ["errors", "required", "This field is required"],
    ["errors", "email", "Must be a valid email address"],
    ["errors", "password_too_short", "Password must be at least {min} characters long"],
    ["errors", "file_size", "File size exceeds the allowed limit of {max}MB"],
    ["app", "something_went_wrong", "Something went wrong!"],
    ["app", "show_error", "Show Error"],
    ["app", "hide_error", "Hide Error"],
    ["app", "n_selected", "{n}/{m} selected"],
    ["app", "created", "Created"],
    ["app", "updated", "Updated"],
    ["app", "deleted", "Deleted"],
    ["app", "uploaded", "Uploaded"],
    ["app", "copied", "Copied to clipboard"],
    ["app", "no_data", "No data to display"],
    ["imagery", "no_images", "No images to display"],
    ["captures", "no_images", "No images to display"],
    ["compare", "no_images", "No images to display"],
    ["dashboard", "no_gardens", "No gardens in this region"],
    ["planting", "no_report", "No report data"],
    ["reports", "empty_title", "No report data"],
    ["imagery", "no_results_yet", "No results yet"],
    ["monitoring", "no_results", "No results yet"],
  ])("%s: %s", (file, key, text) => {
    expect(words(file)[key]).toBe(text);
  });
  test("a stop warns that a stopped process must be restarted and takes 1–2 hours at least", () => {
    expect(words("imagery").stop_text).toMatch(/must be restarted and takes at least 1–2 hours/);
  });
});
