/** The server behind nginx as deploy/ sets it up: TLS, events, uploads, and the right address of each caller. */
import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FreshDatabase, freshDatabase } from "@nihol/db/test-database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ServerProcess, startServerProcess } from "../support/server-process.ts";
import { insertImage } from "../support/tree-fixture.ts";
import { type Answer, type Asked, askByTls, awaitProxy, startNginx } from "./nginx.ts";

const proxy = "127.0.0.9";
let dir: string;
let db: FreshDatabase;
let server: ServerProcess;
let nginx: Awaited<ReturnType<typeof startNginx>>;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "nihol-nginx-"));
  db = await freshDatabase();
  server = await startServerProcess({
    NIHOL_DATABASE: JSON.stringify(db.config),
    NIHOL_DATA: join(dir, "data"),
    NIHOL_TRUSTED_PROXIES: proxy,
  });
  nginx = await startNginx(join(dir, "nginx"), [new URL(server.address).host], proxy);
  await awaitProxy(nginx.port);
});
afterAll(async () => {
  await nginx?.close();
  await server?.stop();
  await db?.close();
  await rm(dir, { recursive: true, force: true });
});

async function ask(asked: Asked): Promise<Answer> {
  const answer = await askByTls(nginx.port, asked);
  await answer.ended;
  return answer;
}

const tokenBody = (password: string) => JSON.stringify({ email: "admin@nihol.example", password });
const json = { "content-type": "application/json" };
const bearer = () => ({ authorization: `Bearer ${server.token()}` });

/** Address of the last refused sign-in, as the audit log has it. */
const lastAddress = async () =>
  (
    await db.pool.query<{ address: string }>(
      "select change ->> 'address' as address from audit_log where action = 'sign_in_failed' order by id desc limit 1",
    )
  ).rows[0]?.address;

test("a person signs in by TLS, and by plain HTTP is sent there", async () => {
  const answer = await ask({
    method: "POST",
    path: "/api/token",
    headers: json,
    body: tokenBody("nine gardens along the river"),
  });
  expect(answer.status).toBe(200);
  expect(answer.headers["strict-transport-security"]).toContain("max-age");
  expect(answer.headers["content-security-policy"]).toContain("default-src 'self'");
  const plain = await fetch(`http://127.0.0.1:${nginx.plain}/map`, { redirect: "manual" });
  expect([plain.status, plain.headers.get("location")?.split(":")[0]]).toEqual([301, "https"]);
});

test("an address is believed from the proxy alone, and never what a caller wrote", async () => {
  const guess = { method: "POST", path: "/api/token", body: tokenBody("wrong, and long enough") };
  const forged = { "x-forwarded-for": "203.0.113.7", forwarded: "for=203.0.113.7" };
  await ask({ ...guess, headers: { ...json, ...forged }, from: "127.0.0.5" });
  expect(await lastAddress()).toBe("127.0.0.5");
  // Straight to the server, past the proxy.
  const { hostname, port } = new URL(server.address);
  await new Promise((resolve) =>
    request(
      {
        ...{ host: hostname, port, localAddress: "127.0.0.6", method: guess.method },
        ...{ path: guess.path, headers: { ...json, ...forged } },
      },
      (answer) => answer.resume().once("end", resolve),
    ).end(guess.body),
  );
  expect(await lastAddress()).toBe("127.0.0.6");
});

test("an event goes through at once", async () => {
  await insertImage(db, { west: 68, south: 38, side: 0.01 });
  const { id } = await db.sql.selectFrom("imagery_process").select("id").executeTakeFirstOrThrow();
  const stream = await askByTls(nginx.port, {
    path: `/api/satellite-imagery/${id}/events`,
    headers: bearer(),
  });
  expect(stream.headers["content-type"]).toContain("text/event-stream");
  await expect.poll(stream.text, { timeout: 5000 }).toContain("data:");
  const first = stream.text().length;
  await db.sql.updateTable("imagery_process").set({ status: "failed" }).execute();
  // A proxy that buffers would hold it until the stream ends, which is open still.
  await expect.poll(() => stream.text().length, { interval: 20 }).toBeGreaterThan(first);
  stream.close();
});

test("an upload of several megabytes passes as it comes, and says how much has arrived", async () => {
  const size = 6 * 1024 ** 2;
  const tus = { ...bearer(), "tus-resumable": "1.0.0" };
  const begun = await ask({
    method: "POST",
    path: "/api/upload",
    headers: {
      ...tus,
      "upload-length": `${size}`,
      "upload-metadata": `filename ${Buffer.from("garden.tif").toString("base64")}`,
    },
  });
  expect(begun.status).toBe(201);
  const path = new URL(String(begun.headers.location), "https://nihol.example/api/upload").pathname;
  const half = await ask({
    method: "PATCH",
    path,
    headers: { ...tus, "upload-offset": "0", "content-type": "application/offset+octet-stream" },
    body: Buffer.alloc(size / 2, 7),
  });
  expect([half.status, half.headers["upload-offset"]]).toEqual([204, `${size / 2}`]);
  const rest = await ask({
    method: "PATCH",
    path,
    headers: {
      ...tus,
      "upload-offset": `${size / 2}`,
      "content-type": "application/offset+octet-stream",
    },
    body: Buffer.alloc(size / 2, 7),
  });
  expect([rest.status, rest.headers["upload-offset"]]).toEqual([204, `${size}`]);
});
