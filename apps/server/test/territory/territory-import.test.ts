import { afterAll, beforeAll, expect, test } from "vitest";
import { grants, type TestApp, testApp } from "../support/test-app.ts";

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

test("an outline that several districts fit is written only for the one that was chosen", async () => {
  const { call } = await server.person("MasterAdmin");
  const named = (word: string) => ({ tg: word, ru: word, en: word });
  const region = (await call<{ id: number }>("POST", "/region", { name: named("Choice") })).body.id;
  const ids: number[] = [];
  for (const word of ["Upper Ford", "Lower Ford"]) {
    const made = await call<{ id: number }>("POST", "/district", { name: named(word), region });
    ids.push(made.body.id);
  }
  const properties = { name: "Ford", part: "Upper Ford", rest: "Lower Ford" };
  const file = fileBody({
    type: "FeatureCollection",
    features: [{ type: "Feature", properties, geometry: square(70, 38) }],
  });
  const send = (query: string) =>
    call<Record<string, { id?: number; by?: string; candidates?: { id: number }[] }[]>>(
      "POST",
      `/district/import?${query}`,
      file.payload,
      file.headers,
    );
  const look = (await send("dry_run=1")).body;
  expect(look.matched).toEqual([]);
  expect(look.ambiguous?.[0]?.candidates?.map(({ id }) => id).sort()).toEqual([...ids].sort());
  await send("");
  const bboxOf = async (id: number | undefined) =>
    (await call<{ bbox: unknown }>("GET", `/district/${id}`)).body.bbox;
  expect(await Promise.all(ids.map(bboxOf))).toEqual([null, null]);
  const done = (await send(`choices=0:${ids[1]}`)).body;
  expect(done.matched).toMatchObject([{ id: ids[1], by: "choice" }]);
  expect(await Promise.all(ids.map(bboxOf))).toEqual([null, [70, 38, 70.1, 38.1]]);
  expect((await send("choices=0:999999")).body).toHaveProperty("choices");
  expect((await send("choices=oops")).status).toBe(400);
});

test("a border that lies elsewhere is not written, and may be given another place", async () => {
  const { call } = await server.person("MasterAdmin");
  const named = (word: string) => ({ tg: word, ru: word, en: word });
  const region = await call<{ id: number }>("POST", "/region", {
    name: named("Home"),
    boundary: {
      type: "Polygon",
      coordinates: [
        [
          [70, 38],
          [71, 38],
          [71, 39],
          [70, 39],
          [70, 38],
        ],
      ],
    },
  });
  const districts: Record<string, number> = {};
  for (const word of ["Near", "Edge", "Abroad", "Turned"]) {
    const body = { name: named(word), region: region.body.id };
    districts[word] = (await call<{ id: number }>("POST", "/district", body)).body.id;
  }
  const outlines = (places: Record<string, [number, number]>) =>
    fileBody({
      type: "FeatureCollection",
      features: Object.entries(places).map(([name, [west, south]]) => ({
        type: "Feature",
        properties: { name },
        geometry: square(west, south),
      })),
    });
  type Answer = { matched: { id: number }[]; unmatched: { feature: string; reason: string }[] };
  const send = (path: string, { payload, headers }: ReturnType<typeof fileBody>) =>
    call<Answer>("POST", path, payload, headers);
  const file = outlines({
    Near: [70.5, 38.5],
    Edge: [70.95, 38],
    Abroad: [10, 50],
    Turned: [38.2, 70.2],
  });
  for (const path of ["/district/import?dry_run=1", "/district/import"]) {
    const { body } = await send(path, file);
    expect(body.matched.map(({ id }) => id)).toEqual([districts.Near, districts.Edge]);
    expect(body.unmatched.map(({ feature }) => feature)).toEqual(["Abroad", "Turned"]);
    expect(body.unmatched[0]?.reason).toMatch(/leaves the border of the district's region by more/);
    expect(body.unmatched[1]?.reason).toMatch(/look swapped/);
  }
  const bboxOf = async (path: string) => (await call<{ bbox: unknown }>("GET", path)).body.bbox;
  expect(await bboxOf(`/district/${districts.Abroad}`)).toBeNull();
  const regions = await send("/region/import", outlines({ Home: [10, 50] }));
  expect(regions.body.matched).toEqual([]);
  expect(regions.body.unmatched[0]?.reason).toMatch(/more than 500 km from the country's other/);
  expect(await bboxOf(`/region/${region.body.id}`)).toEqual([70, 38, 71, 39]);
});

test("the border of one territory is drawn, changed and removed by itself", async () => {
  const { call } = await server.person("MasterAdmin");
  const name = { tg: "Як", ru: "Один", en: "One" };
  type Row = { id: number; bbox: number[] | null; area_m2: number | null };
  const made = await call<Row>("POST", "/region", { name, boundary: square(71, 37) });
  expect(made.body.bbox).toEqual([71, 37, 71.1, 37.1]);
  const path = `/region/${made.body.id}`;
  const moved = await call<Row>("PATCH", path, { boundary: square(72, 37) });
  expect(moved.body.bbox).toEqual([72, 37, 72.1, 37.1]);
  const renamed = await call<Row>("PATCH", path, { name: { ...name, en: "Only" } });
  expect(renamed.body.bbox).toEqual(moved.body.bbox);
  const removed = await call<Row>("PATCH", path, { boundary: null });
  expect([removed.body.bbox, removed.body.area_m2]).toEqual([null, null]);
});

test("a region over another one is refused, drawn or from a file; one beside it, and its own new border, are not", async () => {
  const { call } = await server.person("MasterAdmin");
  const region = (code: string, boundary: object | null) => {
    const name = { tg: `Вилоят ${code}`, ru: `Область ${code}`, en: `Region ${code}`, az: "" };
    return call<{ id: number; boundary?: string[] }>("POST", "/region", { name, code, boundary });
  };
  const first = await region("OV-1", square(67, 37));
  expect(first.status).toBe(201);
  const over = await region("OV-2", square(67.05, 37));
  expect([over.status, over.body.boundary]).toEqual([
    400,
    [expect.stringMatching(/covers 49\d{2,3} ha of another region/)],
  ]);
  expect((await region("OV-3", square(67.098, 37))).status).toBe(201);
  const moved = await call("PATCH", `/region/${first.body.id}`, { boundary: square(66.999, 37) });
  expect(moved.status).toBe(200);
  const named = await region("OV-4", null);
  const file = fileBody({
    type: "FeatureCollection",
    features: [
      { type: "Feature", properties: { name: "Region OV-4" }, geometry: square(67.02, 37.02) },
    ],
  });
  const { body } = await call<{ unmatched: { reason: string }[]; matched: object[] }>(
    "POST",
    "/region/import?dry_run=1",
    file.payload,
    file.headers,
  );
  expect(named.status).toBe(201);
  expect([body.matched, body.unmatched[0]?.reason]).toEqual([
    [],
    expect.stringMatching(/of another region/),
  ]);
});

test("outlines of one file that hold the same ground are both refused, and what they leave in place still stands", async () => {
  const { call } = await server.person("MasterAdmin");
  const named = (word: string) => ({ tg: word, ru: word, en: word, az: word });
  const region = (await call<{ id: number }>("POST", "/region", { name: named("Twofold") })).body
    .id;
  const ids: Record<string, number> = {};
  const stored = { Stayer: square(64.4, 37) } as const;
  for (const word of ["First", "Second", "Third", "Stayer", "Mover"]) {
    const boundary = word === "Stayer" ? stored.Stayer : null;
    const made = await call<{ id: number }>("POST", "/district", {
      ...{ name: named(`${word} Fold`), region, boundary },
    });
    expect(made.status).toBe(201);
    ids[word] = made.body.id;
  }
  const outlines = (places: [string, number][]) =>
    fileBody({
      type: "FeatureCollection",
      features: places.map(([word, west]) => ({
        type: "Feature",
        properties: { name: `${word} Fold` },
        geometry: square(west, 37),
      })),
    });
  type Answer = { matched: { id: number }[]; unmatched: { feature: string; reason: string }[] };
  const send = async (places: [string, number][]) => {
    const { payload, headers } = outlines(places);
    return (await call<Answer>("POST", "/district/import", payload, headers)).body;
  };
  const both = await send([
    ["First", 64],
    ["Second", 64.09],
    ["Third", 64.2],
  ]);
  expect(both.matched.map(({ id }) => id)).toEqual([ids.Third]);
  expect(both.unmatched.map(({ feature }) => feature)).toEqual(["First Fold", "Second Fold"]);
  for (const { reason } of both.unmatched)
    expect(reason).toMatch(/ha of another outline of this file, near longitude 64\.095/);
  // Edges of different maps cross each other by less.
  const beside = await send([
    ["First", 64],
    ["Second", 64.098],
  ]);
  expect(beside.matched.map(({ id }) => id)).toEqual([ids.First, ids.Second]);
  // The stayer would make room, but its new place is taken: so its old one still is.
  const chain = await send([
    ["Stayer", 64.2],
    ["Mover", 64.4],
  ]);
  expect(chain.matched).toEqual([]);
  expect(chain.unmatched.map(({ reason }) => reason)).toEqual([
    expect.stringContaining("of another district"),
    expect.stringContaining("of another district"),
  ]);
  const free = await send([
    ["Stayer", 64.6],
    ["Mover", 64.4],
  ]);
  expect(free.matched.map(({ id }) => id)).toEqual([ids.Stayer, ids.Mover]);
});

test("whoever is signed in may read a boundary file for a form", async () => {
  const { call } = await server.person("Nobody at all", { permissions: grants({}) });
  const file = fileBody({ type: "Feature", properties: { name: "a" }, geometry: square(70, 38) });
  const { status, body } = await call("POST", "/boundary-preview", file.payload, file.headers);
  expect(status).toBe(200);
  expect(body).toMatchObject({ features: [{ name: "a" }], rejected: [] });
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
