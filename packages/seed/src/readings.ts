/** Readings of the demonstration's devices: days and weather as they are in a Tajik garden, made up. */

import type { Db } from "@nihol/db/connection";
import type { NewReading, Values } from "@nihol/store/readings/reading-values";
import { writeReadings } from "@nihol/store/readings/reading-write";

const hourMs = 3_600_000;
const historyDays = 60;
/** UTC+5: the warmest hour is in the afternoon there. */
const localHours = 5;

/** Noise between -1 and 1, the same for the same device, quantity and hour: FNV-1a with a further shift. */
function noise(...parts: number[]): number {
  let hash = 2_166_136_261;
  for (const part of parts) hash = Math.imul(hash ^ part, 16_777_619) ^ (hash >>> 13);
  return ((hash >>> 0) / 2 ** 32) * 2 - 1;
}

interface Moment {
  /** Hours since 1970. */
  hour: number;
  /** -1 in the coldest, 1 in the warmest hour of the day. */
  warmth: number;
  /** -1 in January, 1 in July. */
  season: number;
  /** Weather that lasts for days, -1 to 1. */
  spell: number;
  seed: number;
}

function momentOf(ts: number, seed: number): Moment {
  const hour = Math.round(ts / hourMs);
  const local = (hour + localHours) % 24;
  const dayOfYear = (ts / (24 * hourMs)) % 365.25;
  const day = hour / 24;
  return {
    hour,
    seed,
    warmth: Math.cos(((local - 15) / 24) * 2 * Math.PI),
    season: -Math.cos(((dayOfYear - 15) / 365.25) * 2 * Math.PI),
    spell: 0.6 * Math.sin(day / 2.3 + seed) + 0.4 * Math.sin(day / 5.1 + seed * 2),
  };
}

type Curve = (at: Moment) => number;
const airTemperature: Curve = (at) => 15 + 12 * at.season + 6 * at.warmth + 4 * at.spell;
/** Irrigated once a week, drying in between. */
const soilHumidity: Curve = ({ hour, seed, season }) =>
  27 - ((hour + seed * 31) % 168) * (0.05 + 0.02 * season);

/** What a sensor measures, in whatever it stands. */
type Quantity = "co2" | "humidity" | "temperature" | "conductivity" | "ph";

/** Values by hour: CO₂ in ppm, humidity in %, temperature in °C, conductivity in mS/cm of soil and µS/cm of water. */
const curves: Record<string, Partial<Record<Quantity, Curve>>> = {
  air: {
    co2: (at) => 480 - 35 * at.warmth + 25 * at.spell,
    humidity: (at) => 48 - 8 * at.season - 14 * at.warmth - 9 * at.spell,
    temperature: airTemperature,
  },
  soil: {
    humidity: soilHumidity,
    temperature: (at) => 13 + 9 * at.season + 1.6 * at.warmth + 1.5 * at.spell,
    conductivity: (at) => 1.1 + 0.25 * at.spell + 0.002 * ((at.hour + at.seed * 31) % 168),
    ph: (at) => 7.1 + 0.1 * at.spell,
  },
  water: {
    ph: (at) => 7.7 + 0.15 * at.warmth + 0.15 * at.spell,
    conductivity: (at) => 560 + 90 * at.spell - 60 * at.season,
    temperature: (at) => 11 + 7 * at.season + 1.2 * at.warmth + at.spell,
  },
};
const wobble: Record<Quantity, number> = {
  co2: 12,
  humidity: 1.2,
  temperature: 0.5,
  conductivity: 0.03,
  ph: 0.05,
};
const decimals: Record<Quantity, number> = {
  co2: 0,
  humidity: 1,
  temperature: 1,
  conductivity: 2,
  ph: 2,
};

/** A power cut of some hours each fortnight, and a single hour now and then. */
const isGap = ({ hour, seed }: Moment) =>
  (hour + seed * 53) % 340 < 9 || noise(hour, seed, 5) > 0.985;

/** A probe out of its socket reads the end of its scale. */
function faultOf(at: Moment, quantity: Quantity, brokenSince: number | undefined): boolean {
  if (quantity === "ph" && brokenSince !== undefined && at.hour >= brokenSince) return true;
  return noise(at.hour, at.seed, quantity.length, 9) > 0.997;
}

const faultyValue: Record<Quantity, number> = {
  co2: -1,
  humidity: 327.6,
  temperature: -127,
  conductivity: -1,
  ph: 21.3,
};

interface DemoDevice {
  id: number;
  type: string;
  name: string;
}

function readingAt(
  device: DemoDevice,
  ts: number,
  newest: number,
  brokenSince?: number,
): NewReading | undefined {
  const at = momentOf(ts, device.id);
  // The latest hours are there, or half of the devices would be silent by chance.
  if (isGap(at) && ts < newest - 12 * hourMs) return undefined;
  const values: Values = {};
  const faulty: Values = {};
  for (const [name, curve] of Object.entries(curves[device.type] ?? {})) {
    const quantity = name as Quantity;
    // Any two numbers that differ from quantity to quantity.
    const scatter = wobble[quantity] * noise(at.hour, at.seed, name.charCodeAt(0), name.length);
    const scale = quantity === "conductivity" && device.type === "water" ? 400 : 1;
    const lowest = quantity === "temperature" ? -30 : 0.1;
    const value = Math.max(lowest, curve(at) + scatter * scale);
    const parameter = quantity === "co2" ? "co2" : `${device.type}_${quantity}`;
    if (faultOf(at, quantity, brokenSince)) faulty[parameter] = faultyValue[quantity];
    else values[parameter] = Number(value.toFixed(scale > 1 ? 0 : decimals[quantity]));
  }
  return { ts: new Date(ts), values, faulty };
}

/** Names of the device that has gone silent and of the one with a broken probe, so that every state can be seen. */
const silentName = "DSH-AIR-01";
const brokenName = "SYR-WATER-01";

async function sendHours(db: Db, device: DemoDevice, from: number, to: number) {
  const brokenSince = device.name === brokenName ? Math.round(to / hourMs) - 30 : undefined;
  const readings: NewReading[] = [];
  for (let ts = from; ts <= to; ts += hourMs) {
    const reading = readingAt(device, ts, to, brokenSince);
    if (reading) readings.push(reading);
  }
  if (readings.length > 0) await writeReadings(db, device.id, readings);
}

/** The demonstration's devices send what they have not yet sent: sixty days at first, then each hour's. */
export async function sendDemoReadings(db: Db, now = Date.now()): Promise<void> {
  const devices = await db
    .selectFrom("device as v")
    .leftJoin("reading_latest as l", "l.device_id", "v.id")
    .where("v.demo", "=", true)
    .where("v.retired", "=", false)
    .groupBy("v.id")
    .select(["v.id", "v.type", "v.name"])
    .select((eb) => eb.fn.max("l.ts").as("last"))
    .orderBy("v.id")
    .execute();
  const end = Math.floor(now / hourMs) * hourMs;
  for (const device of devices) {
    const isSilent = device.name === silentName;
    const start = device.last ? +device.last + hourMs : end - historyDays * 24 * hourMs;
    if (device.last && isSilent) continue;
    await sendHours(db, device, start, isSilent ? end - 50 * hourMs : end);
  }
}
