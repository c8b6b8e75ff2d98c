/** Queues that have a job that may be taken: this wakes the workers that take them. */
import { type FreshDatabase, freshDatabase } from "@nihol/db/test-database";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type JobQueue, openJobQueue } from "../src/jobs/job-queue.ts";

let db: FreshDatabase;
let queue: JobQueue;
beforeAll(async () => {
  db = await freshDatabase();
  queue = await openJobQueue(db.config);
});
afterAll(async () => {
  await queue.close();
  await db.close();
});

it("names the queues where a job waits: not one that is taken, that is ended or that is to come", async () => {
  const names = ["mail.send", "trees.settle", "export.make", "readings.pack"];
  expect(await queue.waiting(names)).toEqual([]);
  await queue.send("mail.send", { mail: 1 });
  await queue.send("trees.settle", { image: 1 });
  await queue.send("export.make", { export: 1 }, { startAfter: 3600 });
  expect((await queue.waiting(names)).sort()).toEqual(["mail.send", "trees.settle"]);
  expect(await queue.waiting(["trees.settle"])).toEqual(["trees.settle"]);

  const [job] = await queue.boss.fetch("trees.settle");
  expect(await queue.waiting(names)).toEqual(["mail.send"]);
  // Given back for another try.
  await queue.boss.fail("trees.settle", job?.id ?? "");
  await db.pool.query("update pgboss.job set start_after = now() where state = 'retry'");
  expect((await queue.waiting(names)).sort()).toEqual(["mail.send", "trees.settle"]);
  await queue.boss.deleteAllJobs("mail.send");
  await queue.boss.deleteAllJobs("trees.settle");
  expect(await queue.waiting(names)).toEqual([]);
});
