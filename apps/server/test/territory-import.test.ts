import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "./test-app.ts";

let server: TestApp;
beforeAll(async () => {
  server = await testApp();
});
afterAll(() => server.close());

const square = (west: number, south: number) => ({
  type: "Polygon",
  coordinates: [
    [
      [west, south],
      [west + 0.1, south],
      [west + 0.1, south + 0.1],
      [west, south + 0.1],
      [west, south],
    ],
  ],
});

/** A multipart body with one file, as a browser sends it. */
function fileBody(content: object) {
  const boundary = "----nihol";
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="borders.geojson"\r\ncontent-type: application/geo+json\r\n\r\n`;
  return {
    payload: `${head}${JSON.stringify(content)}\r\n--${boundary}--\r\n`,
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  };
}

test("a dry run says what would happen and writes nothing; the import then writes areas on the ellipsoid", async () => {
  const { call } = await server.person("MasterAdmin");
  const name = {
    tg: "Вилояти Озмоиш",
    ru: "Опытная область",
    en: "Trial Region",
    az: "Sınaq vilayəti",
  };
  const region = (await call<{ id: number }>("POST", "/region", { name, code: "TR-1" })).body;
  const file = fileBody({
    type: "FeatureCollection",
    features: [
      { type: "Feature", properties: { name: "trial" }, geometry: square(68, 38) },
      { type: "Feature", properties: { name: "Nowhere" }, geometry: square(69, 38) },
      {
        type: "Feature",
        properties: { name: "A point" },
        geometry: { type: "Point", coordinates: [1, 2] },
      },
    ],
  });
  type Answer = {
    matched: { id: number; replaces: boolean; area_m2: number }[];
    unmatched: { feature: string; reason: string }[];
    rejected: unknown[];
  };
  const dry = await call<Answer>("POST", "/region/import?dry_run=1", file.payload, file.headers);
  expect(dry.status).toBe(200);
  expect(dry.body.matched).toMatchObject([{ id: region.id, replaces: false }]);
  expect(dry.body.unmatched).toMatchObject([{ feature: "Nowhere" }]);
  expect(dry.body.rejected).toHaveLength(1);
  expect(
    (await call<{ boundary: unknown }>("GET", `/region/${region.id}`)).body.boundary,
  ).toBeNull();
  await call("POST", "/region/import", file.payload, file.headers);
  const after = (await call<{ area_m2: number; bbox: number[] }>("GET", `/region/${region.id}`))
    .body;
  expect(after.bbox).toEqual([68, 38, 68.1, 38.1]);
  // 0.1° × 0.1° at 38.05° N on the WGS 84 ellipsoid
  expect(after.area_m2 / 1e6).toBeCloseTo(97.3, 0);
});

test("a region in use cannot be deleted, and one with a taken code cannot be made", async () => {
  const { call } = await server.person("MasterAdmin");
  const name = { tg: "А", ru: "А", en: "A" };
  const region = (await call<{ id: number }>("POST", "/region", { name, code: "TR-2" })).body;
  await call("POST", "/district", { name, region: region.id });
  expect((await call("DELETE", `/region/${region.id}`)).status).toBe(409);
  expect((await call("POST", "/region", { name, code: "TR-2" })).body).toHaveProperty("code");
});

test("a boundary that crosses itself is refused with the place", async () => {
  const { call } = await server.person("MasterAdmin");
  const bowtie = {
    type: "Polygon",
    coordinates: [
      [
        [68, 38],
        [68.1, 38.1],
        [68.1, 38],
        [68, 38.1],
        [68, 38],
      ],
    ],
  };
  const { status, body } = await call<{ boundary: string[] }>("POST", "/region", {
    name: { tg: "Б", ru: "Б", en: "B" },
    boundary: bowtie,
  });
  expect(status).toBe(400);
  expect(body.boundary[0]).toContain("68.05");
});
