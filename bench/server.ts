/** The server over a database of a bench, asked through HTTP by one person who sees the whole country. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Connection } from "@nihol/db/connection";
import type { DatabaseConfig } from "@nihol/db/launcher/database-config";
import { insertPerson, seedBuiltInRoles } from "@nihol/seed/accounts";
import { type FolderStore, openFileStore } from "@nihol/store/files/file-store";
import { openJobQueue } from "@nihol/store/jobs/job-queue";
import { buildApp } from "../apps/server/src/app.ts";
import { hashPassword } from "../apps/server/src/shared/accounts/passwords.ts";

export interface BenchServer {
  /** Milliseconds until the whole answer is there. @throws when it is not 200 */
  timeOf: (path: string) => Promise<number>;
  /** An answer as it was read. @throws when it is not 200 */
  bodyOf: <Body>(path: string) => Promise<Body>;
  /** Opens a socket, for a browser. @returns its address, and the token of the person */
  listen: () => Promise<{ address: string; access: string }>;
  /** Its file store, for what a bench puts there. */
  files: FolderStore;
  close: () => Promise<void>;
}

/** More than any bench asks: what one address may ask is not what is measured. */
const callsPerMinute = 10_000_000;

/**
 * Starts the server in this process, at first without a socket.
 * @param webRoot the built panel, where it is asked by a browser
 */
export async function openBenchServer(
  db: Connection,
  config: DatabaseConfig,
  webRoot?: string,
): Promise<BenchServer> {
  const dir = await mkdtemp(join(tmpdir(), "nihol-bench-server-"));
  const jobs = await openJobQueue(config);
  await seedBuiltInRoles(db.sql);
  const person = { email: "bench@nihol.example", password: "a bench of many long lists" };
  const known = db.sql.selectFrom("user_account").select("id").where("email", "=", person.email);
  // A database that was kept from an earlier run has them.
  if (!(await known.executeTakeFirst()))
    await insertPerson(db.sql, {
      email: person.email,
      firstName: "Bench",
      lastName: "Bench",
      role: "MasterAdmin",
      passwordHash: await hashPassword(person.password),
    });
  const files = await openFileStore(dir);
  const tokens = { secret: "a secret of the bench", accessMinutes: 600, refreshMinutes: 600 };
  const app = await buildApp({ db, files, jobs, demo: false, tokens, webRoot }, { callsPerMinute });
  const { access } = (
    await app.inject({ method: "POST", url: "/api/token", payload: person })
  ).json();
  const headers = { authorization: `Bearer ${access}` };
  const answerTo = async (path: string) => {
    const answer = await app.inject({ url: `/api${path}`, headers });
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`);
    return answer;
  };
  return {
    async timeOf(path) {
      const start = performance.now();
      await answerTo(path);
      return performance.now() - start;
    },
    bodyOf: async (path) => (await answerTo(path)).json(),
    listen: async () => ({ address: await app.listen({ host: "127.0.0.1", port: 0 }), access }),
    files,
    async close() {
      await app.close();
      await jobs.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

export interface AnswerTimes {
  p50_ms: number;
  p95_ms: number;
}

/** Asks once unmeasured, then `times` times one after the other. @param ask says how long it took, milliseconds */
export async function answerTimes(ask: () => Promise<number>, times: number): Promise<AnswerTimes> {
  await ask();
  const measured: number[] = [];
  for (let n = 0; n < times; n++) measured.push(await ask());
  measured.sort((a, b) => a - b);
  const at = (share: number) => Math.round(measured[Math.ceil(share * times) - 1] ?? 0);
  return { p50_ms: at(0.5), p95_ms: at(0.95) };
}
