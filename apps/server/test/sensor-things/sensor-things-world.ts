/** Devices of two regions with packed, fresh and faulty values, read through the SensorThings API. */
import { json } from "@nihol/db/json";
import { packMonth } from "@nihol/store/readings/reading-pack";
import type { NewReading } from "@nihol/store/readings/reading-values";
import { writeReadings } from "@nihol/store/readings/reading-write";
import { grants, type Reply, type TestApp, testApp } from "../support/test-app.ts";

const minuteMs = 60_000;
/** Each device has ten-minute values of three days from here; the first two lie in a packed month. */
export const firstMs = Date.UTC(2026, 0, 30);
export const stepMs = 10 * minuteMs;
export const valuesEach = 3 * 144;
/** A moment at which the first device sent a value that no sensor can measure. */
export const faultyMs = firstMs + 5 * stepMs + minuteMs;

type Json = Record<string, unknown>;
/** An entity or a page as it is answered: what a client reads without knowing more of it. */
export interface StaAnswer extends Json {
  value: StaAnswer[];
  "@iot.id": string | number;
  "@iot.nextLink"?: string;
  "@iot.count"?: number;
  Datastreams?: StaAnswer[];
}

async function addRegion({ db }: TestApp, name: string, west: number) {
  const region = await db.sql
    .insertInto("region")
    .values({ name: json({ tg: name, ru: name, en: name, az: name }) })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id } = await db.sql
    .insertInto("device")
    .values({ name, type: "air", latitude: 38.5, longitude: west, region_id: region.id })
    .returning("id")
    .executeTakeFirstOrThrow();
  const readings = Array.from(
    { length: valuesEach },
    (_, n): NewReading => ({
      ts: new Date(firstMs + n * stepMs),
      values: { air_temperature: n / 10, co2: 400 + (n % 7) },
      faulty: {},
    }),
  );
  await writeReadings(db.sql, id, readings);
  return { region: region.id, device: id };
}

/** Starts the server with its devices; `read` asks as a person who sees all of them. */
export async function sensorThingsWorld() {
  const server = await testApp();
  const west = await addRegion(server, "West", 68.7);
  const east = await addRegion(server, "East", 70.2);
  await writeReadings(server.db.sql, west.device, [
    { ts: new Date(faultyMs), values: {}, faulty: { air_temperature: 900 } },
  ]);
  await packMonth(server.db.sql, "2026-01");
  const permissions = grants({ device: "v" });
  const all = await server.person("Reads devices", { permissions });
  const ofWest = await server.person("Reads the west", { permissions, regions: [west.region] });
  const read = (path: string) => all.call<StaAnswer>("GET", `/sta/v1.1/${path}`);
  return { server, west, east, all, ofWest, read };
}
export type SensorThingsWorld = Awaited<ReturnType<typeof sensorThingsWorld>>;

/** Path of a link, as callers of the tests take it. */
export const pathOf = (link: unknown) => String(link).split("/api")[1] ?? "";

/** Follows `@iot.nextLink` to the end. */
export async function readAll({ all }: SensorThingsWorld, path: string) {
  const pages: StaAnswer[][] = [];
  let next: string | undefined = `/sta/v1.1/${path}`;
  while (next) {
    const reply: Reply<StaAnswer> = await all.call<StaAnswer>("GET", next);
    if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
    pages.push(reply.body.value);
    const link: string | undefined = reply.body["@iot.nextLink"];
    next = link && pathOf(link);
  }
  return pages;
}
