/** Addresses by which whoever has one fetches an object for a while: Signature Version 4 in the query. */
import {
  SignatureV4,
  type SignatureV4CryptoInit,
  type SignatureV4Init,
} from "@smithy/signature-v4";
import type { S3At } from "./s3-settings.ts";

/** How the server of the bucket is to answer. */
export interface LinkedAnswer {
  type: string;
  disposition: string;
}

/** Seconds for which an address holds: a download that has begun goes on. */
export const linkSeconds = 300;

const hashHeader = "x-amz-content-sha256";
const notInQuery = new Set([hashHeader]);

export type LinkSigner = Pick<
  SignatureV4Init & SignatureV4CryptoInit,
  "region" | "credentials" | "sha256"
>;

type Public = Pick<S3At, "bucket" | "isPathStyle"> & { publicUrl: string };

const serverOf = ({ publicUrl, bucket, isPathStyle }: Public) => {
  const { host } = new URL(publicUrl);
  return isPathStyle ? host : `${bucket}.${host}`;
};

/** Origin of the addresses. */
export const originOf = (at: Public) => `${new URL(at.publicUrl).protocol}//${serverOf(at)}`;

/** RFC 3986, as both sides write names and values when they sign. */
const escaped = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/**
 * Signs the address of an object at the server's public address.
 * @param now for tests with known signatures
 */
export async function linkTo(
  at: Public,
  key: string,
  signer: LinkSigner,
  {
    answer,
    seconds = linkSeconds,
    now = new Date(),
  }: { answer?: LinkedAnswer; seconds?: number; now?: Date },
): Promise<string> {
  const { protocol, pathname } = new URL(at.publicUrl);
  const server = serverOf(at);
  const base = pathname.replace(/\/$/, "");
  const name = `${at.isPathStyle ? `/${at.bucket}` : ""}/${key.split("/").map(escaped).join("/")}`;
  // Names in the path are escaped once, unlike those of Amazon's other services.
  const signature = new SignatureV4({ ...signer, service: "s3", uriEscapePath: false });
  const signed = await signature.presign(
    {
      method: "GET",
      protocol,
      hostname: server,
      path: `${base}${name}`,
      headers: { host: server, [hashHeader]: "UNSIGNED-PAYLOAD" },
      query: answer
        ? {
            "response-content-disposition": answer.disposition,
            "response-content-type": answer.type,
          }
        : {},
    },
    {
      expiresIn: seconds,
      signingDate: now,
      unsignableHeaders: notInQuery,
      unhoistableHeaders: notInQuery,
    },
  );
  const query = Object.entries(signed.query ?? {}).map(
    ([parameter, value]) => `${escaped(parameter)}=${escaped(String(value))}`,
  );
  return `${originOf(at)}${base}${name}?${query.join("&")}`;
}
