/** Anchors: lines of text that say where the chain ended on a day, to be kept where the database's writers cannot reach. */

import { open, readFile } from "node:fs/promises";
import type { Db } from "@nihol/db/connection";
import { findChainHead } from "./audit-chain.ts";
import { sealAuditLog } from "./audit-seal.ts";

/** The file's name in the data folder. */
export const anchorsFile = "audit-anchors.txt";

export interface Anchor {
  /** ISO 8601, UTC. */
  at: string;
  /** Number of rows that were sealed. */
  rows: number;
  /** The last of them. */
  lastId: number;
  /** Its hash, in hexadecimal digits. */
  hash: string;
}

const heading =
  "# Anchors of the audit log. Keep copies elsewhere; check with: npm run nihol -- audit verify --anchors FILE\n";
const pattern = /^(\d{4}-\d{2}-\d{2}T[\d:.]+Z) rows=(\d+) last=(\d+) sha256=([0-9a-f]{64})$/;

/** An anchor as a line of the file. */
export const anchorLine = ({ at, rows, lastId, hash }: Anchor): string =>
  `${at} rows=${rows} last=${lastId} sha256=${hash}`;

/** Reads a file of anchors; empty lines and lines that begin with # are left out. @throws naming the first line that is none */
export function parseAnchors(text: string): Anchor[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    if (line.trim() === "" || line.startsWith("#")) return [];
    const [, at, rows, lastId, hash] = pattern.exec(line.trim()) ?? [];
    if (!at || !hash) throw new Error(`line ${index + 1} is no anchor: ${line.slice(0, 80)}`);
    return [{ at, rows: Number(rows), lastId: Number(lastId), hash }];
  });
}

/** The anchors of a file, none where there is no file. @throws as `parseAnchors` */
export async function readAnchors(file: string): Promise<Anchor[]> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  return parseAnchors(text);
}

async function appendLine(file: string, line: string): Promise<void> {
  const handle = await open(file, "a");
  try {
    const { size } = await handle.stat();
    await handle.write(`${size === 0 ? heading : ""}${line}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Seals what is committed and writes the chain's head to the file.
 * @returns the anchor, or undefined while nothing was ever logged
 */
export async function writeAnchor(db: Db, file: string, now: Date): Promise<Anchor | undefined> {
  await sealAuditLog(db);
  const { position, lastId, hash } = await findChainHead(db);
  if (lastId === null) return undefined;
  const anchor = { at: now.toISOString(), rows: position, lastId, hash: hash.toString("hex") };
  await appendLine(file, anchorLine(anchor));
  return anchor;
}

/** The same once a day of UTC, by what the file holds. @returns that day's anchor; undefined while nothing was ever logged */
export async function writeDailyAnchor(
  db: Db,
  file: string,
  now: Date,
): Promise<Anchor | undefined> {
  const day = now.toISOString().slice(0, 10);
  const last = (await readAnchors(file)).at(-1);
  return last?.at.startsWith(day) ? last : writeAnchor(db, file, now);
}
