/** Measures a loaded server: how quick lists, tiles and fragments are, alone and beside other work. */
import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { tileOf } from "@nihol/geo/tiles/tile-math";
import type { Client } from "./load-clients.ts";
import type { LoadOrder, LoadReady } from "./load-server.ts";

/** Four view while four work. */
export const viewers = 4;

/** Starts the server of `load-server.ts` as a process of its own. @throws when it ends before it is ready */
export async function startServer(
  order: LoadOrder,
): Promise<{ child: ChildProcess; ready: LoadReady }> {
  const child = fork(join(import.meta.dirname, "load-server.ts"), [], {
    execArgv: [],
    env: { ...process.env, NIHOL_DATA: order.dir },
  });
  child.send(order);
  const ready = await new Promise<LoadReady>((resolve, reject) => {
    child.once("message", (message) => resolve(message as LoadReady));
    child.once("exit", () => reject(new Error("the server of the bench ended")));
  });
  return { child, ready };
}

/** Another place each time, so that nothing is answered from memory. */
function looks({ bbox, image, fragments }: LoadReady) {
  let n = 0;
  const [west = 0, south = 0, east = 0, north = 0] = bbox;
  const along = (from: number, to: number, step: number) => from + (to - from) * ((n * step) % 1);
  return {
    list: () => `/garden?page=${1 + (n++ % 400)}`,
    tile: () => {
      n++;
      const { x, y } = tileOf(along(west, east, 0.618), along(south, north, 0.382), 19);
      return `/tiles/image/${image}/19/${x}/${y}`;
    },
    fragment: () => `/whole-image/${image}/fragment/${1 + (n++ % fragments)}/original`,
  };
}

/** Milliseconds of each answer. */
export type Times = Record<"list" | "tile" | "fragment", number[]>;

/** Those who view ask one thing after another until the time is over. Milliseconds an answer. */
export async function measure(
  clients: Client[],
  ready: LoadReady,
  seconds: number,
): Promise<Times> {
  const times: Times = { list: [], tile: [], fragment: [] };
  const ask = looks(ready);
  const end = performance.now() + seconds * 1000;
  await Promise.all(
    clients.slice(0, viewers).map(async (client) => {
      while (performance.now() < end)
        for (const kind of ["list", "tile", "fragment"] as const) {
          const start = performance.now();
          const { status } = await client.get(ask[kind]());
          if (status >= 400) throw new Error(`${kind} answered ${status}`);
          times[kind].push(performance.now() - start);
        }
    }),
  );
  return times;
}

const at = (sorted: number[], share: number) =>
  Number((sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1));

/** Number, median and 95th percentile; `ratio` of the latter to that of a quiet server. */
export function figures(times: Times, quiet?: Times) {
  return Object.fromEntries(
    (Object.keys(times) as (keyof Times)[]).map((kind) => {
      const sorted = times[kind].toSorted((a, b) => a - b);
      const before = quiet?.[kind].toSorted((a, b) => a - b);
      const ratio =
        before && Number((at(sorted, 0.95) / Math.max(at(before, 0.95), 0.1)).toFixed(1));
      return [kind, { n: sorted.length, p50_ms: at(sorted, 0.5), p95_ms: at(sorted, 0.95), ratio }];
    }),
  );
}
