/** A process and its image are seen by the same people, wherever the file and the image are placed. */
import type { Process } from "@nihol/contract/imagery/processes";
import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import type { Page } from "@nihol/contract/paging";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  everything,
  type Home,
  imageryWorld,
  insertPublished,
  name,
  place,
  square,
} from "../support/imagery-world.ts";
import type { TestApp } from "../support/test-app.ts";

let server: TestApp;
let ministry: { own: number; other: number };
let home: Home;
let elsewhere: number;
beforeAll(async () => {
  const world = await imageryWorld();
  ({ server, ministry, home, elsewhere } = world);
  const sql = server.db.sql;
  // The file's centre lies in one region and the image's in another, or in none; nobody's any more; not ended yet.
  const bare = { region_id: null, district_id: null };
  const far = { region_id: elsewhere, district_id: null };
  const cases = [
    { process: { ...far }, image: {} },
    { process: {}, image: far },
    { process: bare, image: {} },
    { process: {}, image: bare },
    { process: { requested_by: null }, image: {} },
    { process: { requested_by: null, ...bare }, image: bare },
    { process: { status: "in_progress" as const }, image: {} },
    { process: { status: "failed" as const }, image: {} },
  ];
  for (const [at, { process, image }] of cases.entries()) {
    const made = await insertPublished(server, home, `2023-0${at + 1}-01`);
    if (Object.keys(process).length > 0)
      await sql
        .updateTable("imagery_process")
        .set(process)
        .where("id", "=", made.process)
        .execute();
    if (Object.keys(image).length > 0)
      await sql.updateTable("whole_image").set(image).where("id", "=", made.id).execute();
  }
  const boundary = square(place.west + 0.004, place.south + 0.004, 0.002);
  const drawer = await server.person("Drawer", {
    permissions: everything,
    ministryId: ministry.own,
  });
  expect((await drawer.call("POST", "/garden", { name, boundary })).status).toBe(201);
});
afterAll(() => server.close());

const kinds: [string, number, () => Parameters<TestApp["person"]>[1]][] = [
  ["of the whole programme", 10, () => ({})],
  ["of the ministry that asked for them", 8, () => ({ ministryId: ministry.other })],
  ["of a ministry with a garden there", 10, () => ({ ministryId: ministry.own })],
  ["of the region", 9, () => ({ regions: [home.region] })],
  ["of the district", 9, () => ({ districts: [home.district] })],
  ["of another region", 2, () => ({ regions: [elsewhere] })],
  [
    "of the region and of the ministry with a garden there",
    9,
    () => ({ ministryId: ministry.own, regions: [home.region] }),
  ],
  [
    "of another region and of the ministry that asked for them",
    2,
    () => ({ ministryId: ministry.other, regions: [elsewhere] }),
  ],
];

test.each(kinds)(
  "a person %s sees the image of each process, and no other",
  async (kind, count, options) => {
    const { call } = await server.person(kind, { permissions: everything, ...options() });
    const processes = (await call<Page<Process>>("GET", "/satellite-imagery?page_size=100")).body;
    const images = (await call<Page<WholeImage>>("GET", "/whole-image?page_size=100")).body;
    expect(processes.count).toBe(count);
    const ofProcesses = processes.results.map((one) => one.whole_image);
    expect([...ofProcesses].sort()).toEqual(images.results.map(({ id }) => id).sort());
    for (const id of ofProcesses) {
      expect((await call("GET", `/whole-image/${id}`)).status).toBe(200);
      expect((await call("GET", `/whole-image/${id}/fragment`)).status).toBe(200);
    }
  },
);
