/** Rows that count places in the text of the sources. */
import { product, type Source, sources } from "../../test/architecture/sources.ts";
import { atMost, type Row } from "./row.ts";

/** Code without its comments. Strings stay: what is counted below does not occur in them. */
export const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "$1");

/** `path (3)` for each source with places, most first, and their sum. */
export function placesOf(among: Source[], pattern: RegExp) {
  const found = among
    .map(({ path, text }) => ({
      path,
      count: [...withoutComments(text).matchAll(pattern)].length,
    }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
  return {
    sum: found.reduce((sum, { count }) => sum + count, 0),
    lines: found.map(({ path, count }) => `${path} (${count})`),
  };
}

const decides = /\b(?:hasFullScope|holds|isBuiltInRole)\(|\bcan: \{/g;
const ownFunction = /\bfunction (?:hasFullScope|holds|isBuiltInRole)\(/;
const decidesHere = /^apps\/server\/src\/(?!policies\/|http\/actor\.ts)/;

/** Files outside policies that ask for a role's rights, or write a row's `can` by hand. */
export function rights(): Row {
  const { lines } = placesOf(
    product.filter(({ path, text }) => decidesHere.test(path) && !ownFunction.test(text)),
    decides,
  );
  const how = "files that call hasFullScope, holds or isBuiltInRole, or write `can: {`";
  return atMost("files that decide on rights outside policies", lines.length, 0, [how, ...lines]);
}

const asserted =
  /(?<!function )\b(?:get|post|patch|put|useList|listQuery|oneQuery)<(?!typeof)|\bas Promise</g;

/** Answers of the API whose type the panel says, where the contract should. */
export function answerTypes(): Row {
  const panel = product.filter(({ part }) => part === "web");
  const { sum, lines } = placesOf(panel, asserted);
  return atMost("asserted answer types in the panel", sum, 0, lines);
}

/** `as never` in what is shipped. */
export function asNever(): Row {
  const { sum, lines } = placesOf(product, /\bas never\b/g);
  return atMost("as never", sum, 0, lines);
}

/** `new Date()` or `Date.now()` with days added, cut to the day of UTC: for hours of each day another one than here. */
const ownToday =
  /new Date\((?:Date\.now\(\)[^;]{0,80}?)?\)\s*\.toISOString\(\)\s*\.(?:slice\(0, ?10\)|substring\(0, ?10\)|split\("T"\))/g;

/** Places that ask the clock which day it is, where `programme-day.ts` knows the day of the installation. */
export function privateToday(): Row {
  const { sum, lines } = placesOf(sources, ownToday);
  const how =
    "take today(), dayOf() and daysAfter() of @nihol/contract/values/planting/programme-day";
  return atMost("days of the clock beside the programme's", sum, 0, [how, ...lines]);
}

/** Conditions on the operating system: not each lets a test end processes by group, mount a folder, fence off the network. */
const ofTheSystem = /\b(?:onLinux|isRoot|canMount|mounted|why|process\.platform)\b/;

/** Tests that are skipped for want of data or of a program: whoever skips them proves nothing. */
export function skipped(): Row {
  const tests = sources.filter(({ path }) => /\.test\.tsx?$/.test(path));
  const skips = /\b(?:test|it|describe)\.(?:skip|skipIf|runIf|todo)\b(?:\([^\n]*)?/g;
  const lines = tests.flatMap(({ path, text }) =>
    [...withoutComments(text).matchAll(skips)]
      .filter(([condition]) => !ofTheSystem.test(condition))
      .map(([condition]) => `${path}: ${condition}`),
  );
  return atMost("tests skipped for want of data or programs", lines.length, 0, lines);
}
