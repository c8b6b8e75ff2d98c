/** The list of files of a backup: a line for each, in the order of their keys. */
import { join } from "node:path";
import { Readable } from "node:stream";
import { type BackupKey, BackupRefused, objectName } from "./backup-cipher.ts";
import type { Manifest } from "./backup-manifest.ts";
import { type ContentFacts, type PartFacts, readPart, writePart } from "./backup-parts.ts";

/** File of a backup. */
export interface ListedFile extends ContentFacts {
  key: string;
  /** When it was last written, milliseconds since 1970. */
  mtime: number;
}

const listFile = "files.jsonl.gz";
const anchorsFile = "audit-anchors.txt.gz";

const lineOf = ({ key, size, mtime, sha256 }: ListedFile) =>
  `${JSON.stringify([key, size, mtime, sha256])}\n`;

export const writeFileList = (
  dir: string,
  files: readonly ListedFile[],
  key: BackupKey | undefined,
): Promise<PartFacts> =>
  writePart(join(dir, listFile), Readable.from(files.map(lineOf), { objectMode: false }), key);

function read(line: string) {
  try {
    return JSON.parse(line);
  } catch {
    throw new BackupRefused("the list of files is damaged");
  }
}

function parseLine(line: string): ListedFile {
  const [key, size, mtime, sha256] = read(line);
  const isFile =
    typeof key === "string" &&
    Number.isSafeInteger(size) &&
    Number.isFinite(mtime) &&
    /^[0-9a-f]{64}$/.test(sha256);
  if (!isFile) throw new BackupRefused("the list of files is damaged");
  return { key, size, mtime, sha256 };
}

/** Reads the list of a backup whole. @throws BackupRefused */
export async function readFileList(
  dir: string,
  { files }: Manifest,
  key: BackupKey | undefined,
): Promise<ListedFile[]> {
  const listed: ListedFile[] = [];
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of readPart(join(dir, listFile), "the list of files", files, key)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    listed.push(...lines.map(parseLine));
  }
  return listed;
}

export const writeAnchorsPart = (dir: string, text: string, key: BackupKey | undefined) =>
  writePart(join(dir, anchorsFile), Readable.from([Buffer.from(text)]), key);

/** Anchors of the audit log (heads of its hash chain, kept outside the database) as they stood before the snapshot. @throws BackupRefused */
export async function readAnchorsPart(
  dir: string,
  { anchors }: Manifest,
  key: BackupKey | undefined,
): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of readPart(
    join(dir, anchorsFile),
    "the anchors of the audit log",
    anchors,
    key,
  ))
    chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/** Names of the objects (copies of files, by their content) that a list needs. */
export const objectsOf = (files: readonly ListedFile[], key: BackupKey | undefined) =>
  files.map(({ sha256 }) => objectName(sha256, key));
