/** The server of the bench `load`, in a process of its own, so that the clients do not share its event loop. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { connect } from "@nihol/db/connection";
import { openEmbedded } from "@nihol/db/launcher/launcher";
import { migrate } from "@nihol/db/migrate";
import { insertPerson, seedBuiltInRoles } from "@nihol/seed/accounts";
import { openFileStore } from "@nihol/store/files/file-store";
import { claimFolder } from "@nihol/store/files/folder-claim";
import { noteIn } from "@nihol/store/files/reconcile-files";
import { openJobQueue } from "@nihol/store/jobs/job-queue";
import { inspectImage } from "@nihol/vision/ingest/ingest";
import { makeCog } from "@nihol/vision/raster/cog";
import { fragmentGrid } from "@nihol/vision/raster/fragment-grid";
import { closeRenderPool } from "@nihol/vision/render/render-pool";
import type pg from "pg";
import { buildApp } from "../../apps/server/src/app.ts";
import { hashPassword } from "../../apps/server/src/shared/accounts/passwords.ts";
import { startWorker } from "../../apps/server/src/worker-child.ts";

/** Message of the bench that starts the server; `LoadReady` is the answer once all is ready. */
export interface LoadOrder {
  dir: string;
  /** A GeoTIFF whose tiles and fragments are asked for. */
  image: string;
  emails: string[];
  password: string;
  gardens: number;
}
export interface LoadReady {
  address: string;
  image: number;
  devices: number[];
  bbox: number[];
  fragments: number;
}

async function fillGardens(pool: pg.Pool, gardens: number) {
  await pool.query(
    `insert into region (name) select jsonb_build_object('tg', 'Вилоят ' || n, 'ru', 'Область ' || n, 'en', 'Region ' || n, 'az', 'Bölgə ' || n)
     from generate_series(1, 5) n`,
  );
  await pool.query(
    `insert into garden (name, region_id, area_m2) select
       jsonb_build_object('tg', 'Боғ ' || n, 'ru', 'Сад ' || n, 'en', 'Garden ' || n, 'az', 'Bağ ' || n), 1 + n % 5, 1000 + n
     from generate_series(1, $1::int) n`,
    [gardens],
  );
}

async function addDevices(pool: pg.Pool, count: number): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into device (name, type, latitude, longitude)
     select 'Air ' || n, 'air', 38.5, 69 from generate_series(1, $1::int) n returning id`,
    [count],
  );
  return rows.map(({ id }) => id);
}

/** The image as the worker leaves it, without map tiles made ahead: each one is drawn. */
async function addImage(pool: pg.Pool, dir: string, source: string) {
  const key = "image/1/cog.tif";
  await mkdir(join(dir, "files/image/1"), { recursive: true });
  const { facts } = await makeCog(source, join(dir, "files", key), await inspectImage(source));
  const { width, height, bbox, gsdMeters } = facts;
  const grid = fragmentGrid(width, height);
  const fragments = grid.columns * grid.rows;
  const { rows } = await pool.query<{ id: number }>(
    `with p as (insert into imagery_process (file_name, file_key, facts, capture_date, requested_by)
       values ('a.tif', 'a', $1, '2026-05-14', 1) returning id)
     insert into whole_image (process_id, captured_on, date_hash, original_key, cog_key, facts, width, height,
       gsd_m, has_nir, bbox, coverage, coverage_m2, fragment_count, published_at)
     select id, '2026-05-14', repeat('a', 64), 'a', $2, $1, $3, $4, $5, false, $6, $7, 1, $8, now() from p returning id`,
    [
      JSON.stringify(facts),
      key,
      width,
      height,
      gsdMeters,
      bbox,
      JSON.stringify({ type: "MultiPolygon", coordinates: [facts.footprint.coordinates] }),
      fragments,
    ],
  );
  const image = rows[0]?.id ?? 0;
  await pool.query(
    `insert into fragment (whole_image_id, n, fx, fy, block, bbox)
     select $1, n, (n - 1) % $3, (n - 1) / $3, 0, $4 from generate_series(1, $2::int) n`,
    [image, fragments, grid.columns, bbox],
  );
  return { image, bbox, fragments };
}

async function serve({ dir, image, emails, password, gardens }: LoadOrder) {
  const database = await openEmbedded(join(dir, "database"), { durable: false });
  const db = connect(database.config, { max: 12 });
  await migrate(db.pool);
  const files = await openFileStore(join(dir, "files"), noteIn(db.sql));
  await claimFolder(db.sql, files);
  await seedBuiltInRoles(db.sql);
  const passwordHash = await hashPassword(password);
  for (const email of emails)
    await insertPerson(db.sql, {
      ...{ email, firstName: "Bench", lastName: "Bench", role: "MasterAdmin", passwordHash },
    });
  await fillGardens(db.pool, gardens);
  const devices = await addDevices(db.pool, emails.length);
  const added = await addImage(db.pool, dir, image);
  await db.pool.query("analyze");
  const jobs = await openJobQueue(database.config);
  // Exports are written by a worker, as in the product.
  const worker = startWorker(database.config, (line) => process.stderr.write(`${line}\n`));
  const services = {
    ...{ db, jobs, demo: false, webRoot: undefined },
    files,
    tokens: { secret: "a secret of the bench", accessMinutes: 120, refreshMinutes: 240 },
  };
  const app = await buildApp(services, { logger: { level: "error" } });
  const address = await app.listen({ host: "127.0.0.1", port: 0 });
  process.send?.({ address, devices, ...added } satisfies LoadReady);
  process.once("disconnect", async () => {
    closeRenderPool();
    await worker.stop();
    await app.close();
    await jobs.close();
    await db.close();
    await database.stop();
    process.exit(0);
  });
}

process.once("message", (order: LoadOrder) => void serve(order));
