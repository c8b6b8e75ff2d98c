import { parseInt8, parseNumeric } from "@nihol/db/connection";
import { freshDatabase } from "@nihol/db/test-database";
import { expect, test } from "vitest";

test("counts are numbers, keys beyond 2^53 stay exact as text", () => {
  expect(parseInt8("42")).toBe(42);
  expect(parseInt8("-9007199254740991")).toBe(-9007199254740991);
  expect(parseInt8("4611686018427387904")).toBe("4611686018427387904");
});

test("decimals are numbers while a double holds all their digits", () => {
  expect(parseNumeric("12.50")).toBe(12.5);
  expect(parseNumeric("-0.0001")).toBe(-0.0001);
  expect(parseNumeric("12345678901234567.89")).toBe("12345678901234567.89");
  expect(parseNumeric("NaN")).toBe("NaN");
});

test("a day is the text of the day, a moment a Date, json its value, bytes a Buffer", async () => {
  const db = await freshDatabase();
  const { rows } = await db.pool.query(
    `select date '2026-03-01' as day, timestamptz '2026-03-01 00:00Z' as moment,
            '{"a":1}'::jsonb as json, '\\x01'::bytea as bytes, count(*) as n, array[1::bigint] as list`,
  );
  expect(rows[0]).toEqual({
    day: "2026-03-01",
    moment: new Date("2026-03-01T00:00:00Z"),
    json: { a: 1 },
    bytes: Buffer.from([1]),
    n: 1,
    list: expect.anything(),
  });
  await db.close();
});

test("upper and lower case of all four languages meet, and order is by code point", async () => {
  const db = await freshDatabase();
  const { rows } = await db.pool.query(
    "select 'ӮҒҲҶ' ilike 'ӯғҳҷ' as tajik, lower('ŞƏĞ') = 'şəğ' as azerbaijani, 'ё' > 'я' as ordered",
  );
  expect(rows[0]).toEqual({ tajik: true, azerbaijani: true, ordered: true });
  await db.close();
});
