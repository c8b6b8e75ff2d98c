/**
 * A country's installation on one machine: two servers behind nginx, two workers, PostgreSQL with a standby behind
 * PgBouncer, a bucket, mosquitto. Under people, devices and images each part fails in turn.
 */
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { connect } from "@nihol/db/connection";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type S3World, startS3 } from "../../../../../packages/store/test/s3/s3-world.ts";
import { writeQuickModel } from "../../../../../packages/vision/test/quick-model.ts";
import { type Mosquitto, openMosquitto } from "../../mqtt/mosquitto.ts";
import { compareWritten, makeSendingDevice, startSending } from "../../mqtt/senders.ts";
import { until } from "../../support/imagery-server.ts";
import {
  freePort,
  type ServerProcess,
  startProgram,
  startServerProcess,
} from "../../support/server-process.ts";
import { awaitProxy, startNginx } from "../nginx.ts";
import { type PostgresPair, startPostgresPair } from "./postgres-pair.ts";
import { startTraffic } from "./traffic.ts";

const proxy = "127.0.0.9";
let dir: string;
let database: PostgresPair;
let bucket: S3World;
let broker: Mosquitto;
let model: string;
let nginx: Awaited<ReturnType<typeof startNginx>>;
const ports: number[] = [];
const servers: ServerProcess[] = [];
const workers: ReturnType<typeof startProgram>[] = [];

/** Settings of machine `n`: the machines share the database and the bucket, and have folders of their own. */
const settingsOf = (n: number) => ({
  DATABASE_URL: database.url,
  DATABASE_READ_URL: database.standbyUrl,
  NIHOL_DATA: join(dir, `machine-${n}`),
  NIHOL_TRUSTED_PROXIES: proxy,
  NIHOL_BLOCK_SIDE: "1",
  NIHOL_MODEL: model,
  NIHOL_ACCESS_MINUTES: "60",
  S3_ENDPOINT: bucket.at.endpoint ?? "",
  S3_BUCKET: bucket.at.bucket,
  S3_PREFIX: "country",
  S3_ACCESS_KEY_ID: "key",
  S3_SECRET_ACCESS_KEY: "secret",
});

async function startServer(n: number) {
  servers[n] = await startServerProcess({
    ...settingsOf(n),
    PORT: String(ports[n]),
    MQTT_URL: broker.url,
  });
}
function startWorker(n: number) {
  workers[n] = startProgram("apps/worker/src/main.ts", settingsOf(2 + n));
}
async function kill({ child }: { child: ServerProcess["child"] }) {
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "nihol-country-"));
  // PostgreSQL and PgBouncer run as others.
  await chmod(dir, 0o755);
  [database, bucket, broker] = await Promise.all([
    startPostgresPair(dir),
    startS3("nihol"),
    openMosquitto(),
  ]);
  model = await writeQuickModel(dir);
  for (const n of [0, 1]) {
    ports[n] = await freePort();
    await startServer(n);
    startWorker(n);
  }
  nginx = await startNginx(
    join(dir, "nginx"),
    ports.map((port) => `127.0.0.1:${port}`),
    proxy,
  );
  await awaitProxy(nginx.port);
});
afterAll(async () => {
  await nginx?.close();
  await Promise.all([...servers, ...workers].map((program) => program.stop()));
  await broker?.close();
  await bucket?.close();
  await database?.close();
  if (dir) await rm(dir, { recursive: true, force: true });
});

const serverOf = (n: number) => servers[n] as ServerProcess;
const workerOf = (n: number) => workers[n] as ReturnType<typeof startProgram>;

/**
 * Parts that fail, and what a supervisor or an administrator does about it once `served` resolves: then people and devices
 * were served all the same.
 */
const accidents: [string, (served: () => Promise<void>) => Promise<void>][] = [
  [
    "a server is killed",
    async (served) => {
      await kill(serverOf(0));
      await served();
      await startServer(0);
    },
  ],
  [
    "a worker is killed",
    async () => {
      await kill(workerOf(0));
      startWorker(0);
    },
  ],
  ["PgBouncer is killed", () => database.restartPooler()],
  [
    "the bucket refuses or delays half of its calls for ten seconds",
    async (served) => {
      let n = 0;
      bucket.fault = () => ([undefined, "busy", undefined, "late"] as const)[n++ % 4];
      await Promise.all([served(), wait(10_000)]);
      bucket.fault = () => undefined;
    },
  ],
  ["the database fails over to its standby", () => database.failOver()],
  [
    "the broker ends",
    async () => {
      await broker.stop();
      await broker.start();
    },
  ],
  [
    "a server and a worker are replaced",
    async (served) => {
      await Promise.all([serverOf(1).stop(), workerOf(1).stop()]);
      await served();
      await startServer(1);
      startWorker(1);
    },
  ],
];

async function rowsOf<T extends object>(statement: string): Promise<T[]> {
  const db = connect({ connectionString: database.url }, { max: 1 });
  try {
    return (await db.pool.query<T>(statement)).rows;
  } finally {
    await db.close();
  }
}

test("what was acknowledged is there once, whatever fails", { timeout: 1_800_000 }, async () => {
  const device = await makeSendingDevice(serverOf(0), "by HTTP");
  const other = await makeSendingDevice(serverOf(0), "by MQTT");
  broker.addUser(String(other.id), other.token);
  const traffic = startTraffic(nginx.port, serverOf(0).token(), device);
  const sending = startSending(broker.port, other, 1000);
  const recovery: Record<string, Record<string, number>> = {};
  /** Waits until every line has succeeded after a moment, those of images and exports apart where `isQuick`. */
  async function recoveredAfter(since: number, isQuick = false) {
    const times: Record<string, number> = {};
    for (const line of traffic.lines)
      if (!(isQuick && line.needsWorker)) times[line.name] = await line.recovered(since);
    return times;
  }
  await recoveredAfter(Date.now());
  for (const [name, happen] of accidents) {
    const since = Date.now();
    const sent = sending.count();
    await happen(async () => void (await recoveredAfter(since, true)));
    recovery[name] = await recoveredAfter(since);
    await until(async () => sending.count() > sent);
    expect([name, ...traffic.lines.flatMap(({ wrong }) => wrong)]).toEqual([name]);
  }
  console.log(`Milliseconds until each succeeds again: ${JSON.stringify(recovery, null, 1)}`);
  const [byMqtt] = await Promise.all([sending.end(), traffic.end()]);

  const nothing = { lost: [], beyond: 0, contradictions: 0 };
  expect(await compareWritten(serverOf(0), other.id, byMqtt)).toEqual(nothing);
  expect(await compareWritten(serverOf(1), device.id, traffic.readings)).toEqual(nothing);
  for (const [table, acknowledged] of [
    ["tree_type", traffic.types],
    ["violation", traffic.violations],
  ] as const) {
    const ids = (await rowsOf<{ id: number }>(`select id from ${table}`)).map(({ id }) => id);
    expect(acknowledged.filter((id) => !ids.includes(id))).toEqual([]);
    expect(acknowledged.length).toBeGreaterThan(50);
  }
  expect(await rowsOf("select number from violation group by number having count(*) > 1")).toEqual(
    [],
  );
  expect(await rowsOf("select name from tree_type group by name having count(*) > 1")).toEqual([]);
  expect(traffic.images.length).toBeGreaterThan(accidents.length);
  const counted = await rowsOf<{ id: number; rows: number; trees: number; blocks: number }>(
    `select p.id, count(t.*)::int as rows, count(distinct t.zc)::int as trees,
       (select sum(b.trees)::int from imagery_block b where b.process_id = p.id) as blocks
     from imagery_process p join whole_image w on w.process_id = p.id left join tree t on t.whole_image_id = w.id
     group by p.id`,
  );
  for (const { id, tree_count } of traffic.images)
    expect(counted.find((row) => row.id === id)).toMatchObject({
      rows: tree_count,
      trees: tree_count,
      blocks: tree_count,
    });
  expect(
    await rowsOf(
      "select 1 from audit_log where action = 'create' group by resource, resource_id having count(*) > 1",
    ),
  ).toEqual([]);
});
