import { signInFormSchema } from "@nihol/contract/people/sign-in";
import { type User, userCreateSchema } from "@nihol/contract/people/users";
import { districts } from "@nihol/contract/territory";
import { fillPermissions } from "@nihol/contract/values/permissions";
import type { z } from "@nihol/contract/z";
import { text } from "@nihol/locales/text";
import type { TFunction } from "i18next";
import { expect, test } from "vitest";
import { initialUser } from "../src/features/users/initial-user.ts";
import { issueText } from "../src/lib/form/form-issues.ts";
import {
  columnOf,
  countGranted,
  givable,
  givenAlong,
  grantCount,
  rowOf,
  withGrants,
} from "../src/parts/permissions/grants.ts";

/** The English text for each problem of a form, by field. */
function problems(schema: z.ZodType, values: unknown): Record<string, string> {
  const t = ((key: string, params: Record<string, string>) =>
    text("en", key.replace(":", "."), params)) as unknown as TFunction;
  const issues = schema.safeParse(values).error?.issues ?? [];
  return Object.fromEntries(
    issues.map((issue) => [issue.path.join("."), issueText(issue, values, t)]),
  );
}

test("the sign-in form speaks in the specification's words", () => {
  expect(problems(signInFormSchema, { email: "", password: "" })).toEqual({
    email: "This field is required",
    password: "This field is required",
  });
  expect(problems(signInFormSchema, { email: "x", password: "y" })).toEqual({
    email: "Must be a valid email address",
  });
});

test("a short password is refused with the length that it must have", () => {
  const values = { email: "a@b.tj", password: "short", first_name: "A", last_name: "B", group: 1 };
  expect(problems(userCreateSchema, values)).toEqual({
    password: "Password must be at least 15 characters long",
  });
});

test("a missing reference and missing names are required fields", () => {
  const values = { name: { tg: "", ru: " ", en: "x", az: "" }, region: null, code: "" };
  expect(problems(districts.create, values)).toEqual({
    "name.tg": "This field is required",
    "name.ru": "This field is required",
    region: "This field is required",
  });
});

const none = fillPermissions(() => false);
const everything = fillPermissions(() => true);

test("all rights are counted", () => {
  expect(countGranted(none)).toBe(0);
  expect(countGranted(everything)).toBe(grantCount);
});

test("a right to change brings the right to see", () => {
  expect(withGrants(none, [{ resource: "garden", action: "change" }], true).garden).toEqual({
    view: true,
    add: false,
    change: true,
    delete: false,
  });
});

test("taking the right to see takes the others", () => {
  const left = withGrants(everything, [{ resource: "garden", action: "view" }], false);
  expect(left.garden).toEqual({ view: false, add: false, change: false, delete: false });
  // and the two of planting tasks that choose a garden
  expect([left.planttreetask.add, left.planttreetask.change]).toEqual([false, false]);
  expect(countGranted(left)).toBe(grantCount - 6);
});

test("a right comes with what its form needs, and that takes it along when it goes", () => {
  const given = withGrants(none, [{ resource: "planttreetask", action: "add" }], true);
  expect(countGranted(given)).toBe(4);
  expect([given.planttreetask.view, given.garden.view, given.planttreetype.view]).toEqual([
    true,
    true,
    true,
  ]);
  expect(givenAlong(given)).toEqual([
    { needs: "garden.view", right: "planttreetask.add" },
    { needs: "planttreetype.view", right: "planttreetask.add" },
  ]);
  const taken = withGrants(given, [{ resource: "garden", action: "view" }], false);
  expect([taken.garden.view, taken.planttreetask.add, taken.planttreetask.view]).toEqual([
    false,
    false,
    true,
  ]);
});

test("a right brings along the rights that it needs in turn", () => {
  const given = withGrants(none, [{ resource: "planttreetaskreport", action: "add" }], true);
  expect(given.planttreetask.view).toBe(true);
  expect(given.planttreetaskreport.view).toBe(true);
});

test("a right is not offered by whoever lacks what it needs", () => {
  const held = fillPermissions((resource) => resource === "planttreetask");
  expect(givable(held, rowOf("planttreetask")).map(({ action }) => action)).toEqual([
    "view",
    "delete",
  ]);
});

test("rights without effect are neither offered nor counted", () => {
  expect(rowOf("wholeimage").map(({ action }) => action)).toEqual(["view", "change", "delete"]);
  expect(rowOf("violation").map(({ action }) => action)).not.toContain("view");
  const given = withGrants(none, [{ resource: "wholeimage", action: "add" }], true);
  expect(countGranted(given)).toBe(0);
  expect(grantCount).toBe(63);
});

test("only what the giver holds can be given", () => {
  const held = fillPermissions((resource, action) => resource === "garden" && action !== "delete");
  expect(givable(held, rowOf("garden")).map((cell) => cell.action)).toEqual([
    "view",
    "add",
    "change",
  ]);
  expect(givable(held, columnOf("view"))).toEqual([{ resource: "garden", action: "view" }]);
});

test("a new person works where their maker does, one that is changed where they did", () => {
  const place = (id: number) => ({ id, name: {} });
  const maker = { ministry: place(3), territory: { regions: [], districts: [place(8)] } };
  expect(initialUser(undefined, maker)).toMatchObject({ ministry: 3, regions: [], districts: [8] });
  expect(initialUser(undefined, null)).toMatchObject({
    ministry: null,
    regions: [],
    districts: [],
  });
  const group = { id: 1, name: "Ministry" };
  const user = { group, ministry: null, regions: [place(2)], districts: [] } as unknown as User;
  expect(initialUser(user, maker)).toMatchObject({ ministry: null, regions: [2], districts: [] });
});
