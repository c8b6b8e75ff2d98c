/** Objects that are put together of parts within the bucket. */
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import type { ArrivedPart } from "./arrivals.ts";
import { FileMissing } from "./file-store.ts";

/** Part that the bucket has. */
type StoredPart = Omit<ArrivedPart, "bytes">;

const base64Of = (hex: string) => Buffer.from(hex, "hex").toString("base64");

export type S3Parts = ReturnType<typeof openParts>;

/**
 * The calls of an upload in parts (S3 API, "Multipart upload"): each but the last is of 5 MiB or more, and none can be
 * read until all are one object.
 * @param call makes errors of the SDK ours
 */
export function openParts(
  client: S3Client,
  at: (name: string) => { Bucket: string; Key: string },
  call: <Answer>(what: string, work: () => Promise<Answer>) => Promise<Answer>,
) {
  return {
    /** @returns the name by which the bucket knows this upload */
    begin: (name: string): Promise<string> =>
      call(`BEGIN ${name}`, async () => {
        const order = { ...at(name), ChecksumAlgorithm: "SHA256" } as const;
        const { UploadId = "" } = await client.send(new CreateMultipartUploadCommand(order));
        return UploadId;
      }),
    /** Sends one, with its SHA-256 for the bucket to compare. */
    put: (
      name: string,
      upload: string,
      { number, bytes, sha256 }: { number: number; bytes: Uint8Array; sha256: string },
    ): Promise<StoredPart> =>
      call(`PART ${name}`, async () => {
        const { ETag = "" } = await client.send(
          new UploadPartCommand({
            ...at(name),
            UploadId: upload,
            PartNumber: number,
            Body: bytes,
            ContentLength: bytes.length,
            ChecksumSHA256: base64Of(sha256),
          }),
        );
        return { number, etag: ETag, sha256 };
      }),
    /** Makes them one object. @throws FileMissing where the bucket lacks a part, or does not know this upload (any more) */
    end: (name: string, upload: string, parts: readonly StoredPart[]): Promise<void> =>
      call(`END ${name}`, async () => {
        const Parts = parts.map(({ number, etag, sha256 }) => ({
          PartNumber: number,
          ETag: etag,
          ChecksumSHA256: base64Of(sha256),
        }));
        try {
          await client.send(
            new CompleteMultipartUploadCommand({
              ...at(name),
              UploadId: upload,
              MultipartUpload: { Parts },
            }),
          );
        } catch (error) {
          if (error instanceof Error && error.name === "InvalidPart")
            throw new FileMissing(`a part of ${name} is not what was put there`);
          throw error;
        }
      }),
    /** Has the bucket forget it. @throws FileMissing where it has */
    abort: (name: string, upload: string): Promise<void> =>
      call(`ABORT ${name}`, async () => {
        await client.send(new AbortMultipartUploadCommand({ ...at(name), UploadId: upload }));
      }),
  };
}
