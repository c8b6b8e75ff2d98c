import { expect, test } from "vitest";
import { errorFromBody } from "../src/lib/api/api-error.ts";
import { listSearch } from "../src/lib/list/list-search.ts";
import { safeRedirect } from "../src/lib/navigation/navigation.ts";
import { parseSearch, stringifySearch } from "../src/lib/navigation/search-params.ts";

test("after sign-in a path of this site is followed", () => {
  expect(safeRedirect("/admin/users/?page=2#row")).toBe("/admin/users/?page=2#row");
});

test("after sign-in nothing leads away from this site", () => {
  for (const target of [
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "javascript:alert(1)",
    "admin",
    "",
    undefined,
    7,
  ]) {
    expect(safeRedirect(target), String(target)).toBe("/admin");
  }
});

test("after sign-in /auth does not lead to itself", () => {
  expect(safeRedirect("/auth?redirect=/auth")).toBe("/admin");
});

test("search parameters are plain text both ways", () => {
  expect(stringifySearch({ open: "4", page: 2, search: "а б", empty: "", none: undefined })).toBe(
    "?open=4&page=2&search=%D0%B0+%D0%B1",
  );
  expect(stringifySearch({})).toBe("");
  expect(parseSearch("?open=4&search=%D0%B0+%D0%B1")).toEqual({ open: "4", search: "а б" });
});

test("a damaged list address still opens the list", () => {
  const read = listSearch(["region"]);
  expect(read({ page: "-1", page_size: "9999", ordering: {}, region: "3", other: "x" })).toEqual({
    region: "3",
  });
  expect(read({ page: "2", page_size: "50", open: "7" })).toEqual({
    page: 2,
    page_size: 50,
    open: "7",
  });
});

test("a refusal gives one text for each field, nested or dotted", () => {
  const error = errorFromBody(400, {
    email: ["taken", "bad"],
    name: { tg: ["required"] },
    "name.ru": ["required"],
  });
  expect(error.fields).toEqual({
    email: "taken bad",
    "name.tg": "required",
    "name.ru": "required",
  });
  expect(error.code).toBe("invalid");
});

test("a refusal without a body is still an error with a code", () => {
  expect(errorFromBody(502, null)).toMatchObject({ status: 502, code: "server_error", detail: "" });
  expect(errorFromBody(403, { detail: "No", code: "permission_denied" })).toMatchObject({
    detail: "No",
    code: "permission_denied",
  });
});
