/** The policy of every write on imagery (decision record 11), tried by each kind of person. */

import type { Calibration } from "@nihol/contract/imagery/calibration";
import type { Capture } from "@nihol/contract/imagery/captures";
import type { Fragment } from "@nihol/contract/imagery/fragments";
import type { ImageGround } from "@nihol/contract/imagery/grounds";
import type { ImageCompare } from "@nihol/contract/imagery/image-compare";
import type { Process } from "@nihol/contract/imagery/processes";
import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import type { Page } from "@nihol/contract/paging";
import { json } from "@nihol/db/json";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  everything,
  type Home,
  imageryWorld,
  insertPublished,
  name,
  place,
  square,
} from "../support/imagery-world.ts";
import { type Caller, grants, type TestApp } from "../support/test-app.ts";

let server: TestApp;
let master: Caller;
let ministry: { own: number; other: number };
let home: Home;
let elsewhere: number;
let images: { id: number; process: number }[];

beforeAll(async () => {
  ({ server, master, ministry, home, elsewhere, images } = await imageryWorld());
});
afterAll(() => server.close());

interface Write {
  /** As in the document of the API. */
  operation: string;
  path: () => string;
  body?: unknown;
}
const image = () => images[1]?.id ?? 0;
const process_ = () => images[1]?.process ?? 0;
const hash = "a".repeat(64);
const atProcess = "/satellite-imagery/{id}";
const atImage = "/whole-image/{id}";

/** Every write on imagery that is there. */
const writes: Write[] = [
  { operation: `POST ${atProcess}/stop`, path: () => `/satellite-imagery/${process_()}/stop` },
  ...["all", "failed"].map((which) => ({
    operation: `POST ${atProcess}/restart`,
    path: () => `/satellite-imagery/${process_()}/restart`,
    body: { which },
  })),
  {
    operation: `POST ${atProcess}/dates`,
    path: () => `/satellite-imagery/${process_()}/dates`,
    body: { date: "2020-01-01" },
  },
  {
    operation: `POST ${atProcess}/priority`,
    path: () => `/satellite-imagery/${process_()}/priority`,
    body: { priority: "low" },
  },
  { operation: `DELETE ${atProcess}`, path: () => `/satellite-imagery/${process_()}` },
  {
    operation: `DELETE ${atProcess}/hash/{hash}`,
    path: () => `/satellite-imagery/${process_()}/hash/${hash}`,
  },
  {
    operation: `DELETE ${atProcess}/image/{image}`,
    path: () => `/satellite-imagery/${process_()}/image/${image()}`,
  },
  { operation: `DELETE ${atImage}`, path: () => `/whole-image/${image()}` },
  ...["accepted", "rejected"].map((state) => ({
    operation: "POST /capture/{id}/review",
    path: () => `/capture/${image()}/review`,
    body: { state, reason: "too_cloudy" },
  })),
  ...["accepted", "rejected", "new"].map((review) => ({
    operation: `PATCH ${atImage}/fragment/{n}`,
    path: () => `/whole-image/${image()}/fragment/1`,
    body: { review },
  })),
  { operation: `POST ${atImage}/calibration`, path: () => `/whole-image/${image()}/calibration` },
  { operation: `DELETE ${atImage}/calibration`, path: () => `/whole-image/${image()}/calibration` },
  {
    operation: `PUT ${atImage}/calibration/{n}`,
    path: () => `/whole-image/${image()}/calibration/1`,
    body: { marks: [[10, 10]], skipped: false },
  },
  {
    operation: `POST ${atImage}/calibration/recount`,
    path: () => `/whole-image/${image()}/calibration/recount`,
    body: { threshold: 0.9 },
  },
  {
    operation: `POST ${atImage}/correction/{correction}/undo`,
    path: () => `/whole-image/${image()}/correction/1/undo`,
  },
  ...["kept", "taken"].map((decision) => ({
    operation: `POST ${atImage}/conflict/decide`,
    path: () => `/whole-image/${image()}/conflict/decide`,
    body: { ids: [1], decision },
  })),
  {
    operation: `POST ${atImage}/second-opinion`,
    path: () => `/whole-image/${image()}/second-opinion`,
    body: { share: 0.5 },
  },
  {
    operation: `DELETE ${atImage}/second-opinion`,
    path: () => `/whole-image/${image()}/second-opinion`,
  },
  {
    operation: `PUT ${atImage}/second-opinion/{opinion}`,
    path: () => `/whole-image/${image()}/second-opinion/1`,
    body: { points: [[10, 10]] },
  },
  {
    operation: `PUT ${atImage}/ground`,
    path: () => `/whole-image/${image()}/ground`,
    body: { name: "Steppe" },
  },
  { operation: `DELETE ${atImage}/ground`, path: () => `/whole-image/${image()}/ground` },
  { operation: `POST ${atImage}/ground/learn`, path: () => `/whole-image/${image()}/ground/learn` },
  ...[true, false].map((use) => ({
    operation: `POST ${atImage}/ground/recount`,
    path: () => `/whole-image/${image()}/ground/recount`,
    body: { use },
  })),
  ...[true, false].map((withdrawn) => ({
    operation: `POST ${atImage}/ground/lessons`,
    path: () => `/whole-image/${image()}/ground/lessons`,
    body: { withdrawn },
  })),
  {
    operation: "POST /image-compare",
    path: () => "/image-compare",
    body: {},
  },
];
const bodyOf = ({ operation, body }: Write) =>
  operation === "POST /image-compare" ? { before: images[0]?.id, after: images[1]?.id } : body;

/** Calls that make new imagery of one's own file, or only ask what there would be; nobody else's is changed by them. */
const ownFiles = [
  "POST /satellite-imagery",
  "POST /satellite-imagery/fetch-plan",
  "POST /upload",
  "POST /upload/check",
  "OPTIONS /upload",
  "PATCH /upload/{id}",
  "POST /upload/{id}",
  "HEAD /upload/{id}",
  "DELETE /upload/{id}",
  "PUT /upload/{id}/bands",
];

test("the table holds every write on imagery of the document", () => {
  const { paths } = server.app.swagger() as { paths: Record<string, object> };
  const found = Object.entries(paths).flatMap(([path, methods]) =>
    /^\/api\/(satellite-imagery|whole-image|capture|image-compare|upload)/.test(path)
      ? Object.keys(methods)
          .filter((method) => method !== "get")
          .map((method) => `${method.toUpperCase()} ${path.replace("/api", "")}`)
      : [],
  );
  const tried = new Set([...writes.map(({ operation }) => operation), ...ownFiles]);
  expect([...new Set(found)].filter((operation) => !tried.has(operation))).toEqual([]);
  expect(writes.map(({ operation }) => operation).filter((one) => !found.includes(one))).toEqual(
    [],
  );
});

/** All that a write on imagery could change. */
async function stored() {
  const tables = [
    "imagery_process",
    "whole_image",
    "fragment",
    "calibration",
    "calibration_window",
    "image_comparison",
    "tree",
    "tree_correction",
    "tree_conflict",
    "opinion_draw",
    "second_opinion",
    "ground",
    "ground_lessons",
    "tree_tally",
  ];
  const contents = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql`select * from ${sql.table(table)} t order by to_jsonb(t)`.execute(
        server.db.sql,
      );
      return [table, rows] as const;
    }),
  );
  const { body } = await master<{ total_tree_count: number }>("GET", "/statistics");
  return { ...Object.fromEntries(contents), total: body.total_tree_count };
}

/** Rights of the person as the rows say them. */
async function rightsOf(call: Caller) {
  const get = async <T>(path: string) => (await call<T>("GET", path)).body;
  const process = await get<Process>(`/satellite-imagery/${process_()}`);
  const whole = await get<WholeImage>(`/whole-image/${image()}`);
  const listed = await get<Page<Fragment>>(`/whole-image/${image()}/fragment`);
  const one = await get<Fragment>(`/whole-image/${image()}/fragment/1`);
  const capture = await get<Capture>(`/capture/${image()}`);
  const calibration = await get<Calibration>(`/whole-image/${image()}/calibration`);
  const ground = await get<ImageGround>(`/whole-image/${image()}/ground`);
  const hashes = await get<{ results: { can: { delete: boolean } }[] }>(
    `/satellite-imagery/${process_()}/hash`,
  );
  const compared = await get<ImageCompare>(
    `/image-compare?before=${images[0]?.id}&after=${images[1]?.id}`,
  );
  return [
    process.can.change,
    process.can.delete,
    process.can.restart_all,
    whole.can.change,
    whole.can.delete,
    ...listed.results.map(({ can }) => can.change),
    one.can.change,
    capture.can.review,
    calibration.can.change,
    calibration.can.recount,
    ground.can.name,
    ...hashes.results.map(({ can }) => can.delete),
    compared.can.compare,
  ];
}

describe("a person whose only assignment is a ministry with a garden that they drew", () => {
  let call: Caller;
  beforeAll(async () => {
    ({ call } = await server.person("Drawer", {
      permissions: everything,
      ministryId: ministry.own,
    }));
    await server.db.sql
      .updateTable("whole_image")
      .set({ date_hash: hash })
      .where("id", "=", image())
      .execute();
    const garden = await call("POST", "/garden", {
      name,
      boundary: square(place.west + 0.004, place.south + 0.004, 0.002),
    });
    expect(garden.status).toBe(201);
  });

  test("sees the image through the garden, and nothing says that they may change it", async () => {
    expect((await call("GET", `/whole-image/${image()}`)).status).toBe(200);
    expect((await call("GET", `/satellite-imagery/${process_()}`)).status).toBe(200);
    const rights = await rightsOf(call);
    expect(rights.length).toBeGreaterThanOrEqual(13);
    expect(new Set(rights)).toEqual(new Set([false]));
  });

  test.each(writes)("$operation $body is refused for want of scope", async (write) => {
    const before = await stored();
    const answer = await call(
      write.operation.split(" ")[0] as string,
      write.path(),
      bodyOf(write) ?? (write.operation.startsWith("POST") ? {} : undefined),
    );
    expect([answer.status, answer.body.code]).toEqual([403, "imagery_out_of_scope"]);
    expect(await stored()).toEqual(before);
  });
});

test("a garden smaller than a few crowns shows no image", async () => {
  const [row] = await server.db.sql
    .insertInto("ministry")
    .values({ name: json(name) })
    .returning("id")
    .execute();
  const { call } = await server.person("Small", {
    permissions: everything,
    ministryId: row?.id ?? 0,
  });
  // 4 m²: 0.00002° are two metres
  const tiny = square(place.west + 0.008, place.south + 0.008, 0.00002);
  expect((await call("POST", "/garden", { name, boundary: tiny })).status).toBe(201);
  expect((await call("GET", `/whole-image/${image()}`)).status).toBe(404);
  expect((await call<Page<WholeImage>>("GET", "/whole-image")).body.count).toBe(0);
  for (const write of writes) {
    const method = write.operation.split(" ")[0] as string;
    const body = bodyOf(write) ?? (method === "POST" ? {} : undefined);
    expect((await call(method, write.path(), body)).status, write.operation).toBe(404);
  }
});

describe("may change", () => {
  const kinds: [string, () => Parameters<TestApp["person"]>[1]][] = [
    ["a colleague of who asked for it", () => ({ ministryId: ministry.other })],
    ["a person of its region", () => ({ regions: [home.region] })],
    ["a person of its district", () => ({ districts: [home.district] })],
    [
      "a colleague of who asked for it, of its region",
      () => ({ ministryId: ministry.other, regions: [home.region] }),
    ],
    ["a person without assignment, of the whole programme", () => ({})],
  ];
  test.each(kinds)("%s", async (kind, options) => {
    const { call } = await server.person(kind, {
      permissions: everything,
      ...options(),
    });
    expect(new Set(await rightsOf(call))).toEqual(new Set([true]));
    const review = { review: "accepted" };
    expect((await call("PATCH", `/whole-image/${image()}/fragment/1`, review)).status).toBe(200);
    const reject = { state: "rejected", reason: "too_cloudy" };
    expect((await call("POST", `/capture/${image()}/review`, reject)).status).toBe(200);
    const accept = { state: "accepted" };
    expect((await call("POST", `/capture/${image()}/review`, accept)).status).toBe(200);
  });

  const outside: [string, number, () => Parameters<TestApp["person"]>[1]][] = [
    ["of another region", 404, () => ({ regions: [elsewhere] })],
    [
      "of its ministry, but of another region",
      404,
      () => ({ ministryId: ministry.other, regions: [elsewhere] }),
    ],
    [
      "of its region and of another ministry, which has a garden there",
      403,
      () => ({ ministryId: ministry.own, regions: [home.region] }),
    ],
    [
      "of another region and of another ministry, which has a garden there",
      404,
      () => ({ ministryId: ministry.own, regions: [elsewhere] }),
    ],
  ];
  test.each(outside)("not a person %s", async (kind, status, options) => {
    const { call } = await server.person(kind, { permissions: everything, ...options() });
    const path = `/whole-image/${image()}`;
    expect((await call("GET", path)).status).toBe(status === 404 ? 404 : 200);
    const review = { review: "accepted" };
    expect((await call("PATCH", `${path}/fragment/1`, review)).status).toBe(status);
  });
});

test("a refusal says whether the role or the scope is missing, and names the right", async () => {
  const { call } = await server.person("Reader", {
    permissions: grants({ wholeimage: "v" }),
    regions: [home.region],
  });
  const path = `/whole-image/${image()}/fragment/1`;
  const { status, body } = await call("PATCH", path, { review: "accepted" });
  expect([status, body.code]).toEqual([403, "permission_denied"]);
  expect(body.detail).toBe(
    "Your role lacks the right “Whole images: Change”. Whoever manages roles can give it to your role.",
  );
  const said = await call("PATCH", path, {}, { "accept-language": "tg" });
  expect(said.body.detail).toContain("Аксҳои яклухт");
});

test("the hash of an image deletes the processes that one may delete, and no other's", async () => {
  const twin = await insertPublished(server, home, "2025-05-01");
  const { call, id } = await server.person("Owner of a twin", {
    permissions: everything,
    ministryId: ministry.own,
  });
  const db = server.db.sql;
  await db
    .updateTable("imagery_process")
    .set({ requested_by: id })
    .where("id", "=", twin.process)
    .execute();
  await db
    .updateTable("whole_image")
    .set({ date_hash: hash })
    .where("id", "in", [twin.id, image()])
    .execute();
  const { body } = await call<{ results: { whole_image: number; can: { delete: boolean } }[] }>(
    "GET",
    `/satellite-imagery/${twin.process}/hash`,
  );
  const may = new Map(body.results.map((row) => [row.whole_image, row.can.delete]));
  expect([may.get(twin.id), may.get(image())]).toEqual([true, false]);
  const gone = await call("DELETE", `/satellite-imagery/${twin.process}/hash/${hash}`);
  expect(gone.status).toBe(204);
  expect((await master("GET", `/whole-image/${twin.id}`)).status).toBe(404);
  expect((await master("GET", `/whole-image/${image()}`)).status).toBe(200);
});
