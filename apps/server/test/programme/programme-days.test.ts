/** Day that a moment is of where the programme plants: the same in TypeScript as in SQL. */
import { dayOf, midnightOf } from "@nihol/contract/values/planting/programme-day";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendingDevice, seriesOf } from "../support/device-world.ts";
import { both } from "../support/reported-files.ts";
import { type TestApp, testApp } from "../support/test-app.ts";

let server: TestApp;
beforeAll(async () => {
  server = await testApp();
});
afterAll(() => server.close());

const frost = (ts: string, air_temperature: number) => ({ ts, values: { air_temperature } });
const frosty = both(
  "json-frost-at-two-in-the-night.json",
  JSON.stringify({
    readings: [
      frost("2026-05-13T12:00:00Z", 22),
      frost("2026-05-13T21:00:00Z", -2),
      frost("2026-05-14T09:00:00Z", 20),
    ],
  }),
);

describe("a frost at two in the night", () => {
  test.each(frosty)("is of the day whose morning it is: %s", async (_, bytes) => {
    const master = await server.person("MasterAdmin");
    const { id, send } = await sendingDevice(server, master.call);
    const { readings } = JSON.parse(new TextDecoder().decode(bytes)) as { readings: unknown[] };
    expect((await send(readings)).body).toMatchObject({ accepted: 3 });
    const query = { parameter: "air_temperature", to: "2026-05-15T00:00:00Z" };
    const whole = { ...query, step: "day", from: "2026-05-13T12:00:00Z" };
    const days = await seriesOf(master.call, id, whole);
    expect(days.from).toBe("2026-05-12T19:00:00.000Z");
    expect(days.points.map(({ ts, min, max }) => [dayOf(new Date(ts)), min, max])).toEqual([
      ["2026-05-13", 22, 22],
      ["2026-05-14", -2, 20],
    ]);
    const { rows } = await sql<{ day: string; low: number }>`
      select day::text, low from reading_span where device_id = ${id} order by day`.execute(
      server.db.sql,
    );
    expect(rows).toEqual(
      days.points.map(({ ts, min }) => ({ day: dayOf(new Date(ts)), low: min })),
    );
  });
});

test("a day is the same in SQL and in TypeScript, and begins at the same moment", async () => {
  const moments = ["2026-05-13T18:59:59.999Z", "2026-05-13T19:00:00Z", "2026-05-14T00:00:00Z"];
  const around = [...moments, "1985-07-01T18:30:00Z", "2024-02-29T19:00:00Z", new Date().toJSON()];
  const { rows } = await sql<{ day: string; begins: Date }>`
    select programme_day(at)::text as day, programme_midnight(programme_day(at)) as begins
    from unnest(${around}::timestamptz[]) with ordinality as m (at, n) order by n`.execute(
    server.db.sql,
  );
  const own = around.map((at) => dayOf(new Date(at)));
  expect(rows).toEqual(own.map((day) => ({ day, begins: midnightOf(day) })));
  expect(own.slice(0, 3)).toEqual(["2026-05-13", "2026-05-14", "2026-05-14"]);
});
