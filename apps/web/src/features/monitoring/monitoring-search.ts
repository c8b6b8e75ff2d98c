import type { TimeWindow } from "./chart/time-window.ts";

/** The specification's periods and the last day, which sensors make interesting. */
export const readingPeriods = ["day", "week", "ten_days", "month", "dates"] as const;
type ReadingPeriod = (typeof readingPeriods)[number];

export const deviceOrders = ["name", "last_reading_at"] as const;
type DeviceOrder = (typeof deviceOrders)[number];

/** Devices of an address: as many as a chart has lines. It is in every first load, and a test holds it to the contract's. */
export const maxChosen = 6;

/** State of a monitoring screen that its address keeps. */
export type MonitoringSearch = {
  region?: string;
  district?: string;
  garden?: string;
  search?: string;
  /** Demand of the newest values: one of the contract's `conditionFilters`. */
  condition?: string;
  /** Missing: the worst first. */
  order?: DeviceOrder;
  /** Chosen devices: "3,5"; missing: the first that sends. */
  device?: string;
  /** Parameters that the chart shows: "co2,air_temperature"; missing: the first of the type. */
  parameter?: string;
  period?: ReadingPeriod;
  from?: string;
  to?: string;
  /** A part of the period that was drawn out of the chart: two instants parted by `_`. */
  zoom?: string;
  /** Missing: the chart. */
  view?: "table" | "month" | "wind";
  /** Month of the heat map and of the rose of wind: "2026-05"; missing: the present one. */
  month?: string;
  /** The devices are chosen on a map. */
  choose?: "map";
};

/**
 * Parses the address; invalid values are left out. It is in every first load, as all that reads
 * addresses is: so it asks neither the contract nor the calendar, and which parameters a type of
 * device has is checked by the screen.
 */
export function readMonitoringSearch(search: Record<string, unknown>): MonitoringSearch {
  return {
    region: number(search.region),
    district: number(search.district),
    garden: number(search.garden),
    search: word(search.search),
    condition: name(search.condition),
    order: oneOf(deviceOrders, search.order),
    device: idList(search.device),
    parameter: nameList(search.parameter),
    period: oneOf(readingPeriods, search.period),
    from: date(search.from),
    to: date(search.to),
    zoom: zoomWindow(search.zoom) && String(search.zoom),
    view: oneOf(["table", "month", "wind"] as const, search.view),
    month: /^\d{4}-(0[1-9]|1[0-2])$/.test(String(search.month)) ? String(search.month) : undefined,
    choose: search.choose === "map" ? "map" : undefined,
  };
}

/** The ids of the chosen devices, each once. */
export function chosenIds(device: string | undefined): number[] {
  return [...new Set((device ?? "").split(",").filter(Boolean).map(Number))].slice(0, maxChosen);
}

const day = 86_400_000;
const lengths = { day, week: 7 * day, ten_days: 10 * day, month: 30 * day };

/** The period of an address as instants: up to `now`, or whole days of the reader's calendar. */
export function periodWindow(
  { period = "day", from, to }: Pick<MonitoringSearch, "period" | "from" | "to">,
  now: number,
): TimeWindow {
  if (period !== "dates") return { from: now - lengths[period], to: now };
  const end = to ? nextDay(to) : now;
  const start = from ? new Date(`${from}T00:00`).getTime() : end - lengths.month;
  return { from: start, to: Math.max(start + 60_000, Math.min(end, Math.max(now, start + day))) };
}

/** Time that is shown: the zoomed part, or the whole period. */
export function shownWindow(search: MonitoringSearch, now: number): TimeWindow {
  return zoomWindow(search.zoom) ?? periodWindow(search, now);
}

/** Longest window of hourly means in a chart: beyond it the days of several devices run into each other. */
const hourlyDays = 12;

/** The step that a chart of this window asks for: days where hours would be a thicket, else the server's choice. */
export function chartStep({ from, to }: TimeWindow): "auto" | "day" {
  return to - from > hourlyDays * day ? "day" : "auto";
}

/** The address of a zoomed part, to the minute. */
export function zoomText({ from, to }: TimeWindow): string {
  const minute = (time: number) => `${new Date(time).toISOString().slice(0, 16)}Z`;
  return `${minute(from)}_${minute(Math.max(to, from + 120_000))}`;
}

function zoomWindow(zoom: unknown): TimeWindow | undefined {
  if (typeof zoom !== "string" || !/^[\dT:Z-]{17}_[\dT:Z-]{17}$/.test(zoom)) return undefined;
  const [from = Number.NaN, to = Number.NaN] = zoom.split("_").map(Date.parse);
  return from < to ? { from, to } : undefined;
}

function nextDay(date: string): number {
  const moment = new Date(`${date}T00:00`);
  moment.setDate(moment.getDate() + 1);
  return moment.getTime();
}

function oneOf<T extends string>(all: readonly T[], value: unknown): T | undefined {
  return all.find((one) => one === value);
}
const number = (value: unknown) => (/^\d{1,9}$/.test(String(value)) ? String(value) : undefined);
const idList = (value: unknown) =>
  /^\d{1,9}(,\d{1,9})*$/.test(String(value)) ? String(value) : undefined;
const word = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
const name = (value: unknown) =>
  typeof value === "string" && /^[a-z0-9_]{1,40}$/.test(value) ? value : undefined;
const nameList = (value: unknown) =>
  typeof value === "string" && /^[a-z0-9_]{1,40}(,[a-z0-9_]{1,40}){0,5}$/.test(value)
    ? value
    : undefined;
const date = (value: unknown) =>
  /^\d{4}-\d\d-\d\d$/.test(String(value)) && Date.parse(String(value)) ? String(value) : undefined;
