import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { closeRenderPool } from "@nihol/vision/render/render-pool";
import { expect, test } from "vitest";
import { buildApp } from "../../src/app.ts";
import { geoTiff, type Visitor } from "../support/imagery-server.ts";
import { uploadWorld } from "../support/upload-world.ts";

const { server, owner: many } = await uploadWorld();
const other = await server.visitor("MasterAdmin");
const bytes = geoTiff({ size: 256 });

/** An upload as a server that was ended left it: arrived, not checked. */
async function leftUnchecked(who: Visitor): Promise<string> {
  const id = await who.begin(bytes.length);
  await writeFile(server.files.path(`upload/${id}`), bytes);
  await server.db.sql
    .updateTable("upload")
    .set({ status: "checking" })
    .where("id", "=", id)
    .execute();
  return id;
}

/** Puts a pipe in the file's place: whoever opens it waits until somebody writes. */
async function stuck(id: string): Promise<string> {
  const path = server.files.path(`upload/${id}`);
  await server.files.delete(`upload/${id}`);
  execFileSync("mkfifo", [path]);
  return path;
}

test("a person's uploads are checked one after the other, another person's beside them", async () => {
  const pipe = await stuck(await leftUnchecked(many));
  const mine = [await leftUnchecked(many), await leftUnchecked(many)];
  const theirs = [await leftUnchecked(other), await leftUnchecked(other)];
  const app = await buildApp({
    db: server.db,
    files: server.files,
    jobs: server.jobs,
    demo: false,
    tokens: { secret: "a secret", accessMinutes: 30, refreshMinutes: 720 },
    webRoot: undefined,
  });
  await app.ready();
  for (const id of theirs) expect((await other.checked(id)).status).toBe("ready");
  for (const id of mine) expect((await many.look(id)).status).toBe("checking");
  await writeFile(pipe, "");
  for (const id of mine) expect((await many.checked(id)).status).toBe("ready");
  await app.close();
  closeRenderPool();
});
