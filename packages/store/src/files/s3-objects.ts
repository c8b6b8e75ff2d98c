/** Objects of a bucket under a prefix: the calls that the store needs, with limits of time and errors of ours. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCopyCommand,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { FileMissing } from "./file-store.ts";
import { FilesAway } from "./files-away.ts";
import { type LinkedAnswer, linkTo } from "./s3-links.ts";
import { openParts } from "./s3-parts.ts";
import { addressOf, type S3At } from "./s3-settings.ts";

/** Limits of time, in milliseconds, and of size. */
export interface S3Limits {
  connectMs: number;
  /** Until an answer begins, a part that is sent included. */
  answerMs: number;
  /** Without a byte either way. */
  silentMs: number;
  /** Tries of a call, with growing pauses between them. */
  tries: number;
  /** Bytes of objects that are copied in one call, and of the parts of larger ones: those must end within an answer. */
  copyBytes: number;
}

const mebi = 1024 ** 2;
const usualLimits: S3Limits = {
  ...{ connectMs: 5000, answerMs: 120_000, silentMs: 30_000, tries: 4 },
  copyBytes: 64 * mebi,
};
/** Objects up to this go in one call; larger ones in parts of it, or larger ones where there would be over 10,000. */
const partBytes = 8 * mebi;
const partsMax = 9000;

/** Object as it is listed. */
export interface ListedObject {
  /** Without the prefix. */
  name: string;
  size: number;
  modifiedAt: Date;
}

/** Object by its head. */
export interface ObjectHead extends ListedObject {
  etag: string;
  /** Of its content as it was put, hexadecimal; undefined for what others put there. */
  sha256: string | undefined;
}

interface Refusal {
  name?: string;
  message?: string;
  $metadata?: { httpStatusCode?: number };
}

/** Heads have no words. Elsewhere a 404 that is not the bucket's own, of a proxy before it, says nothing about a file. */
const isMissing = (error: unknown, what: string) => {
  const { name, $metadata } = error as Refusal;
  if (name === "NoSuchKey" || name === "NoSuchUpload") return true;
  return what.startsWith("HEAD ") && $metadata?.httpStatusCode === 404;
};

export type S3Objects = ReturnType<typeof openObjects>;

/** Opens a bucket; nothing is asked yet. Every call throws FilesAway where it does not answer or refuses us. */
export function openObjects(at: S3At, limits: S3Limits = usualLimits) {
  const { bucket: Bucket, prefix } = at;
  const place = addressOf(at);
  const clientOf = (silentMs: number) =>
    new S3Client({
      region: at.region,
      ...(at.endpoint === undefined ? {} : { endpoint: at.endpoint }),
      ...(at.credentials === undefined ? {} : { credentials: at.credentials }),
      forcePathStyle: at.isPathStyle,
      // Servers of others do not know the trailing checksums that are the SDK's habit; ours are in headers.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      maxAttempts: limits.tries,
      requestHandler: {
        connectionTimeout: limits.connectMs,
        requestTimeout: limits.answerMs,
        socketTimeout: silentMs,
        throwOnRequestTimeout: true,
      },
    });
  const client = clientOf(limits.silentMs);
  // A copy within the bucket is silent until it is done.
  const copier = clientOf(limits.answerMs);
  const Key = (name: string) => (prefix === "" ? name : `${prefix}/${name}`);
  const nameOf = (key: string) => (prefix === "" ? key : key.slice(prefix.length + 1));

  function away(error: unknown, what: string): FilesAway {
    const { name = "", message = "", $metadata } = error as Refusal;
    const status = $metadata?.httpStatusCode ? ` (${$metadata.httpStatusCode})` : "";
    return new FilesAway(`${place}: ${what} failed${status}: ${name} ${message}`.trim());
  }

  /** @throws FileMissing, FilesAway */
  async function call<Answer>(what: string, work: () => Promise<Answer>): Promise<Answer> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof FilesAway || error instanceof FileMissing) throw error;
      if (isMissing(error, what))
        throw new FileMissing(`${place} has no ${what.split(" ")[1] ?? "such file"}`);
      throw away(error, what);
    }
  }

  async function* guarded(body: Readable, what: string) {
    try {
      yield* body;
    } catch (error) {
      throw away(error, what);
    }
  }

  const optional = <Answer>(work: Promise<Answer>): Promise<Answer | undefined> =>
    work.catch((error: unknown) => {
      if (error instanceof FileMissing) return undefined;
      throw error;
    });

  async function head(name: string): Promise<ObjectHead | undefined> {
    const answer = await optional(
      call(`HEAD ${name}`, () => client.send(new HeadObjectCommand({ Bucket, Key: Key(name) }))),
    );
    if (!answer) return undefined;
    return {
      name,
      size: answer.ContentLength ?? 0,
      modifiedAt: answer.LastModified ?? new Date(0),
      etag: answer.ETag ?? "",
      sha256: answer.Metadata?.sha256,
    };
  }

  /** @param range bytes, both ends included */
  async function get(name: string, range?: { start: number; end?: number }, etag?: string) {
    const what = `GET ${name}`;
    const { Body } = await call(what, () =>
      client.send(
        new GetObjectCommand({
          Bucket,
          Key: Key(name),
          ...(range ? { Range: `bytes=${range.start}-${range.end ?? ""}` } : {}),
          ...(etag ? { IfMatch: etag } : {}),
        }),
      ),
    );
    if (!(Body instanceof Readable)) throw new FilesAway(`${place}: ${what} gave nothing`);
    return Readable.from(guarded(Body, what), { objectMode: false });
  }

  async function putBytes(name: string, bytes: Uint8Array, sha256: string): Promise<void> {
    await call(`PUT ${name}`, () =>
      client.send(
        new PutObjectCommand({
          Bucket,
          Key: Key(name),
          Body: bytes,
          ContentLength: bytes.length,
          ChecksumSHA256: Buffer.from(sha256, "hex").toString("base64"),
          Metadata: { sha256 },
        }),
      ),
    );
  }

  /** Lists one folder, or all below a name; `onFolder` makes it one level. */
  async function* list(
    below: string,
    onFolder?: (name: string) => void,
  ): AsyncGenerator<ListedObject> {
    let token: string | undefined;
    do {
      const page = await call(`LIST ${below}`, () =>
        client.send(
          new ListObjectsV2Command({
            Bucket,
            Prefix: Key(below),
            ...(onFolder ? { Delimiter: "/" } : {}),
            ...(token ? { ContinuationToken: token } : {}),
          }),
        ),
      );
      for (const { Prefix = "" } of page.CommonPrefixes ?? []) onFolder?.(nameOf(Prefix));
      for (const { Key: key = "", Size = 0, LastModified } of page.Contents ?? [])
        yield { name: nameOf(key), size: Size, modifiedAt: LastModified ?? new Date(0) };
      token = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (token !== undefined);
  }

  const remove = (name: string) =>
    optional(
      call(`DELETE ${name}`, () =>
        client.send(new DeleteObjectCommand({ Bucket, Key: Key(name) })),
      ),
    );

  async function copyInParts(from: ObjectHead, to: string, CopySource: string): Promise<void> {
    const Metadata: Record<string, string> = from.sha256 ? { sha256: from.sha256 } : {};
    const target = { Bucket, Key: Key(to) };
    const partSize = Math.max(limits.copyBytes, Math.ceil(from.size / partsMax));
    const { UploadId } = await client.send(
      new CreateMultipartUploadCommand({ ...target, Metadata }),
    );
    try {
      const Parts = [];
      for (let PartNumber = 1; (PartNumber - 1) * partSize < from.size; PartNumber++) {
        const start = (PartNumber - 1) * partSize;
        const end = Math.min(from.size, start + partSize) - 1;
        const CopySourceRange = `bytes=${start}-${end}`;
        const { CopyPartResult } = await copier.send(
          new UploadPartCopyCommand({
            ...target,
            UploadId,
            PartNumber,
            CopySource,
            CopySourceRange,
          }),
        );
        Parts.push({ PartNumber, ETag: CopyPartResult?.ETag });
      }
      await copier.send(
        new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts } }),
      );
    } catch (error) {
      await client
        .send(new AbortMultipartUploadCommand({ ...target, UploadId }))
        .catch(() => undefined);
      throw error;
    }
  }

  return {
    place,
    head,
    get,
    list,
    remove,
    optional,
    putBytes,
    parts: openParts(client, (name) => ({ Bucket, Key: Key(name) }), call),
    /** Puts a file of this machine whose SHA-256 is known. */
    async putFile(name: string, path: string, sha256: string): Promise<void> {
      const { size } = await stat(path);
      if (size <= partBytes) return putBytes(name, await buffer(createReadStream(path)), sha256);
      const upload = new Upload({
        client,
        params: {
          Bucket,
          Key: Key(name),
          Body: createReadStream(path),
          ChecksumAlgorithm: "SHA256",
          Metadata: { sha256 },
        },
        partSize: Math.max(partBytes, Math.ceil(size / partsMax)),
        queueSize: 4,
      });
      await call(`PUT ${name}`, () => upload.done());
    },
    /** An address at which browsers fetch one; undefined where the bucket has no address for them. */
    async link(name: string, answer: LinkedAnswer): Promise<string | undefined> {
      const { publicUrl } = at;
      return publicUrl && linkTo({ ...at, publicUrl }, Key(name), client.config, { answer });
    },
    /** A small text. */
    async text(name: string): Promise<string | undefined> {
      const body = await optional(get(name));
      return body && (await buffer(body)).toString("utf8");
    },
    putText: (name: string, text: string) => {
      const bytes = Buffer.from(text);
      return putBytes(name, bytes, createHash("sha256").update(bytes).digest("hex"));
    },
    /** Copies one to another name within the bucket. @param sha256 noted there in place of its own @throws FileMissing */
    async copy(name: string, to: string, sha256?: string): Promise<void> {
      const found = await head(name);
      if (!found) throw new FileMissing(`${place} has no ${name}`);
      const from = { ...found, sha256: sha256 ?? found.sha256 };
      const CopySource = `${Bucket}/${Key(name).split("/").map(encodeURIComponent).join("/")}`;
      await call(`COPY ${name}`, async () => {
        if (from.size > limits.copyBytes) return copyInParts(from, to, CopySource);
        const order = { Bucket, Key: Key(to), CopySource };
        await copier.send(
          new CopyObjectCommand(
            sha256 ? { ...order, MetadataDirective: "REPLACE", Metadata: { sha256 } } : order,
          ),
        );
      });
    },
    /** Asks for one name under the prefix. @throws FilesAway */
    async check(signal: AbortSignal): Promise<void> {
      await call("LIST", () =>
        client.send(new ListObjectsV2Command({ Bucket, Prefix: Key(""), MaxKeys: 1 }), {
          abortSignal: signal,
        }),
      );
    },
    close() {
      client.destroy();
      copier.destroy();
    },
  };
}
