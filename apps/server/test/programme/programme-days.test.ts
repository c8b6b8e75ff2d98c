/** Day that a moment is of where the programme plants: the same in TypeScript as in SQL. */
import {
  clockOf,
  dayOf,
  defaultZone,
  midnightOf,
  setProgrammeZone,
} from "@nihol/contract/values/planting/programme-day";
import { chooseProgrammeZone, takeProgrammeZone } from "@nihol/db/programme-zone";
import { freshDatabase } from "@nihol/db/test-database";
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

describe("the zone of a programme", () => {
  afterAll(() => setProgrammeZone(defaultZone));

  test.each([
    ["Asia/Baku", "2026-05-13T20:00:00Z"],
    ["Asia/Tehran", "2021-03-21T20:30:00Z"],
    ["Asia/Kathmandu", "2026-01-01T18:15:00Z"],
    // Its clock leaps from midnight to one.
    ["America/Santiago", "2026-09-06T04:00:00Z"],
    // Its clock goes back from one to midnight.
    ["America/Havana", "2026-11-01T04:00:00Z"],
    ["America/New_York", "2026-03-08T07:00:00Z"],
  ])(
    "%s has the same days in SQL and in TypeScript, hour by hour around a change of clocks",
    async (zone, change) => {
      const db = await freshDatabase();
      try {
        await chooseProgrammeZone(db.sql, zone, true);
        const around = Array.from({ length: 97 }, (_, hour) =>
          new Date(Date.parse(change) + (hour - 48) * 3_600_000).toISOString(),
        );
        const { rows } = await sql<{ day: string; begins: Date; wall: string }>`
        select programme_day(at)::text as day, programme_midnight(programme_day(at)) as begins,
          to_char(at at time zone programme_zone(), 'YYYY-MM-DD"T"HH24:MI:SS') as wall
        from unnest(${around}::timestamptz[]) with ordinality as m (at, n) order by n`.execute(
          db.sql,
        );
        expect(rows).toEqual(
          around.map((at) => {
            const day = dayOf(new Date(at));
            return {
              day,
              begins: midnightOf(day),
              wall: clockOf(new Date(at)).toISOString().slice(0, 19),
            };
          }),
        );
      } finally {
        await db.close();
      }
    },
  );

  test("is written by the first start and refused when a later one says another", async () => {
    const db = await freshDatabase();
    try {
      await chooseProgrammeZone(db.sql, undefined, true);
      expect(await takeProgrammeZone(db.sql)).toBe("Asia/Dushanbe");
      await chooseProgrammeZone(db.sql, "Asia/Baku", true);
      await chooseProgrammeZone(db.sql, undefined, false);
      await chooseProgrammeZone(db.sql, "Asia/Baku", false);
      expect(await takeProgrammeZone(db.sql)).toBe("Asia/Baku");
      await expect(chooseProgrammeZone(db.sql, "Asia/Dushanbe", false)).rejects.toThrow(
        "has kept the days of Asia/Baku",
      );
      expect(await takeProgrammeZone(db.sql)).toBe("Asia/Baku");
    } finally {
      await db.close();
    }
  });

  test("stands in each person's profile, by which the panel counts days", async () => {
    const { call } = await server.person("MasterAdmin");
    await takeProgrammeZone(server.db.sql);
    expect((await call("GET", "/user-profile")).body.time_zone).toBe("Asia/Dushanbe");
  });
});
