import { expect, test } from "vitest";
import { ApiError } from "../src/lib/api/api-error.ts";
import { pressed } from "../src/lib/list/row-selection.ts";
import { viewQuery } from "../src/lib/list/saved-view.ts";
import { isShown, readChoice, switched } from "../src/lib/list/table-view.ts";
import { clearedSearch, isFiltered } from "../src/lib/list/use-list.ts";
import { placeChange } from "../src/parts/territory/place-filters.tsx";
import { isFinal } from "../src/ui/error-panel.tsx";
import { foldsOf } from "../src/ui/table/table-row.tsx";

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

test("a choice that is damaged or of an older screen counts as none", () => {
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

test("panels that are open over the screen are no filters: clearing closes none, and a view keeps none", () => {
  const open = { guide: "gardens", notices: "open", open_data: "open", me: "own" };
  expect(isFiltered(open)).toBe(false);
  expect(clearedSearch({ region: "3", ...open })).not.toHaveProperty("notices");
  expect(viewQuery({ region: "3", ...open })).toEqual({ region: "3" });
});

test("clearing takes off the search and every filter, and leaves the order, the open row and which list it is", () => {
  const search = {
    search: "oak",
    region: "3",
    from: "2026-01-01",
    page: 4,
    ordering: "name",
    open: "7",
    view: "employees",
    administrators: "true",
  };
  const after = { ...search, ...clearedSearch(search) };
  expect(Object.entries(after).filter(([, value]) => value !== undefined)).toEqual([
    ["ordering", "name"],
    ["open", "7"],
    ["view", "employees"],
    ["administrators", "true"],
  ]);
});

test("another place takes off the narrower ones, and whose it is none", () => {
  expect(placeChange("region", "2")).toEqual({
    region: "2",
    district: undefined,
    garden: undefined,
  });
  expect(placeChange("garden", "9")).toEqual({ garden: "9" });
  expect(placeChange("ministry", undefined)).toEqual({ ministry: undefined });
});

test("a telephone shows the name with one column beside it, and the others below the name", () => {
  const column = (id: string, secondary = false) => ({ id, secondary, header: id, cell: () => id });
  const all = [column("name"), column("place", true), column("area"), column("trees")];
  const folds = foldsOf(all);
  expect(all.map((one) => folds.get(one))).toEqual([undefined, undefined, "last", "below"]);
});

test("asking again is offered for what may pass, not for what is refused or gone", () => {
  const refused = (status: number) => new ApiError({ status, detail: "", code: "" });
  for (const status of [403, 404]) expect(isFinal(refused(status)), String(status)).toBe(true);
  for (const status of [0, 429, 500, 503])
    expect(isFinal(refused(status)), String(status)).toBe(false);
  expect(isFinal(new TypeError("broken"))).toBe(false);
});
