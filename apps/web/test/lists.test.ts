import { expect, test } from "vitest";
import { pressed } from "../src/lib/row-selection.ts";
import { isShown, readChoice, switched } from "../src/lib/table-view.ts";
import { isFiltered } from "../src/lib/use-list.ts";

const columns = [
  { id: "name" },
  { id: "area" },
  { id: "created", optional: true },
] as const satisfies { id: string; optional?: boolean }[];
const shown = (text: string | null) =>
  columns.filter((column, at) => isShown(column, at, readChoice(text))).map(({ id }) => id);

test("a table shows its columns but the optional ones until somebody chooses", () => {
  expect(shown(null)).toEqual(["name", "area"]);
});

test("a choice is kept, and switching back forgets it", () => {
  const chosen = switched(columns[2], switched(columns[1], {}));
  expect(shown(JSON.stringify(chosen))).toEqual(["name", "created"]);
  expect(switched(columns[1], switched(columns[2], chosen))).toEqual({});
});

test("the first column cannot be taken away: it names and opens the row", () => {
  expect(shown('{"name":false}')).toEqual(["name", "area"]);
});

test("what is damaged or of an older screen counts as no choice", () => {
  for (const text of ["{", "[]", "7", '"x"', '{"area":"no"}', '{"gone":true}'])
    expect(shown(text), text).toEqual(["name", "area"]);
});

const page = ["a", "b", "c", "d"].map((id) => [id, id.toUpperCase()] as const);
const ids = (rows: ReadonlyMap<string, string>) => [...rows.keys()].sort().join("");

test("pressing a row selects it and pressing it again takes it out", () => {
  const once = pressed(new Map(), page, "b");
  expect(ids(once)).toBe("b");
  expect(ids(pressed(once, page, "b"))).toBe("");
});

test("with shift everything between is selected, in either direction", () => {
  const one = pressed(new Map(), page, "d");
  expect(ids(pressed(one, page, "b", "d"))).toBe("bcd");
  expect(ids(pressed(new Map(), page, "c", "a"))).toBe("abc");
});

test("a range from a row of another page selects only the row that was pressed", () => {
  expect(ids(pressed(new Map([["z", "Z"]]), page, "b", "z"))).toBe("bz");
});

test("pages, order and search are not filters", () => {
  expect(isFiltered({ page: 2, page_size: 50, ordering: "name", search: "x", open: "1" })).toBe(
    false,
  );
  expect(isFiltered({ region: "1" })).toBe(true);
});
