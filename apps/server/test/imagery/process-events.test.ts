import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../support/test-app.ts";
import { insertImage } from "../support/tree-fixture.ts";

let server: TestApp;
let base: string;
beforeAll(async () => {
  server = await testApp();
  await server.app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = server.app.server.address() as AddressInfo;
  base = `http://127.0.0.1:${port}/api`;
});
afterAll(() => server.close());

test("the stream of a process ends when its reader is deactivated", async () => {
  const { sql } = server.db;
  await insertImage(server.db, { west: 68, south: 38, side: 0.01 });
  const { id } = await sql.selectFrom("imagery_process").select("id").executeTakeFirstOrThrow();
  const reader = await server.person("SysAdmin");
  const { access } = await server.tokensOf(reader.email);
  const answer = await fetch(`${base}/satellite-imagery/${id}/events`, {
    headers: { authorization: `Bearer ${access}` },
  });
  expect(answer.headers.get("content-type")).toContain("text/event-stream");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  const text = answer.text();
  await sql
    .updateTable("user_account")
    .set({ is_active: false })
    .where("id", "=", reader.id)
    .execute();
  expect(await text).not.toContain("undefined");
});
