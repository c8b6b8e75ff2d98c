import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { closeRenderPool } from "@nihol/vision/render/render-pool";
import { expect, test } from "vitest";
import { buildApp } from "../../src/app.ts";
import { geoTiff, until } from "../support/imagery-server.ts";
import { uploadWorld } from "../support/upload-world.ts";

const { server, owner } = await uploadWorld();
const bytes = geoTiff({ size: 256 });

/** Another server over the same database and files, as after a restart. */
async function another() {
  const app = await buildApp({
    db: server.db,
    files: server.files,
    jobs: server.jobs,
    demo: false,
    tokens: {
      secret: "a secret of the tests that nobody else knows",
      accessMinutes: 30,
      refreshMinutes: 720,
    },
    webRoot: undefined,
  });
  const address = await app.listen({ host: "127.0.0.1", port: 0 });
  return { app, owner: owner.at(address) };
}
/** Ends a server as start-server.ts does: the readers of images with it. */
async function end(app: { close: () => Promise<unknown> }) {
  await app.close();
  closeRenderPool();
}

test("an upload goes on after the server was restarted in its middle", async () => {
  const first = await another();
  const id = await first.owner.begin(bytes.length);
  await first.owner.patch(id, 0, bytes.subarray(0, 4321));
  await end(first.app);

  const second = await another();
  const head = await second.owner.tus("HEAD", `/upload/${id}`);
  expect(head.headers.get("upload-offset")).toBe("4321");
  await second.owner.patch(id, 4321, bytes.subarray(4321));
  expect((await second.owner.checked(id)).status).toBe("ready");
  const file = await readFile(server.files.path(`upload/${id}`));
  const hash = (data: Buffer) => createHash("sha256").update(data).digest("hex");
  expect(hash(file)).toBe(hash(bytes));
  await end(second.app);
});

test("an upload whose check the server's end cut off is kept, and checked at the next start", async () => {
  const first = await another();
  const id = await first.owner.begin(bytes.length);
  await first.owner.patch(id, 0, bytes);
  await end(first.app);
  expect((await owner.look(id)).status).toBe("checking");
  expect(await server.files.stat(`upload/${id}`)).toMatchObject({ size: bytes.length });

  const second = await another();
  expect((await second.owner.checked(id)).status).toBe("ready");
  await end(second.app);
});

test("an upload whose file nobody finds waits for the server that has it, and is refused after a while", async () => {
  const id = await owner.begin(bytes.length);
  await server.files.delete(`upload/${id}`);
  await server.db.pool.query("update upload set status = 'checking' where id = $1", [id]);
  const noted = () => server.db.pool.query("select missing_since from upload where id = $1", [id]);
  const { app, owner: again } = await another();
  await until(async () => (await noted()).rows[0].missing_since);
  expect((await again.look(id)).status).toBe("checking");
  // Back with the server that has it, within its time.
  await writeFile(server.files.path(`upload/${id}`), bytes);
  expect((await again.checked(id)).status).toBe("ready");
  expect((await noted()).rows[0].missing_since).toBe(null);

  await server.files.erase(`upload/${id}`);
  await server.db.pool.query(
    `update upload set status = 'checking', missing_since = now() - interval '16 minutes', check_until = null
     where id = $1`,
    [id],
  );
  expect(await again.checked(id)).toMatchObject({
    status: "refused",
    problem: { code: "upload_lost" },
  });
  const told = "Файл дигар нест: он якҷоя бо сервере, ки онро қабул карда буд, аз даст рафт.";
  expect((await again.look(id, "tg")).problem?.detail).toContain(told);
  await end(app);
});

test("an open stream of events does not keep the server from ending", async () => {
  const { app, owner: reader } = await another();
  const { id: upload } = await reader.send(bytes);
  const created = await owner.call<{ id: number }>("POST", "/satellite-imagery", {
    upload,
    date: "2023-06-12",
  });
  const stream = await reader.fetchAt("GET", `/satellite-imagery/${created.body.id}/events`);
  const events = stream.body?.getReader();
  expect(new TextDecoder().decode((await events?.read())?.value)).toContain("event: process");
  await end(app);
  expect((await events?.read())?.done).toBe(true);
});

test("an upload that a killed server was checking is checked by the other one", async () => {
  const { app, owner: other } = await another();
  const id = await owner.begin(bytes.length);
  await owner.patch(id, 0, bytes);
  await owner.checked(id);
  // As the killed one left it: its lease ran out a moment ago.
  await server.db.pool.query(
    "update upload set status = 'checking', check_until = now() - interval '1 second' where id = $1",
    [id],
  );
  expect((await other.checked(id)).status).toBe("ready");
  await end(app);
});
