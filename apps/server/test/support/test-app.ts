/** A whole server over a fresh database, called through HTTP by people of every kind. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fillPermissions, type Permissions } from "@nihol/contract/values/permissions";
import { json } from "@nihol/db/json";
import { freshDatabase } from "@nihol/db/test-database";
import { insertPerson, seedBuiltInRoles } from "@nihol/seed/accounts";
import { openFileStore } from "@nihol/store/files/file-store";
import { claimFolder } from "@nihol/store/files/folder-claim";
import { openJobQueue } from "@nihol/store/jobs/job-queue";
import { closeRenderPool } from "@nihol/vision/render/render-pool";
import { hash } from "@node-rs/argon2";
import type { InjectOptions } from "fastify";
import { buildApp } from "../../src/app.ts";
import type { Services } from "../../src/http/services.ts";

export const password = "the river runs past nine gardens";
export const testTokens = {
  secret: "a secret of the tests that nobody else knows",
  accessMinutes: 30,
  refreshMinutes: 720,
};
let hashed: Promise<string> | undefined;

export interface Reply<T = Record<string, unknown>> {
  status: number;
  body: T;
  headers: Record<string, unknown>;
}

/** Calls as one person: `call("GET", "/region")`. */
export type Caller = <T = Record<string, unknown>>(
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Reply<T>>;

export type TestApp = Awaited<ReturnType<typeof testApp>>;

/** Starts the server; `close` ends it and removes its files. */
export async function testApp(more: Partial<Services> = {}) {
  const db = await freshDatabase();
  const dir = await mkdtemp(join(tmpdir(), "nihol-server-"));
  const files = await openFileStore(join(dir, "files"));
  // As the server does it, before fixtures write rows that name files of nobody.
  await claimFolder(db.sql, files);
  const jobs = await openJobQueue(db.config);
  await seedBuiltInRoles(db.sql);
  const app = await buildApp({
    db,
    files,
    jobs,
    demo: false,
    tokens: testTokens,
    webRoot: undefined,
    ...more,
  });
  await app.ready();

  async function inject<T>(options: InjectOptions): Promise<Reply<T>> {
    const answer = await app.inject(options);
    const json = answer.headers["content-type"]?.toString().includes("json");
    return {
      status: answer.statusCode,
      // HEAD says what a GET would send, and sends nothing.
      body: (json && answer.body ? answer.json() : answer.body) as T,
      headers: answer.headers,
    };
  }

  const callerWith =
    (headers: Record<string, string>): Caller =>
    (method, path, body, more) =>
      inject({
        method: method as "GET",
        url: `/api${path}`,
        headers: { ...headers, ...more },
        ...(body === undefined ? {} : { payload: body as object }),
      });
  const anonymous = callerWith({});

  async function tokensOf(email: string) {
    return (
      await anonymous<{ access: string; refresh: string }>("POST", "/token", { email, password })
    ).body;
  }

  /** Inserts an account with a role (made when it is new) and returns its caller. */
  async function person(
    role: string,
    options: {
      permissions?: Permissions;
      ministryId?: number;
      regions?: number[];
      districts?: number[];
    } = {},
  ) {
    // Hundreds sign in with it: the cheapest that is a hash. What is set through the API costs what it costs.
    hashed ??= hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
    if (options.permissions) {
      await db.sql
        .insertInto("user_group")
        .values({ name: role, permissions: json(options.permissions) })
        .execute();
    }
    const email = `p${Math.random().toString(36).slice(2)}@test.example`;
    const id = await insertPerson(db.sql, {
      email,
      firstName: "Test",
      lastName: role,
      role,
      passwordHash: await hashed,
      ministryId: options.ministryId ?? null,
    });
    const ties = [
      ...(options.regions ?? []).map((region_id) => ({ user_id: id, region_id })),
      ...(options.districts ?? []).map((district_id) => ({ user_id: id, district_id })),
    ];
    if (ties.length) await db.sql.insertInto("user_territory").values(ties).execute();
    const { access } = await tokensOf(email);
    return {
      id,
      email,
      call: callerWith({ authorization: `Bearer ${access}`, "accept-language": "en" }),
    };
  }

  return {
    app,
    db,
    files,
    jobs,
    anonymous,
    callerWith,
    tokensOf,
    person,
    async close() {
      await app.close();
      await jobs.close();
      closeRenderPool();
      await db.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Permissions from letters: `grants({ garden: "vac" })` gives view, add and change of gardens. */
export function grants(given: Record<string, string>): Permissions {
  return fillPermissions(
    (resource, action) => given[resource]?.includes(action.charAt(0)) === true,
  );
}
