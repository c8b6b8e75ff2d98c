/** Reads an answer within limits: its status, its kind, its bytes, and what they grow to when they are unpacked. */
import type { IncomingMessage } from "node:http";
import { gunzipSync } from "node:zlib";
import { codeOf } from "@nihol/contract/values/thrown";
import { SourceProblem } from "./source-problem.ts";

/** Requirements that an answer must meet. */
export interface Expected {
  kind: "image" | "json" | "xml" | "bytes";
  /** The largest that is read, packed and unpacked. */
  maxBytes: number;
  /** A part of the file, both bytes included. */
  range?: { start: number; end: number };
  /** An answer that says "there is nothing here" (204, 404) is empty and no problem. */
  mayBeAbsent?: boolean;
}

export interface Answer {
  bytes: Buffer;
  /** Of the whole file, where a part was asked for. */
  size: number;
  /** Where it came from in the end. */
  url: string;
}

export type ImageFormat = "png" | "jpeg" | "webp";

/** Formats by their first bytes: what a server says of itself is not asked. */
export function imageFormat(bytes: Buffer): ImageFormat | undefined {
  if (bytes.subarray(0, 8).toString("latin1") === "\x89PNG\r\n\x1a\n") return "png";
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "jpeg";
  const isWebp =
    bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP";
  return isWebp ? "webp" : undefined;
}

const retried = [408, 425, 429, 500, 502, 503, 504];

/** @throws SourceProblem that names the status, the size or the kind */
export async function readAnswer(
  answer: IncomingMessage,
  url: URL,
  expected: Expected,
): Promise<Answer> {
  const { statusCode = 0 } = answer;
  if (expected.mayBeAbsent && [204, 404, 410].includes(statusCode)) {
    answer.resume();
    return { bytes: Buffer.alloc(0), size: 0, url: url.href };
  }
  const wanted = expected.range ? 206 : 200;
  if (statusCode !== wanted) {
    answer.destroy();
    throw statusProblem(statusCode, url, expected);
  }
  const bytes = unpacked(await limited(answer, url, expected.maxBytes), answer, url, expected);
  checkKind(bytes, answer, url, expected);
  return { bytes, size: sizeOf(answer, bytes, url, expected), url: url.href };
}

function statusProblem(status: number, url: URL, { range }: Expected): SourceProblem {
  if (range && status === 200) return new SourceProblem("source_no_ranges", { host: url.host });
  if (status === 401 || status === 403)
    return new SourceProblem("source_refused", { host: url.host, status });
  return new SourceProblem("source_status", { host: url.host, status }, retried.includes(status));
}

async function limited(answer: IncomingMessage, url: URL, maxBytes: number): Promise<Buffer> {
  const tooLarge = () => {
    answer.destroy();
    return new SourceProblem("source_too_large", {
      host: url.host,
      megabytes: megabytes(maxBytes),
    });
  };
  if (Number(answer.headers["content-length"]) > maxBytes) throw tooLarge();
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > maxBytes) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const megabytes = (bytes: number) => Math.round(bytes / 1024 ** 2);

function unpacked(
  bytes: Buffer,
  answer: IncomingMessage,
  url: URL,
  { maxBytes }: Expected,
): Buffer {
  const encoding = answer.headers["content-encoding"] ?? "identity";
  if (encoding === "identity") return bytes;
  if (encoding !== "gzip" && encoding !== "x-gzip")
    throw new SourceProblem("source_encoding", { host: url.host, encoding: encoding.slice(0, 40) });
  try {
    return gunzipSync(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    const isLarge = codeOf(error) === "ERR_BUFFER_TOO_LARGE";
    throw new SourceProblem(isLarge ? "source_too_large" : "source_damaged", {
      host: url.host,
      megabytes: megabytes(maxBytes),
    });
  }
}

/** The first words of a text that came in place of an image, for whoever is to mend the address. */
const said = (bytes: Buffer) =>
  bytes
    .toString("utf8", 0, 2000)
    .replace(/<[^>]*>/g, " ")
    .replace(/[^\p{L}\p{N}\p{P}\p{S} ]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 200);

function checkKind(bytes: Buffer, answer: IncomingMessage, url: URL, { kind }: Expected) {
  if (kind === "bytes") return;
  const isRight =
    kind === "image"
      ? imageFormat(bytes) !== undefined
      : kind === "json"
        ? /^\s*[[{]/.test(bytes.toString("utf8", 0, 100))
        : /^[\uFEFF\s]*</.test(bytes.toString("utf8", 0, 100));
  if (isRight) return;
  const type = (answer.headers["content-type"] ?? "?").slice(0, 60);
  throw new SourceProblem(`source_not_${kind}`, { host: url.host, type, said: said(bytes) || "–" });
}

function sizeOf(answer: IncomingMessage, bytes: Buffer, url: URL, { range }: Expected): number {
  if (!range) return bytes.length;
  const found = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(answer.headers["content-range"] ?? "");
  const [, start, end, size] = found ?? [];
  if (Number(start) !== range.start || Number(end) - Number(start) + 1 !== bytes.length)
    throw new SourceProblem("source_no_ranges", { host: url.host });
  return Number(size);
}
