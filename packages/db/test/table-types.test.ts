import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { tableTypes } from "../src/table-types.ts";
import { freshDatabase } from "../src/test-database.ts";

test("tables.ts is what the migrations make (else: npm run nihol -- table-types)", async () => {
  const db = await freshDatabase();
  const written = await readFile(new URL("../src/tables.ts", import.meta.url), "utf8");
  expect(written).toBe(await tableTypes(db.sql));
  await db.close();
});
