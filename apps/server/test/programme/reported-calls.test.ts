/** Photos and calls with which people met a fault, each with what is right: drawn here, and the originals where they are. */
import type { PlantTreeReport } from "@nihol/contract/planting/plant-tree-reports";
import { json } from "@nihol/db/json";
import { parse } from "csv-parse/sync";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendFile } from "../support/attached-files-sender.ts";
import { exported } from "../support/export-orders.ts";
import { type ImageryServer, imageryServer } from "../support/imagery-server.ts";
import { day, makeTask, plantingFixture } from "../support/planting-fixture.ts";
import { both } from "../support/reported-files.ts";
import type { Caller } from "../support/test-app.ts";

let server: ImageryServer;
let call: Caller;
let token: string;
let rowPath: string;
beforeAll(async () => {
  server = await imageryServer();
  const person = await server.person("MasterAdmin");
  ({ call } = person);
  token = (await server.tokensOf(person.email)).access;
  const fixture = plantingFixture(server);
  const [garden, type] = [await fixture.insert("garden", {}), await fixture.treeType()];
  const { id: task } = await makeTask(call, garden, type);
  const row = { tree_type: type, count: 10, plant_date: day(-3) };
  const { body } = await call<PlantTreeReport>("POST", `/plant-tree-task/${task}/report`, row);
  rowPath = `/plant-tree-task/${task}/report/${body.id}`;
});
afterAll(() => server.close());

/** A photo as a camera writes it, with the day or the place of its clock and its receiver. */
async function photo(about: { taken?: string; latitude?: string; longitude?: string }) {
  const { taken, latitude, longitude } = about;
  const gps = {
    GPSLatitudeRef: "N",
    GPSLatitude: latitude,
    GPSLongitudeRef: "E",
    GPSLongitude: longitude,
  };
  const jpeg = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#2a7" } })
    .withExif({
      ...(taken && { IFD2: { DateTimeOriginal: taken } }),
      ...(latitude && { IFD3: gps as Record<string, string> }),
    })
    .jpeg()
    .toBuffer();
  return new Uint8Array(jpeg);
}

test.each([
  ["photo-exif-30-february.jpg", { taken: "2026:02:30 09:30:00" }, { image_date: null }],
  ["photo-exif-year-0000.jpg", { taken: "0000:05:14 09:30:00" }, { image_date: null }],
  [
    "photo-gps-minutes-above-60.jpg",
    { latitude: "37/1 91/1 48/1", longitude: "67/1 106/1 12/1" },
    { position: { latitude: expect.closeTo(38.53, 2), longitude: expect.closeTo(68.77, 2) } },
  ],
  [
    "photo-gps-zeroed.jpg",
    { latitude: "0/1 0/1 0/1", longitude: "0/1 0/1 0/1" },
    { position: null },
  ],
])("%s", async (name, about, expected) => {
  for (const [title, bytes] of both(name, await photo(about))) {
    const { status, body } = await sendFile<PlantTreeReport>(server, token, `${rowPath}/photo`, {
      name: "a.jpg",
      bytes,
    });
    expect(status, title).toBe(200);
    expect(body, title).toMatchObject(expected);
  }
});

test("http-tus-patch-behind-post-only-proxy.json", async () => {
  const owner = await server.visitor("MasterAdmin");
  const own = {
    method: "POST",
    path: "/api/upload/{id}",
    headers: {
      "X-HTTP-Method-Override": "PATCH",
      "Tus-Resumable": "1.0.0",
      "Upload-Offset": "0",
      "Content-Type": "application/offset+octet-stream",
    },
  };
  for (const [title, bytes] of both(
    "http-tus-patch-behind-post-only-proxy.json",
    JSON.stringify(own),
  )) {
    const { method, path, headers } = JSON.parse(Buffer.from(bytes).toString()) as typeof own;
    const id = await owner.begin(100);
    const answer = await owner.fetchAt(method, path.replace("/api", "").replace("{id}", id), {
      headers,
      body: new Uint8Array(40),
    });
    expect([answer.status, answer.headers.get("upload-offset")], title).toEqual([204, "40"]);
  }
});

test("json-azerbaijani-names-and-searches.json", async () => {
  const own = {
    names: [
      {
        az: "İsmayıllı bağı",
        searches: ["İsmayıllı", "ismayıllı", "İSMAYILLI", "ISMAYILLI", "ismayilli"],
      },
    ],
  };
  for (const [title, bytes] of both(
    "json-azerbaijani-names-and-searches.json",
    JSON.stringify(own),
  )) {
    const { names } = JSON.parse(Buffer.from(bytes).toString()) as typeof own;
    for (const { az, searches } of names) {
      const { id } = await server.db.sql
        .insertInto("garden")
        .values({ name: json({ tg: "Б", ru: "С", en: "G", az: `${az} ${title}` }) })
        .returning("id")
        .executeTakeFirstOrThrow();
      for (const search of searches) {
        const { body } = await call<{ results: { id: number }[] }>(
          "GET",
          `/garden?page_size=100&search=${encodeURIComponent(search)}`,
        );
        expect(
          body.results.map((row) => row.id),
          `${title} ${search}`,
        ).toContain(id);
      }
    }
  }
});

test("json-violation-description-two-lines.json", async () => {
  const own = {
    kind: "dumping",
    title: "Партов",
    point: [68.55, 38.53],
    observed_on: day(-2),
    description: "Сатри якум\n=1+1+cmd",
  };
  for (const [, bytes] of both("json-violation-description-two-lines.json", JSON.stringify(own))) {
    const sent = JSON.parse(Buffer.from(bytes).toString()) as typeof own;
    expect((await call("POST", "/violation", { ...sent, observed_on: day(-2) })).status).toBe(201);
  }
  server.startWorker();
  const { done, text } = await exported(call, { list: "violation", format: "csv" });
  const read: string[][] = parse(text, { bom: true, record_delimiter: "\r\n" });
  expect(read.map((row) => row.length)).toEqual(Array(done.rows + 1).fill(read[0]?.length));
  expect(read.flat()).toContain("Сатри якум\n'=1+1+cmd");
});
