/** A catalogue of three images, a year apart, and what its tests ask it with. */
import type { AddressInfo } from "node:net";
import type { StacItems } from "@nihol/contract/open-data/stac";
import { json } from "@nihol/db/json";
import type { MultiPolygon } from "@nihol/geo/geometry";
import { inspectInChild } from "@nihol/vision/render/render-pool";
import { expect } from "vitest";
import { geoTiff, site } from "./imagery-server.ts";
import { type Caller, testApp } from "./test-app.ts";
import { insertImage } from "./tree-fixture.ts";

/** Builds a drawn image with its file, and two squares without, all a year apart; the last in a region of its own. */
export async function stacWorld() {
  const bytes = Buffer.from(geoTiff({ size: 512 }));

  const server = await testApp();
  const { sql } = server.db;
  const master = await server.person("MasterAdmin");
  const { access } = await server.tokensOf(master.email);
  const options = { south: 38, side: 0.01 };
  const west = await insertImage(server.db, { ...options, west: 68, date: "2023-06-01" });
  const drawn = await insertImage(server.db, { ...options, west: site.lon, date: "2024-06-01" });
  const east = await insertImage(server.db, { ...options, west: 70, date: "2025-06-01" });
  const { key } = await server.files.put("image/1/image.tif", bytes);
  const facts = { ...(await inspectInChild(server.files.path(key))), stretch: null };
  const names = { file_name: "Боғ 2024.jp2" };
  const image = { cog_key: key, original_key: key, bbox: facts.bbox, gsd_m: facts.gsdMeters };
  await sql
    .updateTable("whole_image")
    .set({
      ...image,
      facts: json(facts),
      coverage: json<MultiPolygon>({
        type: "MultiPolygon",
        coordinates: [facts.footprint.coordinates],
      }),
    })
    .where("id", "=", drawn)
    .execute();
  // A square that ingest has not looked at has no more than its place; the catalogue needs all facts.
  for (const id of [west, east]) {
    const { affine, proj4 } = await sql
      .selectFrom("whole_image")
      .where("id", "=", id)
      .select("facts")
      .executeTakeFirstOrThrow()
      .then((row) => row.facts);
    const own = { ...facts, affine, proj4, width: 1000, height: 1000, epsg: 4326 };
    await sql
      .updateTable("whole_image")
      .set({ facts: json(own) })
      .where("id", "=", id)
      .execute();
  }
  await sql.updateTable("imagery_process").set(names).execute();
  const { id: region } = await sql
    .insertInto("region")
    .values({ name: json({ tg: "Ш", ru: "В", en: "East", az: "Ş" }) })
    .returning("id")
    .executeTakeFirstOrThrow();
  await sql.updateTable("whole_image").set({ region_id: region }).where("id", "=", east).execute();
  await server.app.listen({ port: 0, host: "127.0.0.1" });
  const api = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}/api`;
  return {
    ...{ server, master, api, access, drawn, west, east, region, bytes },
    /** Finds the same by a search's address and by its body. */
    async searched(asked: Record<string, unknown>, call: Caller = master.call) {
      const query = new URLSearchParams(
        Object.entries(asked).map(([key, value]): [string, string] => [
          key,
          Array.isArray(value) || typeof value !== "object" ? String(value) : JSON.stringify(value),
        ]),
      );
      const got = await call<StacItems>("GET", `/stac/search?${query}`);
      const posted = await call<StacItems>("POST", "/stac/search", asked);
      expect([got.status, posted.status]).toEqual([200, 200]);
      expect(idsOf(posted.body)).toEqual(idsOf(got.body));
      return idsOf(got.body);
    },
  };
}

export const items = "/stac/collections/images/items";
export const idsOf = ({ features }: StacItems) => features.map(({ id }) => Number(id));
