/**
 * Encrypts the secrets that sources are asked with: AES-256-GCM (NIST SP 800-38D), the key in a file beside the database,
 * not in it, so that a copy of the database alone gives nothing away. The text is bound to the origin of the source's
 * address: who points a source at another server cannot have the secret sent there.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { open, readFile } from "node:fs/promises";
import { codeOf } from "@nihol/contract/values/thrown";

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** The key cannot be used: the file is not one of ours. */
export class SourceKeyBroken extends Error {
  override name = "SourceKeyBroken";
}

/** The key of the file, made when there is none. @throws SourceKeyBroken; errors of the file system */
export async function sourceKey(file: string): Promise<Buffer> {
  try {
    // Only one of several programs that start at once makes it.
    await using made = await open(file, "wx", 0o600);
    await made.writeFile(`${randomBytes(keyBytes).toString("base64")}\n`);
    await made.sync();
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
  const key = Buffer.from((await readFile(file, "utf8")).trim(), "base64");
  if (key.length !== keyBytes)
    throw new SourceKeyBroken(`${file} must hold ${keyBytes} bytes in base64`);
  return key;
}

/** @param origin of the source's address: `https://tiles.example.org` */
export function sealSecret(key: Buffer, origin: string, secret: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(origin));
  const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64");
}

/** Undefined where the key, the origin or the text is another one. */
export function openSecret(key: Buffer, origin: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, "base64");
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceBytes))
      .setAAD(Buffer.from(origin))
      .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    const text = bytes.subarray(nonceBytes + tagBytes);
    return Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}
