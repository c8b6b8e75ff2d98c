/** People named in a comment: typed by their names, stored by their ids. */
import { describe, expect, test } from "vitest";
import {
  begunName,
  piecesOf,
  storedText,
  typedText,
  withPerson,
} from "../../src/features/planting-tasks/comments/mention-text.ts";

const people = [
  { id: 7, name: "Мадина Каримова" },
  { id: 8, name: "Мадина" },
  { id: 9, name: "Мадина" },
];

describe("a text with people", () => {
  test("is typed with their names and stored with their ids, also where one name begins another", () => {
    const body = "@[7], look at @[8] and @[9]; @[7] again";
    const { text, named } = typedText(body, people);
    expect(text).toBe("@Мадина Каримова, look at @Мадина and @Мадина (9); @Мадина Каримова again");
    expect(storedText(text, named)).toBe(body);
  });

  test("leaves alone whoever is not named, and names somebody whose name was typed twice once", () => {
    const { word, named } = withPerson(new Map(), { id: 8, name: "Мадина" });
    expect(storedText(`a@b.example ${word} @Nobody`, named)).toBe("a@b.example @[8] @Nobody");
    expect(withPerson(named, { id: 8, name: "Мадина" }).word).toBe(word);
  });

  test("is shown in pieces; a person who is gone has no name", () => {
    expect(piecesOf("see @[7] or @[40]", people)).toEqual([
      { at: 0, text: "see ", isName: false },
      { at: 4, text: "@Мадина Каримова", isName: true },
      { at: 8, text: " or ", isName: false },
      { at: 12, text: "@…", isName: true },
    ]);
  });
});

test.each([
  ["@", { from: 0, part: "" }],
  ["ask @Мад", { from: 4, part: "Мад" }],
  ["ask @Мадина Кар", { from: 4, part: "Мадина Кар" }],
  ["mail a@b", undefined],
  ["no name", undefined],
])("after %j a name is begun: %j", (text, begun) => {
  expect(begunName(text, text.length)).toEqual(begun);
});
