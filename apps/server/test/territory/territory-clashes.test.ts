/** Regions and districts that clash with others: by their code, by their border, and by what belongs to them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { rectangle } from "../../../../packages/store/test/tree-world.ts";
import { fresh } from "../support/planting-fixture.ts";
import { type Caller, grants, type TestApp, testApp } from "../support/test-app.ts";

let server: TestApp;
let call: Caller;
beforeAll(async () => {
  server = await testApp();
  ({ call } = await server.person("MasterAdmin"));
});
afterAll(() => server.close());

interface Answer {
  id: number;
  code: string;
  detail: string;
  fields: Record<string, { code: string }[]>;
}
const make = (path: string, more: object = {}) =>
  call<Answer>("POST", path, { name: fresh(), ...more });

test("a code is taken whatever its capitals, and is called a code", async () => {
  const { body } = await make("/region", { code: "TJ-Суғд" });
  for (const [path, more] of [
    ["/region", {}],
    ["/district", { region: body.id }],
  ] as const) {
    await make(path, { code: "TJ-Суғд", ...more });
    const again = await make(path, { code: "tj-СУҒД", ...more });
    expect(again.status).toBe(400);
    expect(JSON.stringify(again.body)).toMatch(/code_taken|This code is taken/);
  }
  expect((await call("PATCH", `/region/${body.id}`, { code: "tj-суғд" })).status).toBe(200);
});

test("a name is taken whatever its capitals, of devices too and as Azerbaijani writes i", async () => {
  const device = (name: string) =>
    call<Answer>("POST", "/device", {
      ...{ name, type: "air", latitude: 38.5, longitude: 68.8 },
    });
  const first = await device("Стансия Ҳаво İqlim-1");
  expect([first.status, first.body]).toMatchObject([201, { id: expect.any(Number) }]);
  for (const name of ["СТАНСИЯ ҲАВО İQLİM-1", "стансия ҳаво iqlim-1"]) {
    const again = await device(name);
    expect([again.status, JSON.stringify(again.body)]).toEqual([
      400,
      expect.stringMatching(/This name is taken/),
    ]);
  }
  expect((await device("qız")).status).toBe(201);
  expect((await device("QIZ")).status).toBe(400);
  // Another letter is another name.
  expect((await device("qiz")).status).toBe(201);
  const renamed = { name: "стансия ҳаво İQLİM-1" };
  expect((await call("PATCH", `/device/${first.body.id}`, renamed)).status).toBe(200);
});

test("a district over another one is refused by the ground that both hold; beside it it is taken", async () => {
  const { id: region } = (await make("/region")).body;
  const district = (box: [number, number, number, number], path = "/district") =>
    make(path, { region, boundary: rectangle(box) });
  const first = await district([69, 38, 69.1, 38.1]);
  expect(first.status).toBe(201);
  const over = await district([69.05, 38, 69.15, 38.1]);
  expect(over.status).toBe(400);
  expect(JSON.stringify(over.body)).toContain("ha of another district");
  expect((await district([69.098, 38, 69.2, 38.1])).status).toBe(201);
  const moved = await call("PATCH", `/district/${first.body.id}`, {
    boundary: rectangle([69.1, 38, 69.2, 38.1]),
  });
  expect(moved.status).toBe(400);
});

test("a place that is in use says what belongs to it", async () => {
  const { id: region } = (await make("/region")).body;
  const { id: district } = (await make("/district", { region })).body;
  expect((await make("/garden", { region, district })).status).toBe(201);
  await server.person("Region worker", {
    permissions: grants({ garden: "v" }),
    regions: [region],
  });
  const refused = await call<Answer>("DELETE", `/region/${region}`);
  expect([refused.status, refused.body.code]).toEqual([409, "in_use"]);
  expect(refused.body.detail).toContain(
    "Districts: 1, gardens: 1, devices: 0, people who work in it: 1.",
  );
  const other = await call<Answer>("DELETE", `/district/${district}`);
  expect(other.body.detail).toContain("Gardens: 1, devices: 0");
});
