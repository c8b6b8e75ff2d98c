/**
 * `npm run bench -- start`: how long a start takes: cold (new data folder: initdb, migrations, demonstration programme), warm (the
 * second start), and the first page. `--clone` starts from a fresh clone, so that it includes npm and the build;
 * `--empty` without the demonstration programme.
 * Smallest: `--empty`.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { freePort } from "../apps/server/test/support/server-process.ts";

const root = resolve(import.meta.dirname, "..");
const fromClone = process.argv.includes("--clone");
const isEmpty = process.argv.includes("--empty");

async function healthy(address: string): Promise<boolean> {
  return fetch(`${address}/api/health`).then(
    (answer) => answer.ok,
    () => false,
  );
}

/** Starts the product and answers with the seconds until it serves. */
async function start(
  dir: string,
  data: string,
  port: number,
): Promise<{ seconds: number; child: ChildProcess }> {
  const began = performance.now();
  const child = spawn("npm", ["start"], {
    cwd: dir,
    env: {
      ...process.env,
      PORT: String(port),
      NIHOL_DATA: data,
      ...(isEmpty && { NIHOL_DEMO: "0" }),
    },
    stdio: ["ignore", "ignore", "inherit"],
    detached: true,
  });
  const address = `http://127.0.0.1:${port}`;
  while (!(await healthy(address))) {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`);
    await new Promise((resume) => setTimeout(resume, 50));
  }
  return { seconds: (performance.now() - began) / 1000, child };
}

/** Tells whether any process of a group is left. */
function isGroupThere(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
}

/** Ends the product and waits until all its processes are gone: npm ends before the server has closed, and the server before its database. */
async function stop(child: ChildProcess) {
  const group = child.pid as number;
  process.kill(-group, "SIGTERM");
  while (isGroupThere(group)) await new Promise((resume) => setTimeout(resume, 50));
}

/** The first page as a newcomer's browser loads it: its HTML and the files it names, gzipped. */
async function firstPage(address: string) {
  const began = performance.now();
  const html = await (await fetch(`${address}/auth`)).text();
  const files = [...html.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(
    (match) => match[1] as string,
  );
  const bodies = await Promise.all(
    files.map(async (file) => ({
      file,
      body: Buffer.from(await (await fetch(address + file)).arrayBuffer()),
    })),
  );
  const script = bodies
    .filter(({ file }) => file.endsWith(".js"))
    .reduce((sum, { body }) => sum + gzipSync(body).length, 0);
  return { ms: Math.round(performance.now() - began), html_js_gzip_kb: Math.round(script / 1000) };
}

const work = await mkdtemp(join(tmpdir(), "nihol-bench-start-"));
const dir = fromClone ? join(work, "clone") : root;
if (fromClone) execFileSync("git", ["clone", "-q", root, dir]);
const port = await freePort();
const data = join(work, "data");
const address = `http://127.0.0.1:${port}`;
try {
  const cold = await start(dir, data, port);
  const page = await firstPage(address);
  await stop(cold.child);
  const warm = await start(dir, data, port);
  await stop(warm.child);
  const seconds = (value: number) => Math.round(value * 100) / 100;
  console.log(
    JSON.stringify({
      bench: "start",
      from_clone: fromClone,
      empty: isEmpty,
      cold_s: seconds(cold.seconds),
      warm_s: seconds(warm.seconds),
      first_page: page,
    }),
  );
} finally {
  await rm(work, { recursive: true, force: true });
}
