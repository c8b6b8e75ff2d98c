import { describe, expect, it } from "vitest";
import { areaOf } from "../../src/features/uploads/area-choice.ts";
import { durationOf } from "../../src/features/uploads/sending/duration.ts";
import { endsWithin } from "../../src/features/uploads/sending/token-expiry.ts";

const token = (exp: number) => `x.${btoa(JSON.stringify({ exp }))}.y`;

describe("an upload", () => {
  it("trades a token that ends within the minute", () => {
    expect(endsWithin(token(1000), 60, 950_000)).toBe(true);
    expect(endsWithin(token(1000), 60, 900_000)).toBe(false);
  });
  it("takes a token that cannot be read as ended", () => {
    expect(endsWithin("nonsense", 60)).toBe(true);
  });
  it("rounds the time left up to seconds, minutes, hours", () => {
    expect(durationOf(12.1)).toEqual({ unit: "seconds", n: 13 });
    expect(durationOf(61)).toEqual({ unit: "minutes", n: 2 });
    expect(durationOf(2 * 3600 + 61)).toEqual({ unit: "hours", n: 2, minutes: 2 });
  });
  it("counts over the whole image unless a place is chosen", () => {
    expect(areaOf({ kind: "image" })).toBeNull();
    expect(areaOf({ kind: "garden", place: 4 })).toEqual({ garden: 4 });
  });
  it("waits for the place once its kind is chosen", () => {
    expect(areaOf({ kind: "district", place: null })).toBeUndefined();
  });
  it("sends an outline as it is drawn, and waits for one", () => {
    const boundary = { type: "MultiPolygon" as const, coordinates: [] };
    expect(areaOf({ kind: "boundary", boundary })).toEqual({ boundary });
    expect(areaOf({ kind: "boundary", boundary: null })).toBeUndefined();
  });
});
