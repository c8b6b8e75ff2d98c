/** People who use the panel at once, in a process of their own: the bench `scale` sends an order, and gets their times. */
import { setTimeout as wait } from "node:timers/promises";
import { seededRandom } from "@nihol/geo/seeded-random";
import { asked } from "./questions.ts";

export interface PeopleOrder {
  address: string;
  /** Token of all of them. */
  access: string;
  /** Addresses of tiles of trees. */
  tiles: string[];
  people: number;
  seconds: number;
}

export interface PeopleTimes {
  /** Milliseconds of each answer, by what was asked. */
  times: Record<string, number[]>;
  /** What was not answered with 200, in words. */
  errors: string[];
}

/** Seconds for which somebody looks at what came. */
const look = { least: 3, most: 12 };
const tilesOfView = 8;

async function use(order: PeopleOrder): Promise<PeopleTimes> {
  const found: PeopleTimes = { times: {}, errors: [] };
  const headers = { authorization: `Bearer ${order.access}` };
  async function ask(name: string, path: string) {
    const start = performance.now();
    const answer = await fetch(`${order.address}/api${path}`, { headers });
    await answer.arrayBuffer();
    found.times[name] ??= [];
    found.times[name].push(performance.now() - start);
    if (answer.status !== 200) found.errors.push(`${path}: ${answer.status}`);
  }
  const end = performance.now() + order.seconds * 1000;
  const lists = Object.entries(asked).filter(([name]) => !name.startsWith("statistics"));
  await Promise.all(
    Array.from({ length: order.people }, async (_, person) => {
      const random = seededRandom(person + 1);
      const oneOf = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)] as T;
      const pause = () =>
        wait(1000 * Math.min(look.least + random() * (look.most - look.least), order.seconds));
      // They do not come all at once.
      await wait(random() * Math.min(order.seconds * 500, 2000 * look.most));
      while (performance.now() < end) {
        // The map with its figures, then a list or a report.
        await Promise.all([
          ...Array.from({ length: tilesOfView }, () => ask("tiles", oneOf(order.tiles))),
          ask("statistics", asked.statistics ?? ""),
          ask("statistics, a garden", `/statistics?garden=${1 + Math.floor(random() * 3000)}`),
        ]);
        await pause();
        await ask(...oneOf(lists));
        await pause();
      }
    }),
  );
  return found;
}

process.once("message", async (order: PeopleOrder) => {
  process.send?.(await use(order));
  process.disconnect();
});
