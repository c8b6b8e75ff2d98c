/** Watched sources are asked again for each garden, at servers that we did not write. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { json } from "@nihol/db/json";
import type { Bbox, MultiPolygon } from "@nihol/geo/geometry";
import { openFileStore } from "@nihol/store/files/file-store";
import { reconcileFiles } from "@nihol/store/files/reconcile-files";
import { releaseOldPreviews } from "@nihol/store/sources/preview-cleanup";
import { inspectImage } from "@nihol/vision/ingest/ingest";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { startImageServers } from "../../../packages/sources/test/image-servers.ts";
import { repeatedDay, servedBbox } from "../../../packages/sources/test/served-place.ts";
import { makeRig, type Rig } from "./rig.ts";

let rig: Rig;
let servers: Awaited<ReturnType<typeof startImageServers>>;
/** MapServer behind a server that can be told to fail. */
let between: { answer: RequestListener | undefined; address: string; asked: string[] };
let garden: number;
const [west, south, east, north] = servedBbox;
const [dx, dy] = [(east - west) / 4, (north - south) / 4];
const inside: Bbox = [west + dx, south + dy, east - dx, north - dy];
const newestFirst = [repeatedDay.day, "2026-06-20", "2026-05-17"];

const names = (name: string) => json({ tg: name, ru: name, en: name, az: "" });
async function addGarden([w, s, e, n]: Bbox): Promise<number> {
  const ring: [number, number][] = [
    [w, s],
    [e, s],
    [e, n],
    [w, n],
    [w, s],
  ];
  const boundary: MultiPolygon = { type: "MultiPolygon", coordinates: [[ring]] };
  const row = await rig.db.sql
    .insertInto("garden")
    .values({ name: names("Garden"), boundary: json(boundary), bbox: [w, s, e, n] } as never)
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}
async function watch(columns: object): Promise<number> {
  const row = await rig.db.sql
    .insertInto("imagery_source")
    .values({ name: names("Source"), watch_days: 7, watch_due_at: new Date(), ...columns } as never)
    .returning("id")
    .executeTakeFirstOrThrow();
  await ask(row.id);
  return row.id;
}
/** The reconciler would find it, some seconds later. */
const ask = (source: number) => rig.jobs.send("imagery.watch", { source, after: 0 });
const sourceOf = (id: number) =>
  rig.db.sql
    .selectFrom("imagery_source")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
const offersOf = (id: number) =>
  rig.db.sql
    .selectFrom("offered_capture")
    .selectAll()
    .where("source_id", "=", id)
    .orderBy("day", "desc")
    .orderBy("garden_id")
    .execute();
const until = <T>(look: () => Promise<T>, is: (value: T) => boolean) =>
  vi.waitFor(
    async () => {
      const value = await look();
      if (!is(value)) throw new Error(JSON.stringify(value));
      return value;
    },
    { timeout: 60_000, interval: 100 },
  );
/** Everything that is due is asked for, and the round has ended. */
const untilAsked = (id: number, since: Date | null = null) =>
  until(
    () => sourceOf(id),
    ({ watched_at }) => watched_at !== null && (since === null || watched_at > since),
  );
const askAgain = async (id: number) => {
  const { watched_at } = await sourceOf(id);
  await rig.db.sql
    .updateTable("imagery_source")
    .set({ watch_due_at: sql`now()` })
    .where("id", "=", id)
    .execute();
  await ask(id);
  await untilAsked(id, watched_at);
};

beforeAll(async () => {
  servers = await startImageServers({ repeats: true });
  const pass: RequestListener = (request, reply) =>
    void fetch(`${servers.files}${request.url}`).then(async (answer) => {
      reply.setHeader("content-type", answer.headers.get("content-type") ?? "");
      reply.end(Buffer.from(await answer.arrayBuffer()));
    });
  between = { answer: undefined, address: "", asked: [] };
  const server = createServer((request, reply) => {
    between.asked.push(request.url ?? "");
    return (between.answer ?? pass)(request, reply);
  }).listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  between.address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.unref();
  rig = await makeRig();
  garden = await addGarden(inside);
  rig.startWorker({ NIHOL_SOURCES_INSIDE: [...servers.inside, between.address].join(",") });
});
afterEach(async () => {
  await rig.db.sql.updateTable("imagery_source").set({ watch_days: null }).execute();
});
afterAll(async () => {
  await rig?.close();
  await servers?.close();
});

const wms = () => ({ kind: "wms", address: servers.wms, layer: "orto", gsd_m: 0.5 });

test("a map server's days arrive with a small image, and the same image under two dates is noticed", async () => {
  const id = await watch(wms());
  await untilAsked(id);
  const found = await offersOf(id);
  expect(found.map(({ day }) => day)).toEqual(newestFirst);
  const [repeat, june, may] = found;
  expect(repeat?.preview_hash).toBe(june?.preview_hash);
  expect(may?.preview_hash).not.toBe(june?.preview_hash);
  expect(may).toMatchObject({ garden_id: garden, status: "new", cloud: 0, cloud_basis: "image" });
  // The drawn day is brighter in June than in May.
  expect(may?.darkness).toBeGreaterThan(june?.darkness ?? 1);
  for (const { preview_key } of found)
    expect(existsSync(join(rig.dataDir, "files", preview_key ?? "?"))).toBe(true);
});

test("a capture that is here already from elsewhere is known as the same picture, and waits for nobody", async () => {
  // The upload of the May image, in its own projection; the map server shows it in Web Mercator.
  const key = "image/900/image.tif";
  const [may] = servers.place.days;
  const source = may?.file ?? "?";
  const facts = { ...(await inspectImage(source)), stretch: null };
  await rig.db.sql.deleteFrom("offered_capture").execute();
  const store = await openFileStore(join(rig.dataDir, "files"));
  await store.put(key, await readFile(source));
  const image = async (captured_on: string) => {
    const { id: process_id } = await rig.db.sql
      .insertInto("imagery_process")
      .values({
        ...{ file_name: "uploaded.tif", file_key: key, facts: json(facts), status: "completed" },
        capture_date: captured_on,
      } as never)
      .returning("id")
      .executeTakeFirstOrThrow();
    const { id } = await rig.db.sql
      .insertInto("whole_image")
      .values({
        ...{ process_id, captured_on, date_hash: captured_on, original_key: key, cog_key: key },
        ...{ facts: json(facts), width: facts.width, height: facts.height, gsd_m: 0.5 },
        ...{ has_nir: false, bbox: facts.bbox, coverage_m2: 1, fragment_count: 1, model: "t" },
        coverage: json<MultiPolygon>({ type: "MultiPolygon", coordinates: [] }),
        published_at: new Date(),
      } as never)
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  };
  const known = await image("2026-05-17");
  // The same file under the June day: another picture than what the server shows of that day.
  const other = await image("2026-06-20");
  const id = await watch(wms());
  await untilAsked(id);
  const found = await offersOf(id);
  expect(found.map(({ day, status, same_image_id }) => [day, status, same_image_id])).toEqual([
    [repeatedDay.day, "new", null],
    ["2026-06-20", "new", null],
    ["2026-05-17", "rejected", known],
  ]);
  await rig.db.sql.deleteFrom("whole_image").where("id", "in", [known, other]).execute();
});

test("a catalogue's captures keep its name of them and its clouds; the garden alone is compared", async () => {
  const id = await watch({ kind: "stac", address: servers.stac });
  await untilAsked(id);
  const found = await offersOf(id);
  expect(found.map(({ day }) => day)).toEqual(newestFirst);
  const [repeat, june, may] = found;
  expect(may).toMatchObject({ item: "place-2026-05-17", cloud: 0.03, cloud_basis: "source" });
  expect(repeat?.preview_hash).toBe(june?.preview_hash);
  expect(may?.preview_hash).not.toBe(june?.preview_hash);
});

test("a catalogue's search is read page by page, as its links say", async () => {
  const address = `http://${between.address}`;
  /** Captures for pages of one each, the oldest first, as an API may give them. */
  const pages = [...newestFirst].reverse();
  const page = async (n: number) => {
    const self = `${servers.files}/orto/${pages[n]}.json`;
    const item = (await fetch(self).then((answer) => answer.json())) as object;
    const next = { rel: "next", href: `${address}/search?page=${n + 1}`, method: "GET" };
    return {
      type: "FeatureCollection",
      features: [{ ...item, links: [{ rel: "self", href: self }] }],
      links: n + 1 < pages.length ? [next] : [],
    };
  };
  const landing = {
    ...{ type: "Catalog", stac_version: "1.0.0", id: "pages", description: "One a page" },
    links: [{ rel: "search", href: `${address}/search`, method: "POST" }],
  };
  between.asked.length = 0;
  between.answer = ({ url = "" }, reply) =>
    void (async () => {
      const number = Number(new URL(url, address).searchParams.get("page") ?? 0);
      reply.setHeader("content-type", "application/json");
      reply.end(JSON.stringify(url.startsWith("/search") ? await page(number) : landing));
    })();
  const id = await watch({ kind: "stac", address: `${address}/stac` });
  await untilAsked(id);
  between.answer = undefined;
  expect((await offersOf(id)).map(({ day }) => day)).toEqual(newestFirst);
  expect(between.asked.filter((url) => url.startsWith("/search"))).toEqual([
    "/search",
    "/search?page=1",
    "/search?page=2",
  ]);
});

test("known captures are not offered again; those published late are", async () => {
  const id = await watch(wms());
  await untilAsked(id);
  await rig.db.sql
    .deleteFrom("offered_capture")
    .where("source_id", "=", id)
    .where("day", "=", "2026-06-20")
    .execute();
  await rig.db.sql
    .updateTable("offered_capture")
    .set({ status: "rejected" })
    .where("source_id", "=", id)
    .execute();
  await askAgain(id);
  const found = await offersOf(id);
  expect(found.map(({ day, status }) => [day, status])).toEqual([
    [repeatedDay.day, "rejected"],
    ["2026-06-20", "new"],
    ["2026-05-17", "rejected"],
  ]);
});

test("a garden beyond what the source covers is not asked for, and many gardens are asked for in turn", async () => {
  const far = await Promise.all(
    Array.from({ length: 12 }, (_, n) => addGarden([60 + n / 100, 30, 60.002 + n / 100, 30.002])),
  );
  const near = await addGarden(inside);
  between.asked.length = 0;
  const id = await watch({ ...wms(), address: `http://${between.address}/mapserv` });
  await untilAsked(id);
  const found = await offersOf(id);
  expect([...new Set(found.map(({ garden_id }) => garden_id))]).toEqual([garden, near]);
  expect(between.asked.filter((url) => /GetMap/.test(url))).toHaveLength(6);
  await rig.db.sql
    .deleteFrom("garden")
    .where("id", "in", [...far, near])
    .execute();
  expect((await offersOf(id)).map(({ garden_id }) => garden_id)).toEqual([garden, garden, garden]);
});

test("a server that fails is named and left alone for an hour; then the round goes on", async () => {
  between.answer = (_, reply) => void reply.writeHead(500).end();
  const id = await watch({ ...wms(), address: `http://${between.address}/mapserv` });
  const failed = await until(
    () => sourceOf(id),
    ({ watch_problem }) => watch_problem !== null,
  );
  expect(failed.watch_problem).toMatchObject({ code: "source_status" });
  expect([failed.watch_failures, failed.watched_at]).toEqual([1, null]);
  const minutes = ((failed.watch_due_at?.getTime() ?? 0) - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(50);
  const asked = between.asked.length;
  between.answer = undefined;
  await new Promise((done) => setTimeout(done, 11_000));
  expect(between.asked).toHaveLength(asked);
  await askAgain(id);
  expect(await sourceOf(id)).toMatchObject({ watch_problem: null, watch_failures: 0 });
  expect(await offersOf(id)).toHaveLength(3);
});

test("a server that names no days is not watched in vain: it is said", async () => {
  const id = await watch({ kind: "xyz", address: servers.xyz, max_zoom: 18 });
  const { watch_problem } = await until(
    () => sourceOf(id),
    (row) => row.watch_problem !== null,
  );
  expect(watch_problem).toMatchObject({ code: "source_days_unknown" });
});

test("small images go with their source, and a month after a decision", async () => {
  const id = await watch(wms());
  await untilAsked(id);
  const [decided, kept] = await offersOf(id);
  const later = new Date(Date.now() + 2 * 3_600_000);
  const decidedAt = new Date(Date.now() - 31 * 86_400_000);
  await rig.db.sql
    .updateTable("offered_capture")
    .set({ status: "rejected", decided_at: decidedAt })
    .where("id", "=", decided?.id ?? 0)
    .execute();
  const files = await openFileStore(join(rig.dataDir, "files"));
  const isThere = (key: string | null | undefined) =>
    existsSync(join(rig.dataDir, "files", key ?? "?"));
  await releaseOldPreviews(rig.db.sql, later);
  await reconcileFiles(rig.db.sql, files, later);
  expect([isThere(decided?.preview_key), isThere(kept?.preview_key)]).toEqual([false, true]);
  await rig.db.sql.deleteFrom("imagery_source").where("id", "=", id).execute();
  await reconcileFiles(rig.db.sql, files, later);
  expect(isThere(kept?.preview_key)).toBe(false);
});
