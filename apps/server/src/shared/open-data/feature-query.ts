/** The parameters of OGC API - Features, read as the standard says (OGC 17-069r4, 7.15). */
import type { OgcItemsQuery } from "@nihol/contract/open-data/ogc";
import type { Bbox } from "@nihol/geo/geometry";
import { refuseField } from "../../http/problem.ts";

/** Days of UTC, both included; left out where the interval is open. */
export interface Days {
  from?: string;
  to?: string;
}

/** Conditions of a page of features. */
export interface FeatureQuery extends Days {
  /** Box, or two where it crosses the antimeridian; undefined: everywhere. */
  boxes: Bbox[] | undefined;
  limit: number;
  after: string | undefined;
}

/** `bbox=w,s,e,n`, or with heights between, which are left out. @throws {FieldProblem} for a box that is none */
export function boxesOf(text: string): Bbox[] {
  const numbers = text.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
  const [west, south, east, north] =
    numbers.length === 6 ? [0, 1, 3, 4].map((at) => numbers[at] ?? Number.NaN) : numbers;
  const isSound = (numbers.length === 4 || numbers.length === 6) && numbers.every(Number.isFinite);
  if (!isSound || west === undefined || south === undefined) return refuseField("bbox", "invalid");
  if (east === undefined || north === undefined || south > north)
    return refuseField("bbox", "invalid");
  if (west <= east) return [[west, south, east, north]];
  return [
    [west, south, 180, north],
    [-180, south, east, north],
  ];
}

const instant = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2}))?$/i;

function dayOf(text: string): string {
  const time = instant.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) return refuseField("datetime", "invalid");
  return new Date(time).toISOString().slice(0, 10);
}

/** `datetime`: an instant, or an interval with `..` or nothing for an open end. Features hold whole days. @throws {FieldProblem} */
export function daysOf(text: string): Days {
  const parts = text.split("/");
  if (parts.length > 2) return refuseField("datetime", "invalid");
  const isOpen = (part: string) => part === ".." || (part === "" && parts.length === 2);
  const [from, to] = [parts[0], parts.at(-1)].map((part = "") =>
    isOpen(part) ? undefined : dayOf(part),
  );
  if (from && to && from > to) return refuseField("datetime", "invalid");
  return { ...(from && { from }), ...(to && { to }) };
}

/** @throws {FieldProblem} for a box or a time that is none */
export const featureQueryOf = ({ bbox, datetime, limit, after }: OgcItemsQuery): FeatureQuery => ({
  ...(datetime === undefined ? {} : daysOf(datetime)),
  boxes: bbox === undefined ? undefined : boxesOf(bbox),
  limit,
  after,
});
