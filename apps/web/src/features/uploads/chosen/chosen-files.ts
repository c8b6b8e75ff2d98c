/** Files that were chosen and not sent yet: read one after the other, then compared with what the server has. */
import type { FileCheck } from "@nihol/contract/imagery/uploads";
import { limits } from "@nihol/contract/values/limits";
import { useSyncExternalStore } from "react";
import { ask } from "../../../lib/api/ask.ts";
import { randomId } from "../../../lib/api/random-id.ts";
import { hasBeside } from "../sending/files-beside.ts";
import { sendFile } from "../sending/sending.ts";
import { folderOf, type LeftOut } from "./collect-files.ts";
import type { ReadFile } from "./read-chosen.ts";
import { isSent, type Remark, remarksOf } from "./remarks.ts";

export type ChosenFile = {
  key: string;
  file: File;
  /** Null while it is being read. */
  read: ReadFile | "unreadable" | null;
  check: FileCheck | null;
  /** Choice of the person to send it, or not; null while they made none. */
  wish: boolean | null;
};

export type Chosen = {
  files: readonly ChosenFile[];
  /** Of the files that were given together with them. */
  leftOut: LeftOut;
  /** Images beyond the number that one person may have waiting. */
  tooMany: number;
  /** True where the server could not be asked. */
  isUnchecked: boolean;
  /** Coarser images are not counted in, metres. */
  maxGsdM: number | null;
};

const nothing: Chosen = {
  files: [],
  leftOut: {},
  tooMany: 0,
  isUnchecked: false,
  maxGsdM: null,
};
const listeners = new Set<() => void>();
let chosen: Chosen = nothing;
let isReading = false;

/** The chosen files, following every change. */
export function useChosen(): Chosen {
  return useSyncExternalStore(subscribe, chosenFiles);
}

export const chosenFiles = (): Chosen => chosen;

/** Adds images to those chosen before, once each, and reads them. Resolves when all are read and compared. */
export async function choose(images: readonly File[], leftOut: LeftOut): Promise<void> {
  const fresh = images.filter((file) => !chosen.files.some((one) => isSameFile(one.file, file)));
  const room = Math.max(0, limits.unusedUploads.count - chosen.files.length);
  const added = fresh
    .slice(0, room)
    .map((file): ChosenFile => ({ key: randomId(), file, read: null, check: null, wish: null }));
  const counts = { ...chosen.leftOut };
  for (const [ending, n] of Object.entries(leftOut)) counts[ending] = (counts[ending] ?? 0) + n;
  change({
    files: [...chosen.files, ...added],
    leftOut: counts,
    tooMany: chosen.tooMany + fresh.length - added.length,
  });
  if (isReading) return;
  isReading = true;
  try {
    // More may be chosen while the server is asked.
    while (chosen.files.some(({ read }) => read === null)) {
      await readAll();
      await compare();
    }
  } finally {
    isReading = false;
  }
}

export function setWish(key: string, wish: boolean): void {
  changeFile(key, { wish });
}

export function dropChosen(key: string): void {
  change({ files: chosen.files.filter((one) => one.key !== key) });
  if (chosen.files.length === 0) dropAll();
}

export function dropAll(): void {
  chosen = nothing;
  tell();
}

/** Sends what is to be sent, in the order in which it was chosen; the rest is let go. */
export function sendChosen(owner: number): void {
  const going = chosen.files.filter((one) => isSent(remarksIn(chosen, one), one.wish));
  dropAll();
  for (const { file } of going) sendFile(file, owner);
}

/** Lists the remarks on one of the chosen files. */
export function remarksIn({ files }: Chosen, one: ChosenFile): Remark[] {
  const { read } = one;
  const known = read === "unreadable" ? null : read;
  const before = files.slice(0, files.indexOf(one));
  return remarksOf({
    size: one.file.size,
    isUnreadable: read === "unreadable",
    isRefused: known !== null && known.refusal !== null && !isMendable(one.file, known),
    isMendable: known !== null && isMendable(one.file, known),
    isTwice: known !== null && before.some((other) => printOf(other) === known.fingerprint),
    header: known?.header ?? null,
    hasView: known !== null && known.view !== null,
    check: one.check,
  });
}

/** Says whether the server converts a file instead of refusing it: all that its header tells of that. */
function isMendable(file: File, { refusal }: ReadFile): boolean {
  switch (refusal?.code) {
    case "not_a_tiff":
      return hasBeside(file) || /\.(zip|jp2|j2k)$/i.test(file.name);
    case "no_georeference":
      return hasBeside(file) || refusal.params.reason === "control_points";
    case "not_rgb":
      return refusal.params.reason === "colour_table";
    case "unsupported_type":
      return String(refusal.params.type).startsWith("Float");
    case "block_too_large":
      return Number(refusal.params.size) <= 1024;
    default:
      return false;
  }
}

const printOf = ({ read }: ChosenFile) =>
  read && read !== "unreadable" ? read.fingerprint : undefined;

const isSameFile = (one: File, other: File) =>
  one.name === other.name &&
  one.size === other.size &&
  one.lastModified === other.lastModified &&
  folderOf(one) === folderOf(other);

/** Reads file by file: a folder of images is not to fill the memory. */
async function readAll(): Promise<void> {
  for (;;) {
    const next = chosen.files.find(({ read }) => read === null);
    if (!next) return;
    changeFile(next.key, { read: await readOne(next.file) });
  }
}

async function readOne(file: File): Promise<ReadFile | "unreadable"> {
  try {
    const { readChosen } = await import("./read-chosen.ts");
    return await readChosen(file);
  } catch {
    return "unreadable";
  }
}

/** Asks the server about those that it was not asked about yet. */
export async function compare(): Promise<void> {
  const open = chosen.files.filter(({ read, check }) => check === null && read && isSound(read));
  if (open.length === 0) return change({ isUnchecked: false });
  try {
    const body = { files: open.map(({ file, read }) => questionOf(file, read)) };
    const answer = await ask("POST /upload/check", { body });
    answer.files.forEach((check, n) => {
      const asked = open[n];
      if (asked) changeFile(asked.key, { check });
    });
    change({ isUnchecked: false, maxGsdM: answer.max_gsd_m });
  } catch {
    // The server says the same again when the files are there.
    change({ isUnchecked: true });
  }
}

const isSound = (read: ReadFile | "unreadable") => read !== "unreadable" && read.refusal === null;

function questionOf(file: File, read: ChosenFile["read"]) {
  const known = read === "unreadable" ? null : read;
  const { place, captureDate } = known?.header ?? { place: null, captureDate: null };
  return {
    name: file.name.slice(0, 200),
    size: file.size,
    fingerprint: known?.fingerprint ?? null,
    gsd_m: place?.gsdMeters ?? null,
    date: captureDate?.precision === "day" ? captureDate.date : null,
    bbox: place?.bbox ?? null,
  };
}

function changeFile(key: string, columns: Partial<ChosenFile>): void {
  change({ files: chosen.files.map((one) => (one.key === key ? { ...one, ...columns } : one)) });
}

function change(columns: Partial<Chosen>): void {
  chosen = { ...chosen, ...columns };
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
