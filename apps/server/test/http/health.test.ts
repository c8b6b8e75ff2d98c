/** Whoever watches the installation learns from any server whether jobs are worked on, wherever the workers run. */
import { startBeats } from "@nihol/store/jobs/worker-beats";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../support/test-app.ts";

let server: TestApp;
beforeAll(async () => {
  server = await testApp();
});
afterAll(() => server.close());

const health = async () => {
  const { status, body } = await server.anonymous("GET", "/health");
  return [status, body.status, body.worker];
};

test("no worker is not called one: degraded until one gives a sign of life, and after its last", async () => {
  expect(await health()).toEqual([200, "degraded", false]);
  const logged: string[] = [];
  const [first, second] = await Promise.all(
    [1, 2].map(() => startBeats(server.db.sql, (line) => logged.push(line))),
  );
  expect(await health()).toEqual([200, "ok", true]);
  await first?.stop();
  expect(await health()).toEqual([200, "ok", true]);
  await second?.stop();
  expect(await health()).toEqual([200, "degraded", false]);
  expect(logged).toEqual([]);
});

test("a worker that was killed leaves a row, which counts for some seconds only", async () => {
  const id = "00000000-0000-4000-8000-000000000001";
  const setAge = (seconds: number) =>
    server.db.pool.query(
      `insert into worker_beat (id, beat_at) values ($1, now() - make_interval(secs => $2))
       on conflict (id) do update set beat_at = excluded.beat_at`,
      [id, seconds],
    );
  await setAge(8);
  expect(await health()).toEqual([200, "ok", true]);
  await setAge(13);
  expect(await health()).toEqual([200, "degraded", false]);
});
