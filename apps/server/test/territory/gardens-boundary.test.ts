import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BoundaryPreview } from "@nihol/contract/geometry";
import { zipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readable, samples } from "../../../../packages/geo/test/boundary-samples.ts";
import { type Caller, type TestApp, testApp } from "../support/test-app.ts";

const corpus = join(import.meta.dirname, "../../../../../shared/data/real/kml");
const filesOf = (folder: string) =>
  existsSync(join(corpus, folder))
    ? readdirSync(join(corpus, folder)).filter((name) => /\.km[lz]$/.test(name))
    : [];

let server: TestApp;
let call: Caller;
let token: string;
beforeAll(async () => {
  server = await testApp();
  const person = await server.person("MasterAdmin");
  call = person.call;
  token = (await server.tokensOf(person.email)).access;
});
afterAll(() => server.close());

/** Sends a file as a browser's form does. */
async function send(path: string, name: string, content: Uint8Array | string, language = "en") {
  const form = new FormData();
  form.append("file", new Blob([content as string]), name);
  const request = new Request("http://localhost", { method: "POST", body: form });
  const answer = await server.app.inject({
    method: "POST",
    url: `/api${path}`,
    headers: {
      authorization: `Bearer ${token}`,
      "accept-language": language,
      "content-type": request.headers.get("content-type") as string,
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: answer.statusCode, body: answer.json() };
}
const preview = async (name: string, content: Uint8Array | string, language?: string) =>
  (await send("/garden/boundary-preview", name, content, language)) as {
    status: number;
    body: BoundaryPreview & { file?: string[] };
  };

const square = (west: number, side = 0.01) =>
  `<Polygon><outerBoundaryIs><LinearRing><coordinates>${west},38 ${west + side},38 ${west + side},${38 + side} ${west},${38 + side} ${west},38</coordinates></LinearRing></outerBoundaryIs></Polygon>`;
const placemark = (name: string, geometry: string) =>
  `<Placemark><name>${name}</name>${geometry}</Placemark>`;
const kml = (content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${content}</Document></kml>`;
const names = { tg: "Боғ", ru: "Сад", en: "Garden & <Park>", az: "" };

async function newGarden() {
  return (await call<{ id: number }>("POST", "/garden", { name: names })).body.id;
}

test("shows what a file holds and why the rest is left out, writing nothing", async () => {
  const bowtie = `<Polygon><outerBoundaryIs><LinearRing><coordinates>68,38 68.2,38.2 68.2,38 68,38.2 68,38</coordinates></LinearRing></outerBoundaryIs></Polygon>`;
  const before = (await call<{ count: number }>("GET", "/garden")).body.count;
  const { status, body } = await preview(
    "a.kml",
    kml(placemark("Боғи Ирам", square(68)) + placemark("Бантик", bowtie)),
    "ru",
  );
  expect(status).toBe(200);
  expect(body.features.map(({ name }) => name)).toEqual(["Боғи Ирам"]);
  expect(body.features[0]?.area_m2).toBeGreaterThan(9e5);
  expect(body.rejected).toMatchObject([
    {
      name: "Бантик",
      code: "self_intersection",
      reason: "Граница пересекает сама себя: долгота 68.100000, широта 38.100000",
    },
  ]);
  expect((await call<{ count: number }>("GET", "/garden")).body.count).toBe(before);
});

test("takes the whole file as one garden, or the feature that is chosen", async () => {
  const file = kml(placemark("один", square(68)) + placemark("два", square(69, 0.02)));
  const whole = await newGarden();
  expect((await send(`/garden/${whole}/boundary`, "a.kml", file)).status).toBe(200);
  const one = await newGarden();
  expect((await send(`/garden/${one}/boundary?feature=1`, "a.kml", file)).status).toBe(200);
  const boundaryOf = async (id: number) =>
    (await call<{ boundary: { coordinates: unknown[] }; bbox: number[] }>("GET", `/garden/${id}`))
      .body;
  expect((await boundaryOf(whole)).boundary.coordinates).toHaveLength(2);
  expect((await boundaryOf(one)).bbox).toEqual([69, 38, 69.02, 38.02]);
  expect((await send(`/garden/${one}/boundary?feature=2`, "a.kml", file)).status).toBe(400);
});

test("gives a boundary back as KML and GeoJSON that it reads itself", async () => {
  const id = await newGarden();
  await send(`/garden/${id}/boundary`, "a.kml", kml(placemark("один", square(68))));
  const { area_m2 } = (await call<{ area_m2: number }>("GET", `/garden/${id}`)).body;
  for (const format of ["kml", "geojson"]) {
    const answer = await server.app.inject({
      url: `/api/garden/${id}/boundary?format=${format}`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.headers["content-disposition"]).toContain(`garden-${id}.${format}`);
    const again = await preview(`b.${format}`, answer.rawPayload);
    expect(again.body.features.map(({ name }) => name)).toEqual([names.ru]);
    expect(again.body.features[0]?.area_m2).toBeCloseTo(area_m2, 3);
  }
  expect((await call("GET", `/garden/${await newGarden()}/boundary`)).status).toBe(404);
});

test("refuses files that are none, each with its reason", async () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "${"x".repeat(1000)}">]><kml>&b;</kml>`;
  const cases: [string, Uint8Array | string, RegExp][] = [
    ["empty.kml", "", /empty/],
    ["bomb.kml", bomb, /entities/],
    ["broken.kml", "<kml><Document>", /line 1/],
    ["text.kml", "hello", /not a KML/],
    ["out.kmz", zipSync({ "../doc.kml": Buffer.from(kml("")) }), /outside itself/],
    ["big.kmz", zipSync({ "doc.kml": Buffer.from(kml(" ".repeat(120 * 1024 ** 2))) }), /100\sMB/],
    ["a.geojson", '{"type": "FeatureCollection", ', /JSON/],
  ];
  for (const [name, content, reason] of cases) {
    const { status, body } = await preview(name, content);
    expect([name, status]).toEqual([name, 400]);
    expect(body.file?.[0]).toMatch(reason);
  }
});

test("no reason has a gap, a tag or a word of the program in it, in any language", async () => {
  const line = "<LineString><coordinates>68,38 69,38</coordinates></LineString>";
  const wrong =
    "<Polygon><outerBoundaryIs><LinearRing><coordinates>north</coordinates></LinearRing></outerBoundaryIs></Polygon>";
  const features = [
    placemark("a line", line),
    placemark("words", wrong),
    placemark("nothing", ""),
    "<GroundOverlay><name>photo</name></GroundOverlay>",
    "<NetworkLink><name>link</name></NetworkLink>",
  ];
  const polygon = { type: "Polygon", coordinates: [[["x", "y"]]] };
  const files: [string, Uint8Array | string][] = [
    ["a.kml", kml(features.join(""))],
    ["a.geojson", JSON.stringify({ type: "Feature", properties: {}, geometry: polygon })],
    ["a.geojson", JSON.stringify({ type: "Feature", properties: {}, geometry: { type: "Point" } })],
    ["a.kmz", zipSync({ "doc.kml": Buffer.from(kml("")) }).subarray(0, -30)],
    ["a.kml", "<svg/>"],
  ];
  for (const language of ["ru", "tg", "az", "en"]) {
    for (const [name, content] of files) {
      const { body } = await preview(name, content, language);
      const reasons = [...(body.rejected ?? []).map(({ reason }) => reason), ...(body.file ?? [])];
      expect(reasons.length, name).toBeGreaterThan(0);
      for (const reason of reasons)
        expect(reason).toMatch(
          /^(?!.*(?:\{|\}|\(\)|: ?$|: ?\.|entry|directory|svg|GroundOverlay|LineString)).+/s,
        );
    }
  }
});

test("refuses a file over 20 MB", async () => {
  const { status, body } = await preview("big.kml", new Uint8Array(20 * 1024 ** 2 + 1));
  expect(status).toBe(400);
  expect(body.file).toEqual(["File size exceeds the allowed limit of 20MB"]);
});

const circle = Array.from({ length: 90_000 }, (_, i) => {
  const angle = (i / 90_000) * 2 * Math.PI;
  return [68 + Math.cos(angle), 38 + Math.sin(angle)];
});

/** Counts the answers to somebody else while `work` runs. A server that is held up answers once it is done. */
async function answersDuring(work: Promise<unknown>): Promise<number> {
  let answers = 0;
  let done = false;
  void work.finally(() => {
    done = true;
  });
  while (!done) {
    await server.anonymous("GET", "/health");
    answers += 1;
  }
  return answers;
}

test("answers others while a large file is read", async () => {
  const points = [...circle, circle[0]].map((point) => point?.join(",")).join(" ");
  const ring = `<Polygon><outerBoundaryIs><LinearRing><coordinates>${points}</coordinates></LinearRing></outerBoundaryIs></Polygon>`;
  const reading = preview("circle.kml", kml(placemark("круг", ring)));
  expect(await answersDuring(reading)).toBeGreaterThan(10);
  expect((await reading).body.features).toHaveLength(1);
});

test("answers others while a large boundary is checked", async () => {
  const boundary = { type: "Polygon", coordinates: [[...circle, circle[0]]] };
  const sending = call<{ area_m2: number }>("POST", "/garden", {
    name: names,
    boundary,
    // a circle of two degrees
    confirm_large: true,
  });
  expect(await answersDuring(sending)).toBeGreaterThan(10);
  expect((await sending).status).toBe(201);
  const bowtie = [...circle.slice(0, 1000), [68, 38], ...circle.slice(500, 900), circle[0]];
  const refused = await call<{ boundary: string[] }>("POST", "/garden", {
    name: names,
    boundary: { type: "Polygon", coordinates: [bowtie] },
  });
  expect(refused.status).toBe(400);
  expect(refused.body.boundary?.[0]).toMatch(/crosses itself at longitude \d/);
});

test("reads or refuses every file, with a text that a person can read", async () => {
  const real = ["valid", "derived-by-us", "bad"].flatMap((folder) =>
    filesOf(folder).map((name) => ({ name, bytes: readFileSync(join(corpus, folder, name)) })),
  );
  const read: string[] = [];
  for (const { name, bytes } of [...samples, ...real]) {
    const { status, body } = await preview(name, bytes);
    expect([name, status === 200 || status === 400]).toEqual([name, true]);
    const texts = status === 200 ? body.rejected.map(({ reason }) => reason) : (body.file ?? []);
    expect([name, texts.length + (body.features?.length ?? 0) > 0]).toEqual([name, true]);
    for (const text of texts)
      expect([name, text]).not.toEqual([name, expect.stringMatching(/[{}]|^errors\./)]);
    if (body.features?.length) read.push(name);
  }
  expect(read).toEqual(expect.arrayContaining(readable.map(([{ name }]) => name)));
});
