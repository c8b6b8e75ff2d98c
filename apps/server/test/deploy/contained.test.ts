/** Programs of the product as a container runs them: no rights, nothing to write but data and /tmp. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FreshDatabase, freshDatabase } from "@nihol/db/test-database";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { geoTiff, until } from "../support/imagery-server.ts";
import { productDir } from "./tools.ts";

const nobody = 65_534;
const password = "nine gardens along the river";
let dir: string;
let db: FreshDatabase;
const running: ChildProcess[] = [];
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "nihol-contained-"));
  await chmod(dir, 0o755);
  await mkdir(join(dir, "data"));
  if (process.getuid?.() === 0) await chown(join(dir, "data"), nobody, nobody);
  db = await freshDatabase();
});
afterAll(async () => {
  for (const child of running) {
    const ended = child.exitCode === null && child.signalCode === null && once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  }
  await db?.close();
  await rm(dir, { recursive: true, force: true });
});

/** Starts a program as in a container: the product in /opt, data in /srv. `hidden`: programs that are not there. */
function startContained(file: string, env: Record<string, string>, hidden: string[] = []) {
  const inside = [
    ...["--die-with-parent", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"],
    ...["--perms", "1777", "--tmpfs", "/tmp", "--ro-bind", productDir, "/opt"],
    ...["--bind", join(dir, "data"), "/srv"],
    // The socket of the tests' database lies in the folder of temporary files.
    ...["--ro-bind-try", inject("testClusterDir"), inject("testClusterDir")],
    ...hidden.flatMap((path) => ["--ro-bind-try", "/dev/null", path]),
    ...["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID", "--cap-add", "CAP_SETPCAP"],
    ...["--chdir", "/opt", "--"],
  ];
  const asNobody =
    process.getuid?.() === 0
      ? ["setpriv", `--reuid=${nobody}`, `--regid=${nobody}`, "--clear-groups"].concat(
          "--bounding-set=-all",
          "--inh-caps=-all",
        )
      : ["setpriv"];
  const program = ["--no-new-privs", "node_modules/node/bin/node", file];
  const child = spawn("bwrap", [...inside, ...asNobody, ...program], {
    env: {
      ...process.env,
      HOME: "/nonexistent",
      NODE_COMPILE_CACHE: "/tmp/compiled",
      NIHOL_DATA: "/srv",
      NIHOL_DATABASE: JSON.stringify(db.config),
      NIHOL_ADMIN_PASSWORD: password,
      NIHOL_REQUIRE_CAGE: "1",
      NIHOL_DEMO: "0",
      PORT: "0",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.push(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (data: Buffer) => {
      output += data.toString();
    });
  return { child, output: () => output };
}

test("a server starts, and an image is read in its cage", async () => {
  const { child, output } = startContained("apps/server/src/main.ts", {});
  const address = await until(async () => {
    if (child.exitCode !== null) throw new Error(output());
    return /running at (http\S+)/.exec(output())?.[1];
  });
  const signedIn = await fetch(`${address}/api/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "admin@nihol.example", password }),
  });
  const { access } = (await signedIn.json()) as { access: string };
  const bytes = await geoTiff({});
  const tus = { authorization: `Bearer ${access}`, "tus-resumable": "1.0.0" };
  const begun = await fetch(`${address}/api/upload`, {
    method: "POST",
    headers: { ...tus, "upload-length": `${bytes.length}`, "upload-metadata": "filename YS50aWY=" },
  });
  const place = new URL(begun.headers.get("location") ?? "", `${address}/api/upload`);
  await fetch(place, {
    method: "PATCH",
    headers: { ...tus, "upload-offset": "0", "content-type": "application/offset+octet-stream" },
    body: new Uint8Array(bytes),
  });
  const upload = await until(async () => {
    const answer = await fetch(place, { headers: { authorization: `Bearer ${access}` } });
    const found: { status: string; error?: unknown } = await answer.json();
    return ["ready", "refused"].includes(found.status) && found;
  });
  expect(upload).toMatchObject({ status: "ready" });
});

test.each(["server", "worker"])(
  "without a cage a %s does not start, and says why",
  async (name) => {
    const programs = ["bwrap", "unshare"].flatMap((one) => [`/usr/bin/${one}`]);
    const { child, output } = startContained(`apps/${name}/src/main.ts`, {}, programs);
    if (child.exitCode === null) await once(child, "exit");
    expect(output()).toContain("GDAL's cage is not whole");
    expect(child.exitCode).toBe(1);
  },
);
