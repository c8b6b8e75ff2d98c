import type { Process } from "@nihol/contract/imagery/processes";
import type { Upload } from "@nihol/contract/imagery/uploads";
import type { Page } from "@nihol/contract/paging";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  geoTiff,
  type ImageryServer,
  imageryServer,
  site,
  type Visitor,
} from "../support/imagery-server.ts";
import { grants } from "../support/test-app.ts";

let server: ImageryServer;
let owner: Visitor;
let upload: Upload;
const day = "2023-06-12";
const bytes = geoTiff({ size: 256 });
const names = { tg: "Ноҳия", ru: "Район", en: "District", az: "" };
/** A square of `side` degrees around the drawn place, moved east by `east`. */
const square = (side: number, east = 0) => {
  const [w, s] = [site.lon + east - side / 2, site.lat - side / 2];
  const ring = [
    [w, s],
    [w + side, s],
    [w + side, s + side],
    [w, s + side],
    [w, s],
  ];
  return { type: "Polygon", coordinates: [ring] };
};

let region: number;
let here: number;
let elsewhere: number;
let bare: number;
beforeAll(async () => {
  server = await imageryServer();
  owner = await server.visitor("MasterAdmin");
  const add = async (path: string, body: object) =>
    (await owner.call<{ id: number }>("POST", path, body)).body.id;
  region = await add("/region", { name: names, boundary: square(0.4) });
  here = await add("/district", { name: names, region, boundary: square(0.1) });
  elsewhere = await add("/district", { name: names, region, boundary: square(0.1, 0.12) });
  bare = await add("/district", { name: names, region });
  upload = await owner.send(bytes);
});
afterAll(() => server.close());

const create = (body: object, who = owner) =>
  who.call<Process & Record<string, string[]>>("POST", "/satellite-imagery", {
    upload: upload.id,
    date: day,
    ...body,
  });
/** Expects a 400 with one text under `field`. */
async function refusedAt(field: string, text: string, body: object, who = owner) {
  const answer = await create(body, who);
  expect(answer.status).toBe(400);
  expect(answer.body[field]).toEqual([text]);
}

describe("a process is not made", () => {
  const notReady = "The upload is not finished or was already used. Upload the file again.";

  test("with a date to come", () =>
    refusedAt("date", "The date lies in the future", { date: "2199-01-01" }));
  test("without a date", () => refusedAt("date", "This field is required", { date: undefined }));
  test("with a date that is none", async () => {
    expect((await create({ date: "2023-02-30" })).status).toBe(400);
  });
  test("of an upload that is not there", () =>
    refusedAt("upload", notReady, { upload: "0".repeat(32) }));
  test("of somebody else's upload", async () => {
    await refusedAt("upload", notReady, {}, await server.visitor("MasterAdmin"));
  });
  test("of an upload that has not come to its end", async () => {
    await refusedAt("upload", notReady, { upload: await owner.begin(bytes.length) });
  });
  test("over an area beside the image", () =>
    refusedAt("area", "The area lies outside the image. Choose another area or the whole image.", {
      area: { district: elsewhere },
    }));
  test("over a drawn area beside the image", () =>
    refusedAt("area", "The area lies outside the image. Choose another area or the whole image.", {
      area: { boundary: square(0.001, 0.01) },
    }));
  test("over a drawn area that crosses itself", async () => {
    const bow = [
      [69, 38],
      [69.01, 38.01],
      [69.01, 38],
      [69, 38.01],
      [69, 38],
    ];
    const answer = await create({ area: { boundary: { type: "Polygon", coordinates: [bow] } } });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body)).toEqual(["area"]);
  });
  test("over a district without a boundary", () =>
    refusedAt(
      "area",
      "This place has no boundary yet. Add its boundary or choose the whole image.",
      { area: { district: bare } },
    ));
  test("over a district that is not there", async () => {
    expect((await create({ area: { district: 999_999 } })).status).toBe(400);
  });
  test("by a role that may only view", async () => {
    const reader = await server.visitor("Looker", {
      permissions: grants({ satelliteimagery: "v" }),
    });
    expect((await create({}, reader)).status).toBe(403);
  });
});

describe("a process that was made", () => {
  let made: Process;
  beforeAll(async () => {
    made = (await create({ area: { district: here } })).body;
  });

  test("waits, with its place and what may be done", () => {
    expect(made).toMatchObject({
      status: "pending",
      process_date: day,
      image_location: "District, District",
      area: { kind: "district", name: { en: "District" } },
      can: { stop: true, delete: false, restart_all: false, restart_failed: false },
    });
    expect(made.centroid_lng).toBeCloseTo(site.lon, 3);
  });

  test("has used up its upload", () =>
    refusedAt(
      "upload",
      "The upload is not finished or was already used. Upload the file again.",
      {},
    ));

  test("comes once of an upload, however often it is asked for at once", async () => {
    const { id } = await owner.send(bytes);
    const answers = await Promise.all([1, 2, 3].map(() => create({ upload: id })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
  });

  test("is in the audit log", async () => {
    const rows = await server.db.sql
      .selectFrom("audit_log")
      .selectAll()
      .where("resource", "=", "satelliteimagery")
      .execute();
    expect(rows.map(({ action }) => action)).toContain("add");
  });

  test("cannot be deleted while it waits", async () => {
    const answer = await owner.call("DELETE", `/satellite-imagery/${made.id}`);
    expect([answer.status, answer.body.code]).toEqual([409, "process_running"]);
  });

  test("is found by its file's name, its place and its state", async () => {
    for (const query of [
      "search=GARDEN.tif",
      `search=${encodeURIComponent("РАЙОН")}`,
      "status=pending",
    ]) {
      const { body } = await owner.call<Page<Process>>("GET", `/satellite-imagery?${query}`);
      expect(body.results.map(({ id }) => id)).toContain(made.id);
    }
    const { body } = await owner.call<Page<Process>>("GET", "/satellite-imagery?search=nothing");
    expect(body.count).toBe(0);
  });
});

describe("scope", () => {
  const all = grants({ satelliteimagery: "vacd", wholeimage: "vacd" });
  let id: number;
  let outsider: Visitor;
  let neighbour: Visitor;
  beforeAll(async () => {
    const fresh = await owner.send(bytes);
    id = (await create({ upload: fresh.id })).body.id;
    neighbour = await server.visitor("Neighbour", { permissions: all, districts: [here] });
    outsider = await server.visitor("Outsider", { permissions: all, districts: [elsewhere] });
  });

  test("shows a process to people of its district", async () => {
    expect((await neighbour.call("GET", `/satellite-imagery/${id}`)).status).toBe(200);
  });

  test("lists nothing for people of another district", async () => {
    const { body } = await outsider.call<Page<Process>>("GET", "/satellite-imagery");
    expect([body.count, body.results]).toEqual([0, []]);
  });

  test.each([
    ["GET", "", undefined],
    ["DELETE", "", undefined],
    ["GET", "/hash", undefined],
    ["GET", "/events", undefined],
    ["POST", "/stop", undefined],
    ["POST", "/restart", { which: "all" }],
    ["POST", "/dates", { date: day }],
  ])("answers 404 to people of another district: %s %s", async (method, path, body) => {
    const answer = await outsider.call(method, `/satellite-imagery/${id}${path}`, body);
    expect(answer.status).toBe(404);
  });

  test("does not let them name an area outside their own", async () => {
    const own = await outsider.send(bytes);
    const answer = await create({ upload: own.id, area: { district: here } }, outsider);
    expect(answer.status).toBe(400);
  });
});
