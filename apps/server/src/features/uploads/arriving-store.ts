/** Files of tus in a bucket: any server takes the next piece of an upload, and none is acknowledged that is not there. */
import type { Readable } from "node:stream";
import type { Db } from "@nihol/db/connection";
import type { Arrivals, ArrivedTail } from "@nihol/store/files/arrivals";
import { FileMissing } from "@nihol/store/files/file-store";
import { uploadKeys } from "@nihol/store/files/upload-keys";
import { DataStore, ERRORS, Upload } from "@tus/server";
import {
  findArrival,
  insertArrival,
  noteMultipart,
  notePart,
  noteTail,
  resetArrival,
} from "./arrival-queries.ts";

interface Taking {
  tail: ArrivedTail | null;
  size: number;
  seen: { received: number; multipart: string | null };
}

/** Offers what the store in a folder does (`tusFolder`). */
export class ArrivingStore extends DataStore {
  override extensions = ["creation", "creation-with-upload", "termination"];
  readonly #db: Db;
  readonly #arrivals: Arrivals;

  constructor(db: Db, arrivals: Arrivals) {
    super();
    this.#db = db;
    this.#arrivals = arrivals;
  }

  override async create(upload: Upload): Promise<Upload> {
    await insertArrival(this.#db, upload.id, upload.metadata ?? {});
    return upload;
  }

  async #find(id: string) {
    const found = await findArrival(this.#db, id);
    if (!found) throw ERRORS.FILE_NOT_FOUND;
    return found;
  }

  override async getUpload(id: string): Promise<Upload> {
    const { size, received, metadata } = await this.#find(id);
    return new Upload({ id, size, offset: received, metadata });
  }

  /** The bucket's name of what arrives; the first piece begins it, so that an upload can be announced while it is away. */
  async #multipartOf(id: string): Promise<string> {
    const key = uploadKeys(id).file;
    const begun = await this.#arrivals.begin(key);
    if (await noteMultipart(this.#db, id, begun)) return begun;
    await this.#arrivals.abort(key, begun);
    throw ERRORS.INVALID_OFFSET;
  }

  /**
   * Sends parts as they fill, one while the next one comes, and what is left when the call ends, however it ends, as the
   * tail. The lock on the upload is the caller's (tus). Where the bucket has lost of it, the client is told to ask where to
   * go on, and begins anew.
   * @returns bytes of the upload that the bucket has
   */
  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const { tail, size, multipart, received } = await this.#find(id);
    if (received !== offset) throw ERRORS.INVALID_OFFSET;
    // The last call once more: nothing is left to come.
    if (received === size) return received;
    const seen = { received, multipart };
    try {
      return await this.#take(readable, id, { tail, size, seen });
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error;
      if (await resetArrival(this.#db, id, seen)) await this.#forget(id, seen.multipart, tail);
      // Of an upload that was cancelled meanwhile, there is nothing to go on with.
      throw (await findArrival(this.#db, id)) ? ERRORS.INVALID_OFFSET : error;
    }
  }

  /** Removes what the bucket still has of an upload that begins anew; what stays goes with the upload. */
  async #forget(id: string, multipart: string | null, tail: ArrivedTail | null): Promise<void> {
    const { file: key } = uploadKeys(id);
    if (multipart !== null) await this.#arrivals.abort(key, multipart).catch(() => undefined);
    if (tail) await this.#arrivals.removeTail(tail).catch(() => undefined);
  }

  /** @param seen how far the upload is, kept up to date */
  async #take(readable: Readable, id: string, { tail, size, seen }: Taking): Promise<number> {
    const { received } = seen;
    const key = uploadKeys(id).file;
    const partBytes = this.#arrivals.partBytes(size);
    let pieces = tail ? [await this.#arrivals.tail(tail)] : [];
    let held = pieces[0]?.length ?? 0;
    let number = (received - held) / partBytes + 1;

    const send = async (bytes: Buffer) => {
      const multipart = seen.multipart ?? (await this.#multipartOf(id));
      seen.multipart = multipart;
      const at = (number - 1) * partBytes;
      const part = await this.#arrivals.put(key, multipart, { number, at, bytes });
      const to = at + bytes.length;
      if (!(await notePart(this.#db, id, { from: seen.received, to }, part)))
        throw ERRORS.INVALID_OFFSET;
      seen.received = to;
      number++;
    };
    let sending = Promise.resolve();
    let failure: unknown;
    try {
      for await (const piece of readable) {
        pieces.push(piece);
        held += piece.length;
        if (held < partBytes) continue;
        const bytes = Buffer.concat(pieces, held);
        // A copy: what was sent is not kept for a tail of some bytes.
        pieces = [Buffer.from(bytes.subarray(partBytes))];
        held -= partBytes;
        await sending;
        sending = send(bytes.subarray(0, partBytes));
        // Awaited below; a failure meanwhile is no accident of the process.
        sending.catch(() => undefined);
      }
    } catch (error) {
      failure = error;
    }
    await sending;
    const rest = Buffer.concat(pieces, held);
    const total = (number - 1) * partBytes + rest.length;
    if (total === size && rest.length > 0) await send(rest);
    else if (total > seen.received) {
      const next = await this.#arrivals.putTail(key, rest);
      if (!(await noteTail(this.#db, id, { from: seen.received, to: total }, next))) {
        // Of an upload that was cancelled, nothing may stay behind.
        await this.#arrivals.removeTail(next);
        throw ERRORS.INVALID_OFFSET;
      }
    }
    // A tail that stays behind here goes with the upload.
    if (tail && total > received) await this.#arrivals.removeTail(tail).catch(() => undefined);
    if (failure) throw failure;
    return total;
  }
}
