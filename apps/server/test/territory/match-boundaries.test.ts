/** Matches of a file's outlines with regions or districts. */
import { expect, test } from "vitest";
import { matchOutlines, type Outline, type Place } from "../../src/commands/match-boundaries.ts";

const names = (tg: string, ru: string, en: string) => ({ tg, ru, en, az: "" });
const baljuvon: Place = {
  id: 1,
  code: "TJ-KT-01",
  name: names("Балҷувон", "Бальджувонский", "Baljuvon"),
};
const temurmalik: Place = {
  id: 2,
  code: "TJ-KT-22",
  name: names("Темурмалик", "Темурмаликский", "Temurmalik"),
};
const vakhsh: Place = { id: 3, code: "TJ-KT-23", name: names("Вахш", "Вахшский", "Vakhsh") };
const places = [baljuvon, temurmalik, vakhsh];

const outline = (name: string, properties: Record<string, string> = {}): Outline => ({
  name,
  properties,
});

/** "name 1", "? 1,2", or why not, for each outline. */
function outcomes(
  outlines: Outline[],
  choices: [number, Place | null][] = [],
  among: Place[] = places,
): string[] {
  return matchOutlines(outlines, among, new Map(choices)).map((match) => {
    if ("place" in match) return `${match.by} ${match.place.id}`;
    if ("candidates" in match) return `? ${match.candidates.map(({ id }) => id).join()}`;
    return match.unmatched;
  });
}

test("neighbours that carry each other's names among their other names are known by their own", () => {
  const named = (name: string, name_tg: string, name_en_alt: string) =>
    outline(name, { name_en: name, name_tg, name_en_alt, kind: "district" });
  expect(
    outcomes([
      named("Baljuvon", "Балҷувон", "Vakhsh"),
      named("Vakhsh", "Вахш", "Temurmalik"),
      named("Temurmalik", "Темурмалик", "Baljuvon"),
    ]),
  ).toEqual(["name 1", "name 3", "name 2"]);
});

test("the code decides against every name, however it is written", () => {
  expect(outcomes([outline("Vakhsh", { pcode: "tj kt 01" })])).toEqual(["code 1"]);
});

test("a number is a code only where its key says so", () => {
  const numbered = places.map((place, at) => ({ ...place, code: String(at + 1) }));
  const rows = [outline("Vakhsh", { fid: "1" }), outline("?", { code: "2" })];
  expect(outcomes(rows, [], numbered)).toEqual(["name 3", "code 2"]);
});

test("another name is taken when nothing surer is there and its place is free", () => {
  const old = outline("Ховаланг", { old_name: "Вахшский район" });
  expect(outcomes([old])).toEqual(["other_name 3"]);
  expect(outcomes([old, outline("Vakhsh")])).toEqual(["territory_matched_twice", "name 3"]);
});

test("an outline that several places fit waits for a choice, which holds against the others", () => {
  const both = outline("Border", { between: "Vakhsh", and: "Baljuvon" });
  expect(outcomes([both])).toEqual(["? 3,1"]);
  expect(outcomes([both, outline("Baljuvon")], [[0, baljuvon]])).toEqual([
    "choice 1",
    "territory_matched_twice",
  ]);
  expect(outcomes([both], [[0, null]])).toEqual(["territory_left_out"]);
});

test("of two codes in one outline its name decides", () => {
  expect(outcomes([outline("Vakhsh", { code: "TJ-KT-23", neighbour: "TJ-KT-01" })])).toEqual([
    "name 3",
  ]);
});

test("a second outline of the same name stands for nothing", () => {
  expect(outcomes([outline("Vakhsh"), outline("Vakhsh")])).toEqual([
    "name 3",
    "territory_matched_twice",
  ]);
});
