import type { FileCheck } from "@nihol/contract/imagery/uploads";
import { limits } from "@nihol/contract/values/limits";
import type { ImageHeader } from "@nihol/geo/tiff/image-header";

/** Code of a remark on a file, made before it is sent. */
type RemarkCode =
  | "refused"
  | "unreadable"
  | "empty"
  | "too_heavy"
  | "twice"
  | "same_content"
  | "same_name"
  | "same_day"
  | "too_coarse"
  | "out_of_scope"
  | "mended_later"
  | "place_later"
  | "bands_later"
  | "no_date"
  | "no_view";

/** `stops`: the server would not take it; `leaves`: left out unless it is asked for; `warns`; `notes`. */
export type Severity = "stops" | "leaves" | "warns" | "notes";
export type Remark = { code: RemarkCode; severity: Severity };

const severities: Record<RemarkCode, Severity> = {
  refused: "stops",
  unreadable: "stops",
  empty: "stops",
  too_heavy: "stops",
  twice: "leaves",
  same_content: "leaves",
  out_of_scope: "leaves",
  same_name: "warns",
  same_day: "warns",
  too_coarse: "warns",
  mended_later: "notes",
  place_later: "notes",
  bands_later: "notes",
  no_date: "notes",
  no_view: "notes",
};

/** Properties of a file, as far as they are known. */
export type Known = {
  size: number;
  /** It could not be opened: it has gone, or may not be read. */
  isUnreadable: boolean;
  isRefused: boolean;
  /** It cannot be read as it is, and the server may be able to convert it. */
  isMendable: boolean;
  /** Another chosen file, before it, is the same. */
  isTwice: boolean;
  header: ImageHeader | null;
  hasView: boolean;
  check: FileCheck | null;
};

/** All of it, the gravest first. A file that cannot be taken has nothing else to be said of it. */
export function remarksOf(known: Known): Remark[] {
  const stopping = stopOf(known);
  if (stopping) return [remarkOf(stopping)];
  const { header, check, isTwice, hasView } = known;
  const same = check?.same_file?.basis;
  const said: [RemarkCode, boolean][] = [
    ["twice", isTwice],
    ["same_content", same === "content"],
    ["out_of_scope", check?.out_of_scope === true],
    ["same_name", same === "name"],
    ["same_day", check?.same_day !== undefined && check.same_day !== null && !same],
    ["too_coarse", check?.too_coarse === true],
    ["mended_later", known.isMendable],
    ["place_later", header !== null && !header.place && !known.isMendable],
    ["bands_later", header !== null && !header.isColourKnown],
    ["no_date", header !== null && header.captureDate?.precision !== "day"],
    ["no_view", header !== null && !hasView],
  ];
  return said.filter(([, isSo]) => isSo).map(([code]) => remarkOf(code));
}

function stopOf({ size, isUnreadable, isRefused }: Known): RemarkCode | undefined {
  if (isUnreadable) return "unreadable";
  if (size === 0) return "empty";
  if (size > limits.imageBytes) return "too_heavy";
  return isRefused ? "refused" : undefined;
}

const remarkOf = (code: RemarkCode): Remark => ({ code, severity: severities[code] });

/** Tells whether a file is sent: as the person chose, or else by its remarks. A remark that stops it cannot be overruled. */
export function isSent(remarks: readonly Remark[], wish: boolean | null): boolean {
  const has = (severity: Severity) => remarks.some((one) => one.severity === severity);
  if (has("stops")) return false;
  return wish ?? !has("leaves");
}
