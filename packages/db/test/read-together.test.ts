import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";
import { runPrepared } from "@nihol/db/prepared";
import { readTogether } from "@nihol/db/read-together";
import { freshDatabase } from "@nihol/db/test-database";
import { sql } from "kysely";
import { expect, test } from "vitest";

/** A value that changes, and what was asked of it. */
function watched(value: string) {
  const state = { value, reads: [] as string[] };
  const read = readTogether(
    (key: string) => key,
    async (key) => {
      state.reads.push(key);
      const seen = state.value;
      await wait(20);
      if (seen === "broken") throw new Error("broken");
      return `${key} ${seen}`;
    },
  );
  return { state, read };
}

test("requests of one turn are read once, each key by itself", async () => {
  const { state, read } = watched("old");
  expect(await Promise.all([read("a"), read("b"), read("a")])).toEqual(["a old", "b old", "a old"]);
  expect(state.reads).toEqual(["a", "b"]);
});

test("nobody is answered by what was read before they asked", async () => {
  const { state, read } = watched("old");
  const first = read("a");
  await turn();
  await turn();
  expect(state.reads).toEqual(["a"]);
  state.value = "new";
  expect(await read("a")).toBe("a new");
  expect(await first).toBe("a old");
});

test("a change while several wait for a read to begin is seen by all of them", async () => {
  const { state, read } = watched("old");
  const both = [read("a"), read("a")];
  state.value = "new";
  expect(await Promise.all(both)).toEqual(["a new", "a new"]);
});

test("a read that fails fails for all who waited, and the next one is made anew", async () => {
  const { state, read } = watched("broken");
  const answers = await Promise.allSettled([read("a"), read("a")]);
  expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  state.value = "whole";
  expect(await read("a")).toBe("a whole");
});

test("a read that throws before it begins fails as one that rejects", async () => {
  const read = readTogether(
    (key: string) => key,
    (): Promise<string> => {
      throw new Error("broken");
    },
  );
  await expect(read("a")).rejects.toThrow("broken");
});

test("a prepared query is planned once for a connection and answers each value", async () => {
  const db = await freshDatabase({ max: 1 });
  const numbers = (from: number) =>
    db.sql
      .selectFrom(sql<{ n: number }>`generate_series(1, 5)`.as("n"))
      .where(sql<boolean>`n >= ${from}::int`)
      .select(sql<number>`n`.as("n"));
  for (const from of [1, 2, 3, 4, 5, 4, 3])
    expect((await runPrepared(db, numbers(from))).map(({ n }) => n)).toEqual(
      [1, 2, 3, 4, 5].slice(from - 1),
    );
  const { rows } = await db.pool.query(
    "select (generic_plans + custom_plans)::int as runs from pg_prepared_statements",
  );
  expect(rows).toEqual([{ runs: 7 }]);
  await db.close();
});
