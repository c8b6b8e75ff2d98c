/** Tiles of the source beneath the map: kept ones first, then its server, of which no more is asked than it bears. */
import { readFile } from "node:fs/promises";
import { baseLayerLimits, fetchLimits } from "@nihol/contract/values/imagery/imagery-sources";
import { openFetcher, type SourceFetcher } from "@nihol/sources/fetch/source-fetcher";
import { SourceProblem } from "@nihol/sources/fetch/source-problem";
import { openTiles, type Tile, type TileServer } from "@nihol/sources/kinds/tiles";
import { baseLayerKey } from "@nihol/store/sources/base-layer";
import {
  listHosts,
  noSourceAccess,
  type SourceWithCredential,
} from "@nihol/store/sources/source-rows";
import { needRoom } from "../../http/disk-room.ts";
import { Problem } from "../../http/problem.ts";
import type { Services } from "../../http/services.ts";
import { turns } from "../../shared/threads/turns.ts";

const keptMs = baseLayerLimits.days * 86_400_000;
/** Milliseconds after which a server's description of itself is asked for again. */
const openMs = 3_600_000;
const restMs = 15_000;

interface Opened {
  /** Settings, secret and list of hosts: with others it is opened anew. */
  key: string;
  at: number;
  fetcher: SourceFetcher;
  server: Promise<TileServer>;
}

const asProblem = (error: unknown) =>
  error instanceof SourceProblem ? new Problem(502, error.reason.code, error.reason.params) : error;

/** The tiles of whatever source is the base layer; one value for a server, closed with it. */
export function baseLayerTiles({ db, files, sources = noSourceAccess }: Services) {
  let opened: Opened | undefined;
  let failure: { until: number; problem: unknown; version: string } | undefined;
  const going = new Map<string, Promise<Buffer>>();
  const line = turns({ atOnce: 6, maxWaiting: 300 });

  /** Nobody waits again so soon for a server that is away, or that has said of itself what cannot be used. */
  function rest(version: string, error: unknown) {
    failure = { until: Date.now() + restMs, problem: asProblem(error), version };
  }

  async function open(
    { settings, credential }: SourceWithCredential,
    version: string,
  ): Promise<Opened> {
    if (credential === "lost") throw new Problem(409, "source_secret_lost");
    const allowed = { hosts: await listHosts(db.sql), inside: sources.inside };
    const key = JSON.stringify([settings, credential, allowed]);
    const same = opened?.key === key ? opened : undefined;
    if (same && Date.now() - same.at < openMs) return same;
    if (!same) opened?.fetcher.close();
    const fetcher = same?.fetcher ?? openFetcher({ allowed, credential, timeoutMs: 20_000 });
    const now: Opened = { key, at: Date.now(), fetcher, server: openTiles(settings, fetcher) };
    opened = now;
    now.server.catch((error: unknown) => {
      rest(version, error);
      if (opened === now) opened = undefined;
      fetcher.close();
    });
    return now;
  }

  /** @throws {Problem} with what the server, or whatever stands between, has said */
  async function ask(source: SourceWithCredential, version: string, tile: Tile): Promise<Buffer> {
    if (failure?.version === version && failure.until > Date.now()) throw failure.problem;
    const end = await line.take();
    try {
      const now = await open(source, version);
      const { minZoom, maxZoom, addressOf } = await now.server;
      if (tile.z < minZoom || tile.z > maxZoom) return Buffer.alloc(0);
      const expected = {
        kind: "image",
        maxBytes: fetchLimits.tileBytes,
        mayBeAbsent: true,
      } as const;
      const { bytes } = await now.fetcher.get(addressOf(tile), expected);
      failure = undefined;
      return bytes;
    } catch (error) {
      // A fault of one tile says nothing of the others.
      if (error instanceof SourceProblem && error.passing) rest(version, error);
      throw asProblem(error);
    } finally {
      end();
    }
  }

  /** Keeps what came; a full disk keeps nothing, and the map is shown all the same. */
  async function keep(key: string, bytes: Buffer): Promise<void> {
    await needRoom(files, bytes.length)
      .then(() => files.put(key, bytes))
      .catch(() => undefined);
  }

  async function fetched(source: SourceWithCredential, version: string, tile: Tile, key: string) {
    const bytes = await ask(source, version, tile);
    await keep(key, bytes);
    return bytes;
  }

  return {
    /**
     * Sends a tile; empty where there is none. An older one serves while its server does not answer.
     * @param version the source's own
     * @throws {Problem} 502 with the reason
     */
    async tile(source: SourceWithCredential, version: string, tile: Tile): Promise<Buffer> {
      const key = baseLayerKey(version, tile);
      const kept = await files.stat(key);
      const read = async () => readFile(await files.local(key));
      if (kept && Date.now() - kept.modifiedAt.getTime() < keptMs) return read();
      let answer = going.get(key);
      if (!answer) {
        answer = fetched(source, version, tile, key).finally(() => going.delete(key));
        going.set(key, answer);
      }
      return answer.catch((error: unknown) => {
        if (kept) return read();
        throw error;
      });
    },
    close() {
      opened?.fetcher.close();
    },
  };
}
