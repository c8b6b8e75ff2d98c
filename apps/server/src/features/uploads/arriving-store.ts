/** Files of tus in a bucket: any server takes the next piece of an upload, and none is acknowledged that is not there. */
import type { Readable } from "node:stream";
import type { Db } from "@nihol/db/connection";
import type { Arrivals } from "@nihol/store/files/arrivals";
import { uploadKeys } from "@nihol/store/files/upload-keys";
import { DataStore, ERRORS, Upload } from "@tus/server";
import {
  findArrival,
  insertArrival,
  noteMultipart,
  notePart,
  noteTail,
} from "./arrival-queries.ts";

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
  async #multipartOf(id: string, known: string | null): Promise<string> {
    if (known !== null) return known;
    const key = uploadKeys(id).file;
    const begun = await this.#arrivals.begin(key);
    if (await noteMultipart(this.#db, id, begun)) return begun;
    await this.#arrivals.drop(key, begun);
    throw ERRORS.INVALID_OFFSET;
  }

  /**
   * Sends parts as they fill, one while the next one comes, and what is left when the call ends, however it ends, as the
   * tail. The lock on the upload is the caller's (tus).
   * @returns bytes of the upload that the bucket has
   */
  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const { tail, size, multipart: known, received } = await this.#find(id);
    if (received !== offset) throw ERRORS.INVALID_OFFSET;
    // The last call once more: nothing is left to come.
    if (received === size) return received;
    const key = uploadKeys(id).file;
    const partBytes = this.#arrivals.partBytes(size);
    let pieces = tail ? [await this.#arrivals.tail(tail)] : [];
    let held = pieces[0]?.length ?? 0;
    let [number, noted] = [(received - held) / partBytes + 1, received];
    let multipart: string | undefined;

    const send = async (bytes: Buffer) => {
      multipart ??= await this.#multipartOf(id, known);
      const at = (number - 1) * partBytes;
      const part = await this.#arrivals.put(key, multipart, { number, at, bytes });
      const to = at + bytes.length;
      if (!(await notePart(this.#db, id, { from: noted, to }, part))) throw ERRORS.INVALID_OFFSET;
      [number, noted] = [number + 1, to];
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
    else if (total > noted) {
      const next = await this.#arrivals.putTail(key, total, rest);
      if (!(await noteTail(this.#db, id, { from: noted, to: total }, next))) {
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
