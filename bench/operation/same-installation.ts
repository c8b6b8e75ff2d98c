/** Compares two copies of an installation: every list as a file, as an administrator takes it, and the audit log's chain. */
import { createHash } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { exportLists } from "@nihol/contract/values/exports";
import type { Connection } from "@nihol/db/connection";
import { insertPerson, seedBuiltInRoles } from "@nihol/seed/accounts";
import { findChainHead } from "@nihol/store/audit/audit-chain";
import { verifyAuditLog } from "@nihol/store/audit/audit-verify";
import type { ExportRequest, ExportResult } from "@nihol/store/exports/export-request";
import { childPool } from "@nihol/vision/children/child-pool";
import { findActor } from "../../apps/server/src/features/sign-in/sign-in-queries.ts";
import { startFamily } from "../../apps/server/src/features/sign-in/tokens.ts";
import { hashPassword } from "../../apps/server/src/shared/accounts/passwords.ts";

const entry = new URL("../../apps/server/src/exports/export-child.ts", import.meta.url);

/** Adds an administrator, and returns what exports are asked as. */
export async function addAdministrator(db: Connection) {
  await seedBuiltInRoles(db.sql);
  const userId = await insertPerson(db.sql, {
    email: "bench@nihol.example",
    firstName: "Bench",
    lastName: "Bench",
    role: "MasterAdmin",
    passwordHash: await hashPassword("a bench of many long lists"),
  });
  const actor = await findActor(db, await startFamily(db.sql, { userId, tokenVersion: 0 }, 60));
  if (!actor) throw new Error("the account of the bench is gone");
  return actor;
}

/** Contents of a copy: rows and hash of each list as CSV, and the end of the chain. */
export interface Contents {
  rows: number;
  lists: Record<string, string>;
  chain: string;
}

/** The process that writes the lists of all copies. */
const writing = childPool({ entry, heapMb: 1024 }, { size: 1 });
export const closeReader = () => writing.close();

/** Reads a copy. @throws when its audit log does not verify */
export async function readContents(
  { sql, config }: Pick<Connection, "sql"> & Pick<ExportRequest, "config">,
  actor: unknown,
  dir: string,
): Promise<Contents> {
  const { fault, sealed } = await verifyAuditLog(sql);
  if (fault) throw new Error(`the audit log is ${fault.kind} at ${fault.position}`);
  const head = await findChainHead(sql);
  const contents: Contents = {
    rows: 0,
    lists: {},
    chain: `${sealed} ${head?.hash.toString("hex")}`,
  };
  const path = join(dir, "list.csv");
  for (const list of exportLists) {
    const words = {
      format: "csv",
      query: {},
      language: "tg",
      timeZone: "Asia/Dushanbe",
    } as const;
    const { rows } = await writing.run<ExportResult>({ config, list, actor, path, ...words });
    contents.rows += rows;
    contents.lists[list] = createHash("sha256")
      .update(await readFile(path))
      .digest("hex");
    await rm(path, { force: true });
  }
  return contents;
}

/** @throws naming the first list, or the chain, that differs */
export function requireSame(before: Contents, after: Contents): void {
  if (before.chain !== after.chain) throw new Error("the audit log's chain differs");
  const other = exportLists.find((list) => before.lists[list] !== after.lists[list]);
  if (other) throw new Error(`the list ${other} differs`);
}
