/**
 * Encrypts the files of a backup: AES-256-GCM in chunks, each file with a key of its own, so that neither a changed, a
 * moved, a missing nor an added chunk passes (the STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizár 2015).
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from "node:crypto";
import { Transform } from "node:stream";

/** How the key follows from the passphrase, and what it is recognized by. Hexadecimal digits; no secret. */
export interface KeyParameters {
  n: number;
  r: number;
  p: number;
  salt: string;
  check: string;
}

/** Key of a folder of backups. */
export interface BackupKey {
  bytes: Buffer;
  parameters: KeyParameters;
}

/** A backup is damaged, cut, foreign or newer, or its key is another one. The message says what to do. */
export class BackupRefused extends Error {
  override name = "BackupRefused";
}

// RFC 7914 with the strength that OWASP asks for: 128 MiB and half a second a guess.
const cost = { n: 2 ** 17, r: 8, p: 1 };
/** What a manifest of others may ask of this machine at most. */
const maxCost = { n: 2 ** 20, r: 16, p: 4 };

function stretch(passphrase: string, { n, r, p, salt }: Omit<KeyParameters, "check">) {
  if (!(n <= maxCost.n && r <= maxCost.r && p <= maxCost.p))
    throw new BackupRefused("the backup asks for more memory for its key than any that Nihol made");
  return new Promise<Buffer>((resolve, reject) =>
    scrypt(
      passphrase.normalize("NFC"),
      Buffer.from(salt, "hex"),
      32,
      { N: n, r, p, maxmem: 160 * n * r },
      (error, key) => (error ? reject(error) : resolve(key)),
    ),
  );
}

const digest = (key: Buffer, text: string) => createHmac("sha256", key).update(text).digest("hex");
const checkOf = (key: Buffer) => digest(key, "nihol backup key");

/** A key with a new salt. */
export async function makeKey(passphrase: string): Promise<BackupKey> {
  const parameters = { ...cost, salt: randomBytes(16).toString("hex") };
  const bytes = await stretch(passphrase, parameters);
  return { bytes, parameters: { ...parameters, check: checkOf(bytes) } };
}

/** The key of a passphrase by the parameters of a backup. @throws BackupRefused when it is another one */
export async function openKey(passphrase: string, parameters: KeyParameters): Promise<BackupKey> {
  const bytes = await stretch(passphrase, parameters);
  if (!isEqual(checkOf(bytes), parameters.check))
    throw new BackupRefused("this backup was encrypted with another key than the one that is set");
  return { bytes, parameters };
}

/** Compares in the same time whatever they are. */
export const isEqual = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** Name of a content under which its copy lies: with a key nobody else can tell whose content it is. */
export const objectName = (sha256: string, key: BackupKey | undefined) =>
  key ? digest(key.bytes, `object ${sha256}`) : sha256;

/** Seal of a manifest: its own hash, with a key one that only the key makes. */
export const keyedSeal = (key: BackupKey, text: string) => digest(key.bytes, `manifest ${text}`);

const magic = Buffer.from("NIHOLBK1");
const saltBytes = 32;
const headBytes = magic.length + saltBytes;
const chunkBytes = 2 ** 20;
const tagBytes = 16;

const fileKey = (key: BackupKey, salt: Buffer) =>
  Buffer.from(hkdfSync("sha256", key.bytes, salt, "nihol backup file", 32));

/** Unique within a file, whose key is its own. The last byte tells the last chunk. */
function nonce(count: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(count, 7);
  bytes[11] = isLast ? 1 : 0;
  return bytes;
}

/** Encrypts what flows through. */
export function encrypting(key: BackupKey): Transform {
  const salt = randomBytes(saltBytes);
  const own = fileKey(key, salt);
  let waiting: Buffer[] = [];
  let size = 0;
  let count = 0;
  const seal = (plain: Buffer, isLast: boolean) => {
    const cipher = createCipheriv("aes-256-gcm", own, nonce(count++, isLast));
    return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  };
  return new Transform({
    construct(done) {
      this.push(Buffer.concat([magic, salt]));
      done();
    },
    transform(bytes: Buffer, _encoding, done) {
      waiting.push(bytes);
      size += bytes.length;
      if (size > chunkBytes) {
        const all = Buffer.concat(waiting);
        let at = 0;
        // One byte at least stays for the last chunk.
        for (; all.length - at > chunkBytes; at += chunkBytes)
          this.push(seal(all.subarray(at, at + chunkBytes), false));
        waiting = [all.subarray(at)];
        size = all.length - at;
      }
      done();
    },
    flush(done) {
      this.push(seal(Buffer.concat(waiting), true));
      done();
    },
  });
}

/** Decrypts what flows through; ends with BackupRefused where a byte is another one, missing or too many. */
export function decrypting(key: BackupKey, name: string): Transform {
  let own: Buffer | undefined;
  let waiting: Buffer[] = [];
  let size = 0;
  let count = 0;
  const damaged = () => new BackupRefused(`${name} is damaged or cut`);
  function open(sealed: Buffer, isLast: boolean): Buffer {
    if (!own || sealed.length < tagBytes) throw damaged();
    const cipher = createDecipheriv("aes-256-gcm", own, nonce(count++, isLast));
    cipher.setAuthTag(sealed.subarray(-tagBytes));
    try {
      return Buffer.concat([cipher.update(sealed.subarray(0, -tagBytes)), cipher.final()]);
    } catch {
      throw damaged();
    }
  }
  return new Transform({
    transform(bytes: Buffer, _encoding, done) {
      waiting.push(bytes);
      size += bytes.length;
      if (own && size <= chunkBytes + tagBytes) return done();
      try {
        let all = Buffer.concat(waiting);
        if (!own && all.length >= headBytes) {
          if (!all.subarray(0, magic.length).equals(magic)) throw damaged();
          own = fileKey(key, all.subarray(magic.length, headBytes));
          all = all.subarray(headBytes);
        }
        let at = 0;
        if (own)
          for (const step = chunkBytes + tagBytes; all.length - at > step; at += step)
            this.push(open(all.subarray(at, at + step), false));
        waiting = [all.subarray(at)];
        size = all.length - at;
        done();
      } catch (error) {
        done(error instanceof Error ? error : damaged());
      }
    },
    flush(done) {
      try {
        this.push(open(Buffer.concat(waiting), true));
        done();
      } catch (error) {
        done(error instanceof Error ? error : damaged());
      }
    },
  });
}
