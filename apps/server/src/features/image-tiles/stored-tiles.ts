/** Tiles that were made ahead: one range read in a shard's file, no pixel decoded. */
import type { FileStore } from "@nihol/store/files/file-store";
import { openShardFile, shardOfTile } from "@nihol/vision/render/render-pool";

type OpenShard = Awaited<ReturnType<typeof openShardFile>>;

// A map view touches a few shards; one that is being made appears within half a minute.
const keptShards = 24;
const forgetMs = 30_000;

/**
 * Tiles that were read lately, some thousand of them: a place that is looked at is looked at by several, and again.
 * Of a file that has not changed.
 */
const keptBytes = 32 * 2 ** 20;

interface Kept<T> {
  value: Promise<T>;
  at: number;
}

/** Remembers what `make` answers for half a minute, at most `size` answers; `drop` removes one. */
function remembered<T>(size: number, make: (key: string) => Promise<T>, drop: (value: T) => void) {
  const kept = new Map<string, Kept<T>>();
  const forget = (key: string, entry: Kept<T>) => {
    kept.delete(key);
    entry.value.then(drop, () => undefined);
  };
  return (key: string): Promise<T> => {
    const now = Date.now();
    for (const [old, entry] of kept)
      if (now - entry.at > forgetMs || kept.size > size) forget(old, entry);
    const entry = kept.get(key) ?? { value: make(key), at: now };
    kept.set(key, entry);
    return entry.value;
  };
}

/** Remembers buffers, those that were asked for last, so many bytes of them. */
function rememberedBytes(max: number) {
  const kept = new Map<string, Buffer>();
  let bytes = 0;
  const forget = (key: string, value: Buffer) => {
    kept.delete(key);
    bytes -= value.length;
  };
  const put = (key: string, value: Buffer) => {
    const before = kept.get(key);
    if (before) forget(key, before);
    kept.set(key, value);
    bytes += value.length;
    for (const [oldest, one] of kept) {
      if (bytes <= max) return;
      forget(oldest, one);
    }
  };
  return async (key: string, read: () => Promise<Buffer | undefined>) => {
    const value = kept.get(key) ?? (await read());
    if (value) put(key, value);
    return value;
  };
}

/** Reads stored tiles of any image; undefined where the shard is not made yet or holds nothing there. */
export function storedTiles(files: FileStore) {
  const zoomOf = remembered<number | undefined>(
    200,
    async (image) => {
      for await (const { key } of files.list(`image/${image}/display`))
        return Number(key.split("/")[3]);
      return undefined;
    },
    () => undefined,
  );
  // Closing is delayed: a read may still be on its way.
  const shardAt = remembered<{ shard: OpenShard | undefined; version: string }>(
    keptShards,
    async (key) => {
      const [, , , z, file = ""] = key.split("/");
      const [bx, by] = file.replace(".tif", "").split("_").map(Number);
      const stored = await files.stat(key);
      if (!stored) return { shard: undefined, version: "" };
      return {
        shard: await openShardFile(await files.local(key), {
          z: Number(z),
          bx: bx ?? 0,
          by: by ?? 0,
        }),
        version: `${stored.modifiedAt.getTime()}-${stored.size}`,
      };
    },
    ({ shard }) => void setTimeout(() => void shard?.close(), 5000).unref(),
  );
  const tileAt = rememberedBytes(keptBytes);
  return async (image: number, z: number, x: number, y: number): Promise<Buffer | undefined> => {
    const zoom = await zoomOf(String(image));
    const shard = zoom === undefined ? undefined : shardOfTile(zoom, z, x, y);
    if (!shard) return undefined;
    const key = `image/${image}/display/${shard.z}/${shard.bx}_${shard.by}.tif`;
    const opened = await shardAt(key);
    return tileAt(`${key} ${opened.version} ${z}/${x}/${y}`, async () =>
      opened.shard?.tile(z, x, y),
    );
  };
}
