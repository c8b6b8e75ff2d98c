/** Reason for an end, as the database keeps it: a stable code, and values for the text. */
export interface Message {
  code: string;
  params: Record<string, string | number>;
}

/** An end with a reason that can be shown to people; trying again would not change it. */
export class Refused extends Error {
  override name = "Refused";
  readonly reason: Message;
  constructor(code: string, params: Message["params"] = {}) {
    super(`${code} ${JSON.stringify(params)}`);
    this.reason = { code, params };
  }
}

const codesByName: Record<string, string> = {
  DiskFull: "disk_full",
  FilesAway: "files_away",
  GdalMissing: "gdal_missing",
  GdalTimedOut: "timed_out",
};

/** The message of any error; `internal` when it says nothing that people could use. */
export function messageOfError(error: unknown): Message {
  if (!(error instanceof Error)) return { code: "internal", params: {} };
  const { reason, code, params } = error as Error & {
    reason?: Message;
    code?: unknown;
    params?: Message["params"];
  };
  if (error.name === "ImageRefused" && typeof code === "string")
    return { code, params: params ?? {} };
  if (typeof reason === "object" && typeof reason?.code === "string") return reason;
  // 53100: the disk of the database.
  const isFull = ["ENOSPC", "EDQUOT", "53100"].includes(String(code));
  return { code: isFull ? "disk_full" : (codesByName[error.name] ?? "internal"), params: {} };
}

/** Tells whether trying again could not help: the error has a reason that people are told. */
export function isFinal(error: unknown): boolean {
  return messageOfError(error).code !== "internal";
}
