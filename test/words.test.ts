/** The sources speak the words of docs/words.md. */
import { expect, test } from "vitest";
import { product, type Source } from "./architecture/sources.ts";
import { edgeNames, wordRules, wrongWords } from "./architecture/word-list.ts";

const source = (path: string, text: string): Source => ({
  path,
  text,
  part: "server",
  imports: [],
});

test("the list says for every held word what to say instead, and no word is both", () => {
  const rules = wordRules();
  expect(rules.length).toBeGreaterThan(20);
  expect(rules.filter(({ held, not }) => held && not.length === 0)).toEqual([]);
  const said = new Set(rules.flatMap(({ say }) => say.split(", ")));
  expect(rules.flatMap(({ not }) => not).filter((word) => said.has(word))).toEqual([]);
});

test("a forbidden word is found in a file's name and in every spelling of an identifier", () => {
  const rules = [{ say: "raster metadata", not: ["door facts"], held: true }];
  const found = (path: string, text: string) =>
    wrongWords([source(path, text)], rules, []).map(({ name }) => name);
  expect(found("apps/server/src/door-facts.ts", "")).toEqual(["door-facts"]);
  expect(found("a.ts", "type DoorFacts = { door_facts: 1 }; const doorFactsOf = 2;")).toEqual([
    "DoorFacts",
    "door_facts",
    "doorFactsOf",
  ]);
  expect(found("a.ts", '// DoorFacts\nconst outdoorFacts = "doorFacts";')).toEqual([]);
  expect(found("a.ts", "sql`door_facts $" + "{one(doorFacts)}`")).toEqual(["doorFacts"]);
});

test("a name at the edge may stand in its files alone, and the others of a file are read", () => {
  const rules = [{ say: "image", not: ["picture"], held: true }];
  const edges = [{ name: "picture", paths: ["a.ts", "b/"] }];
  const found = (path: string) =>
    wrongWords([source(path, "row.picture; ofPicture;")], rules, edges).map(({ name }) => name);
  expect(found("a.ts")).toEqual(["ofPicture"]);
  expect(found("b/c.ts")).toEqual(["ofPicture"]);
  expect(found("c.ts")).toEqual(["picture", "ofPicture"]);
});

test("every name at the edge stands where the list says", () => {
  const all = wrongWords(product, wordRules(), []);
  const stale = edgeNames().flatMap(({ name, paths }) =>
    paths.filter((path) => !all.some((one) => one.name === name && one.path.startsWith(path))),
  );
  expect(stale).toEqual([]);
});

test("no source uses a word that the list holds", () => {
  const held = wordRules().filter((rule) => rule.held);
  expect(
    wrongWords(product, held).map(
      ({ path, name, word, say }) =>
        `${path}: ${name} says "${word}"; say "${say}" (docs/words.md)`,
    ),
  ).toEqual([]);
});
