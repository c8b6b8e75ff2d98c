/** A full disk while a file of a violation comes in. */
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendFile, storedKeys } from "../support/attached-files-sender.ts";
import { canMount } from "../support/small-disk.ts";
import { type TestApp, testApp } from "../support/test-app.ts";

describe.skipIf(!canMount())("a full disk", () => {
  let server: TestApp;
  let incoming: string;
  beforeAll(async () => {
    server = await testApp();
    incoming = join(server.files.path("x"), "..", ".incoming");
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", incoming]);
  });
  afterAll(async () => {
    execFileSync("umount", [incoming]);
    await server.close();
  });

  test("refuses a file with the reason, and keeps nothing of it", async () => {
    const { email, call } = await server.person("MasterAdmin");
    const token = (await server.tokensOf(email)).access;
    const name = { tg: "Қонун", ru: "Закон", en: "Law", az: "" };
    const made = await call<{ id: number }>("POST", "/document", { name, category: "law" });
    const file = { name: "a.pdf", bytes: Buffer.alloc(4 * 1024 ** 2, 65) };
    const sent = await sendFile(server, token, `/document/${made.body.id}/file`, file);
    expect(sent).toMatchObject({ status: 507, body: { code: "disk_full" } });
    expect(readdirSync(incoming)).toEqual([]);
    expect(await storedKeys(server)).toEqual([]);
    expect(
      (await call<{ files: object[] }>("GET", `/document/${made.body.id}`)).body.files,
    ).toEqual([]);
  });
});
