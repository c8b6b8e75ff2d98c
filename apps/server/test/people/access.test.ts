/**
 * Every path × method × kind of person. Paths come from the OpenAPI document, and what is expected
 * from the `x-access` of each: a new route is tried without a word here. All roles are tried on the rule itself;
 * by HTTP each operation is called with exactly what it asks for, and with everything but that.
 */

import type { ListCan } from "@nihol/contract/paging";
import type { UserProfile } from "@nihol/contract/people/sign-in";
import { listRights } from "@nihol/contract/values/list-rights";
import { paths } from "@nihol/contract/values/paths";
import {
  type Access,
  actions,
  fillPermissions,
  type Permission,
  resources,
} from "@nihol/contract/values/permissions";
import { isUsed, rights } from "@nihol/contract/values/right-needs";
import { json } from "@nihol/db/json";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Actor, mayCallRoute } from "../../src/http/actor.ts";
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
const toCome: string[] = [];

type Person = "anonymous" | "builtIn" | readonly Permission[];

/** 401 and 403 as declared, else undefined: let through, whatever is said of an empty call. */
function refusal(
  { access, oneOf }: Pick<Operation, "access" | "oneOf">,
  person: Person,
): 401 | 403 | undefined {
  if (access === "public" || access === "openData") return undefined;
  if (access === "device" || access === "monitor" || person === "anonymous") return 401;
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

test("the profile says of every list what the list's own answer says", async () => {
  const region = await server.db.sql
    .insertInto("region")
    .values({ name: json({ tg: "Кишвар", ru: "Край", az: "Diyar", en: "Land" }) })
    .returning("id")
    .executeTakeFirstOrThrow();
  const everything = grants(Object.fromEntries(resources.map((one) => [one, "vacd"])));
  const people = [
    await server.person("MasterAdmin"),
    await server.person("Of a region", { permissions: everything, regions: [region.id] }),
    await server.person("Reads", {
      permissions: grants(Object.fromEntries(resources.map((one) => [one, "v"]))),
    }),
  ];
  const lists = operations().filter(
    ({ method, path }) => method === "GET" && Object.values<string>(paths).includes(path),
  );
  for (const { call } of people) {
    const { body } = await call<UserProfile>("GET", "/user-profile");
    const answered: UserProfile["lists"] = {};
    for (const { path } of lists) {
      const { can } = (await call<{ can?: ListCan }>("GET", path)).body ?? {};
      if (can && "add_refusal" in can) answered[path] = can;
    }
    expect(Object.keys(answered).length).toBeGreaterThan(10);
    expect(body.lists).toEqual(answered);
  }
});

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

const allow = (held: readonly Permission[]) =>
  fillPermissions((resource, action) => held.includes(`${resource}.${action}`));

/** The rule alone: who is refused which operation otherwise than declared, without a server being asked. */
function ruledOtherwise(person: Person, role = "A role"): string[] {
  const held = typeof person === "string" ? (person === "builtIn" ? rights : []) : person;
  const actor: Actor = {
    id: 1,
    email: "person@test.example",
    role,
    isMasterAdmin: role === "MasterAdmin",
    permissions: allow(held),
    ministryId: null,
    regionIds: [],
    districtIds: [],
    language: "en",
  };
  return operations()
    .filter(({ access, oneOf }) => {
      const route = { access, ...(oneOf.length > 0 ? { andOneOf: oneOf } : {}) };
      // The route itself asks the token what a device may.
      const expected =
        access === "device" || access === "monitor" || !refusal({ access, oneOf }, person);
      return mayCallRoute(route, person === "anonymous" ? undefined : actor) !== expected;
    })
    .map(({ method, path, access }) => `${method} ${path} (${access})`);
}

describe("the rule for every operation", () => {
  test("anonymous", () => expect(ruledOtherwise("anonymous")).toEqual([]));
  test.each(["MasterAdmin", "SysAdmin"])("%s", (role) =>
    expect(ruledOtherwise("builtIn", role)).toEqual([]),
  );
  test("a role with nothing", () => expect(ruledOtherwise([])).toEqual([]));
  test("a role with everything", () => expect(ruledOtherwise(rights)).toEqual([]));
  test.each(actions)("a role with every %s and nothing else", (action) => {
    expect(ruledOtherwise(resources.map((one): Permission => `${one}.${action}`))).toEqual([]);
  });
  describe.each(resources)("a role with one permission of %s", (resource) => {
    test.each(actions)("%s", (action) =>
      expect(ruledOtherwise([`${resource}.${action}`])).toEqual([]),
    );
  });
});

let people = 0;
/** Makes calls as one person, and says which were answered otherwise than declared. */
async function surprises(
  call: Caller,
  person: Person,
  called: readonly Operation[] = operations(),
): Promise<string[]> {
  people += 1;
  // An address of their own: calls are counted by address.
  const headers = { "x-forwarded-for": `10.0.${people >> 8}.${people & 255}` };
  const found: string[] = [];
  for (const operation of called) {
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

describe("every operation, called by", () => {
  test("anonymous", async () => {
    expect(await surprises(server.anonymous, "anonymous")).toEqual([]);
  });

  test.each(["MasterAdmin", "SysAdmin"])("%s", async (role) => {
    const { call } = await server.person(role);
    expect(await surprises(call, "builtIn")).toEqual([]);
  });

  test.each([
    ["nothing", []],
    ["everything", rights],
  ] as const)("a role with %s", async (name, held) => {
    const { call } = await server.person(`Role with ${name}`, { permissions: allow(held) });
    expect(await surprises(call, held)).toEqual([]);
  });
});

/** Operations by what they ask for: `garden.view`, or `report.view` and one of several. */
function byNeed(): Map<string, Operation[]> {
  const asking = operations().filter(({ access }) => access.includes("."));
  return Map.groupBy(asking, ({ access, oneOf }) => [access, ...oneOf].join(" "));
}

/** With exactly what an operation asks for, in each way that there is; and with all but that. */
function* rolesAround({ access, oneOf }: Operation): Generator<readonly Permission[]> {
  const own = access as Permission;
  for (const one of oneOf.length > 0 ? oneOf : [own]) yield [own, one];
  yield rights.filter((right) => right !== own);
  if (oneOf.length > 0) yield rights.filter((right) => right === own || !oneOf.includes(right));
}

test("every operation lets in who has what it asks for and nothing else, and refuses who has all but that", async () => {
  const role = "Changing";
  const { call } = await server.person(role, { permissions: allow([]) });
  // The role is read on each call: one person is enough.
  const hold = (held: readonly Permission[]) =>
    server.db.sql
      .updateTable("user_group")
      .set({ permissions: json(allow(held)) })
      .where("name", "=", role)
      .execute();
  const found: string[] = [];
  const answers = { let_in: 0, refused: 0 };
  for (const [need, [first, ...others]] of byNeed()) {
    if (!first) continue;
    for (const held of rolesAround(first)) {
      await hold(held);
      const called = [first, ...others];
      answers[refusal(first, held) ? "refused" : "let_in"] += called.length;
      const otherwise = await surprises(call, held, called);
      found.push(...otherwise.map((what) => `${need}: ${what}`));
    }
  }
  expect(found).toEqual([]);
  const asking = operations().filter(({ access }) => access.includes(".")).length;
  expect(answers.let_in).toBeGreaterThanOrEqual(asking);
  expect(answers.refused).toBeGreaterThanOrEqual(asking);
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
