/** Lists say what may be done, as their calls allow it, and a refusal says what is missing. */
import type { ListCan } from "@nihol/contract/paging";
import { fillPermissions } from "@nihol/contract/values/permissions";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, grants, type TestApp, testApp } from "../support/test-app.ts";

type Called = Awaited<ReturnType<TestApp["person"]>>;

let server: TestApp;
let region: number;
let ministry: number;
let people: Record<"ministry" | "district" | "programme" | "viewer", Called>;
const everything = fillPermissions(() => true);

beforeAll(async () => {
  server = await testApp();
  const master = (await server.person("MasterAdmin")).call;
  const made = async (path: string, body: object) =>
    (await master<{ id: number }>("POST", path, body)).body.id;
  region = await made("/region", { name: names() });
  const district = await made("/district", { name: names(), region });
  ministry = await made("/ministry", { name: names() });
  people = {
    ministry: await server.person("Of a ministry", {
      permissions: everything,
      ministryId: ministry,
    }),
    district: await server.person("Of a district", {
      permissions: everything,
      districts: [district],
    }),
    programme: await server.person("Of the programme", { permissions: everything }),
    viewer: await server.person("Viewer", {
      permissions: fillPermissions((_, action) => action === "view"),
    }),
  };
});
afterAll(() => server.close());

let made = 0;
/** Names that no row has yet. */
const names = () => {
  made += 1;
  return { tg: `Ном ${made}`, ru: `Имя ${made}`, en: `Name ${made}`, az: "" };
};

const canOf = async (call: Caller, path: string) =>
  (await call<{ can: ListCan }>("GET", path)).body.can;

interface List {
  path: string;
  right: string;
  body: () => object;
}
/** Lists that belong to the whole programme. */
const ofProgramme: List[] = [
  { path: "/region", right: "Regions: Add", body: () => ({ name: names() }) },
  { path: "/district", right: "Districts: Add", body: () => ({ name: names(), region }) },
  { path: "/ministry", right: "Organizations: Add", body: () => ({ name: names() }) },
  { path: "/organization-type", right: "Organizations: Add", body: () => ({ name: names() }) },
  { path: "/plant-tree-type", right: "Tree types: Add", body: () => ({ name: names() }) },
];

describe.each(ofProgramme)("$path", ({ path, right, body }) => {
  test.each(["ministry", "district"] as const)(
    "a person of a %s who holds the right is offered nothing to add, and learns that the scope is missing",
    async (kind) => {
      const { call } = people[kind];
      expect(await canOf(call, path)).toMatchObject({
        add: false,
        add_refusal: { code: "whole_programme_only", right: null },
      });
      const refused = await call("POST", path, body());
      expect([refused.status, refused.body.code]).toEqual([403, "whole_programme_only"]);
      expect(refused.body.detail).toMatch(/^Your role allows this, but your scope does not/);
    },
  );

  test("a person without the right learns which right is missing", async () => {
    const { call } = people.viewer;
    const can = await canOf(call, path);
    expect(can).toMatchObject({ add: false, change: false, delete: false });
    expect(can.add_refusal?.code).toBe("role_lacks_right");
    expect(can.add_refusal?.right).toMatch(/^[a-z]+\.add$/);
    const refused = await call<{ code: string; detail: string }>("POST", path, body());
    expect([refused.status, refused.body.code]).toEqual([403, "permission_denied"]);
    expect(refused.body.detail).toContain(`lacks the right “${right}”`);
  });

  test("a person of the whole programme adds what the list offers", async () => {
    const { call } = people.programme;
    const everything = { add: true, change: true, delete: true, add_refusal: null };
    expect(await canOf(call, path)).toEqual(everything);
    expect((await call("POST", path, body())).status).toBe(201);
  });
});

test.each(["region", "district"])(
  "borders of each %s are imported by the whole programme",
  async (table) => {
    for (const kind of ["ministry", "district"] as const) {
      const { call, email } = people[kind];
      expect((await canOf(call, `/${table}`)).change).toBe(false);
      const form = new FormData();
      form.append(
        "file",
        new Blob(['{"type":"Polygon","coordinates":[[[68,38],[69,38],[69,39],[68,38]]]}']),
        "a.geojson",
      );
      const request = new Request("http://localhost", { method: "POST", body: form });
      const answer = await server.app.inject({
        method: "POST",
        url: `/api/${table}/import?dry_run=1`,
        headers: {
          authorization: `Bearer ${(await server.tokensOf(email)).access}`,
          "content-type": request.headers.get("content-type") as string,
        },
        payload: Buffer.from(await request.arrayBuffer()),
      });
      expect([answer.statusCode, answer.json().code]).toEqual([403, "whole_programme_only"]);
    }
  },
);

describe("a ministry", () => {
  test("is changed by its own people, not by those of a district", async () => {
    const { call } = people.ministry;
    expect(await canOf(call, "/ministry")).toMatchObject({
      add: false,
      change: true,
      delete: false,
    });
    expect((await call("PATCH", `/ministry/${ministry}`, { name: names() })).status).toBe(200);
    const refused = await people.district.call("PATCH", `/ministry/${ministry}`, { name: names() });
    expect([refused.status, refused.body.code]).toEqual([403, "own_ministry_only"]);
    const removed = await call("DELETE", `/ministry/${ministry}`);
    expect([removed.status, removed.body.code]).toEqual([403, "whole_programme_only"]);
  });

  test("takes employees from its own people", async () => {
    expect((await canOf(people.ministry.call, "/ministry-employee")).add).toBe(true);
    expect((await canOf(people.district.call, "/ministry-employee")).add).toBe(false);
  });
});

test("every list that people write says what may be done", async () => {
  const lists = {
    "/garden": "garden",
    "/user": "user",
    "/group": "group",
    "/device": "device",
    "/document": "document",
    "/violation": "violation",
    "/plant-tree-task": "planttreetask",
    "/satellite-imagery": "satelliteimagery",
    "/whole-image": "wholeimage",
  };
  for (const [path, resource] of Object.entries(lists)) {
    const { call } = await server.person(`Adds ${resource}`, {
      permissions: grants({ [resource]: "vad" }),
    });
    const can = { add: true, change: false, delete: true, add_refusal: null };
    expect(await canOf(call, path), path).toEqual(can);
  }
});

test("the account of a person who holds more is refused for that reason", async () => {
  const { call } = await server.person("People only", { permissions: grants({ user: "vacd" }) });
  const refused = await call("PATCH", `/user/${people.programme.id}`, { first_name: "A" });
  expect([refused.status, refused.body.code]).toEqual([403, "person_beyond_own"]);
});
