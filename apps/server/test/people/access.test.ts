/**
 * Every path × method × kind of person. Paths come from the OpenAPI document, and what is expected
 * from the `x-access` of each: a new route is tried without a word here.
 */

import { listRights } from "@nihol/contract/values/list-rights";
import { paths } from "@nihol/contract/values/paths";
import {
  type Access,
  actions,
  fillPermissions,
  isUsed,
  type Permission,
  resources,
  rights,
} from "@nihol/contract/values/permissions";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, grants, type TestApp, testApp } from "../support/test-app.ts";

let server: TestApp;
beforeAll(async () => {
  server = await testApp();
});
afterAll(() => server.close());

interface Operation {
  method: string;
  path: string;
  access: Access;
  /** Any one of these besides. */
  oneOf: Permission[];
}
interface Call {
  "x-access"?: Access;
  "x-access-one-of"?: Permission[];
  security?: object[];
}
type Described = Record<string, Record<string, Call>>;

const described = () => (server.app.swagger() as { paths: Described }).paths;

function operations(): Operation[] {
  return Object.entries(described()).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({
      method: method.toUpperCase(),
      path: path.replace(/^\/api/, "").replace(/\{[^}]+\}/g, "999999"),
      access: call["x-access"] as Access,
      oneOf: call["x-access-one-of"] ?? [],
    })),
  );
}

/** Paths that have a name before they have a call. */
const toCome: string[] = [paths.imagerySource];

type Person = "anonymous" | "builtIn" | readonly Permission[];

/** 401 and 403 as declared, else undefined: let through, whatever is said of an empty call. */
function refusal({ access, oneOf }: Operation, person: Person): 401 | 403 | undefined {
  if (access === "public") return undefined;
  if (access === "device" || person === "anonymous") return 401;
  if (access === "signedIn" || person === "builtIn") return undefined;
  const besides = oneOf.length === 0 || oneOf.some((one) => person.includes(one));
  return access !== "builtIn" && person.includes(access) && besides ? undefined : 403;
}

test("the rights that are offered are those that some call asks for", () => {
  const asked = new Set(
    Object.values(described()).flatMap((methods) =>
      Object.values(methods).flatMap((call) => [
        call["x-access"],
        ...(call["x-access-one-of"] ?? []),
      ]),
    ),
  );
  expect(rights.filter((right) => asked.has(right))).toEqual(rights.filter(isUsed));
});

test("forms choose from lists by the right that the list asks for", () => {
  for (const [path, right] of Object.entries(listRights))
    expect(described()[`/api${path}`]?.get?.["x-access"], path).toBe(right);
});

let people = 0;
/** Makes every call as one person, and says which were answered otherwise than declared. */
async function surprises(call: Caller, person: Person): Promise<string[]> {
  people += 1;
  // An address of their own: calls are counted by address.
  const headers = { "x-forwarded-for": `10.0.${people >> 8}.${people & 255}` };
  const found: string[] = [];
  for (const operation of operations()) {
    const { method, path, access } = operation;
    const body = ["GET", "DELETE", "OPTIONS"].includes(method) ? undefined : {};
    const { status } = await call(method, path, body, headers);
    const expected = refusal(operation, person);
    const asDeclared = expected
      ? status === expected
      : ![401, 403].includes(status) && status < 500;
    if (!asDeclared)
      found.push(`${method} ${path} (${access}): ${status}, not ${expected ?? "let in"}`);
  }
  return found;
}

test("every call of the document says who may make it and by which token", () => {
  const every = Object.entries(described()).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ at: `${method} ${path}`, ...call })),
  );
  expect(every.length).toBeGreaterThan(100);
  expect(every.filter((call) => !call["x-access"] || !call.security).map(({ at }) => at)).toEqual(
    [],
  );
});

test("every route of the server is in the document", () => {
  const tried = new Set(operations().map(({ path }) => path));
  for (const path of Object.values(paths).filter((one) => !toCome.includes(one))) {
    expect(
      [...tried].some((one) => one === path || one.startsWith(`${path}/`)),
      path,
    ).toBe(true);
  }
  const hide = () =>
    server.app.get(
      "/api/secret",
      { config: { access: "public" }, schema: { hide: true } },
      () => 1,
    );
  expect(hide).toThrow();
});

test("anonymous", async () => {
  expect(await surprises(server.anonymous, "anonymous")).toEqual([]);
});

test.each(["MasterAdmin", "SysAdmin"])("%s", async (role) => {
  const { call } = await server.person(role);
  expect(await surprises(call, "builtIn")).toEqual([]);
});

test("a role with nothing", async () => {
  const { call } = await server.person("Nothing", { permissions: grants({}) });
  expect(await surprises(call, [])).toEqual([]);
});

test.each(actions)("a role with every %s and nothing else", async (action) => {
  const permissions = fillPermissions((_, one) => one === action);
  const { call } = await server.person(`Every ${action}`, { permissions });
  const held = resources.map((resource): Permission => `${resource}.${action}`);
  expect(await surprises(call, held)).toEqual([]);
});

describe.each(resources)("a role with one permission of %s", (resource) => {
  test.each(actions)("%s", async (action) => {
    const permissions = fillPermissions((r, a) => r === resource && a === action);
    const { call } = await server.person(`Only ${resource}.${action}`, { permissions });
    expect(await surprises(call, [`${resource}.${action}`])).toEqual([]);
  });
});

test("nobody grants a role more than they hold", async () => {
  const { call } = await server.person("Role maker", {
    permissions: grants({ group: "va", garden: "v" }),
  });
  const refused = await call<Record<string, string[]>>("POST", "/group", {
    name: "Beyond",
    permissions: { user: { delete: true } },
  });
  expect(refused.status).toBe(400);
  expect(refused.body).toHaveProperty("permissions");
  const made = await call<{ permissions: Record<string, Record<string, boolean>> }>(
    "POST",
    "/group",
    { name: "Within", permissions: { garden: { view: true } } },
  );
  expect(made.status).toBe(201);
  const granted = resources.flatMap((r) =>
    actions.filter((a) => made.body.permissions[r]?.[a]).map((a) => `${r}.${a}`),
  );
  expect(granted).toEqual(["garden.view"]);
});

test("the built-in roles cannot be changed or deleted", async () => {
  const { call } = await server.person("MasterAdmin");
  const { body } = await call<{ results: { id: number; name: string; can: object }[] }>(
    "GET",
    "/group",
  );
  for (const role of body.results.filter(
    ({ name }) => name === "MasterAdmin" || name === "SysAdmin",
  )) {
    expect(role.can).toEqual({ change: false, delete: false });
    expect((await call("PATCH", `/group/${role.id}`, { name: "Other" })).status).toBe(403);
    expect((await call("DELETE", `/group/${role.id}`)).status).toBe(403);
  }
});
