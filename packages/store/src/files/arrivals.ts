/** Uploads that arrive piece by piece in a store that all servers reach, and none sees of another's disk. */

/** Part of what arrives that the bucket has. */
export interface ArrivedPart {
  /** From 1. */
  number: number;
  etag: string;
  /** Hexadecimal. */
  sha256: string;
  bytes: number;
}

/** Bytes after the last whole part. */
export interface ArrivedTail {
  name: string;
  sha256: string;
}

/** Uploads on their way in a store that every server reaches. Every call throws FilesAway while it does not answer. */
export interface Arrivals {
  /** Bytes of each part but the last, of a file of `size`. */
  partBytes: (size: number) => number;
  /** @returns the name by which the bucket knows what arrives there */
  begin: (key: string) => Promise<string>;
  /** Has the bucket forget what arrives under this name, and leaves the tails of the file. */
  abort: (key: string, multipart: string) => Promise<void>;
  /**
   * Keeps a part; on this machine as well, at its place, where the disk has room. `at`: bytes before it.
   * @throws FileMissing where the bucket does not know what arrives under this name (any more)
   */
  put: (
    key: string,
    multipart: string,
    part: { number: number; at: number; bytes: Uint8Array },
  ) => Promise<ArrivedPart>;
  /** Keeps a tail under a name that no other one has, not even of the same bytes. */
  putTail: (key: string, bytes: Uint8Array) => Promise<ArrivedTail>;
  /** @throws FileMissing, also where it is not what was put there */
  tail: (tail: ArrivedTail) => Promise<Buffer>;
  removeTail: (tail: ArrivedTail) => Promise<void>;
  /**
   * Makes all parts the file at `landing`, fetching those that another server took, each compared with its SHA-256.
   * @returns the SHA-256 of the whole; undefined where the bucket has not got what was put there
   * @throws DiskFull where there is no room for those
   */
  bring: (
    key: string,
    multipart: string,
    parts: readonly ArrivedPart[],
  ) => Promise<string | undefined>;
  /** Copies within the bucket what was brought, unchanged, to its key. */
  copyTo: (key: string, sha256: string) => Promise<void>;
  /** Removes what arrived, or has arrived so far. */
  drop: (key: string, multipart: string | null) => Promise<void>;
  /** Keys, without a dot in them, of which the bucket has something that came before a time, tails among it. */
  keysBefore: (time: Date) => Promise<Set<string>>;
}
