import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { boundaryThreads } from "../../src/shared/boundaries/boundary-threads.ts";
import { threadPool } from "../../src/shared/threads/thread-pool.ts";
import { turns } from "../../src/shared/threads/turns.ts";
import { type Caller, grants, type TestApp, testApp } from "../support/test-app.ts";

describe("turns", () => {
  const limits = { atOnce: 2, maxWaiting: 3, maxPerAsker: 2 };

  test("an asker has one running at a time, and others pass by what waits for its asker", async () => {
    const line = turns(limits);
    const begun: string[] = [];
    const take = async (asker: number, name: string) => {
      const end = await line.take(asker);
      begun.push(name);
      return end;
    };
    const first = await take(1, "1a");
    const second = take(1, "1b");
    const other = await take(2, "2a");
    const third = take(3, "3a");
    expect(begun).toEqual(["1a", "2a"]);
    other();
    (await third)();
    expect(begun).toEqual(["1a", "2a", "3a"]);
    first();
    (await second)();
    expect(begun).toEqual(["1a", "2a", "3a", "1b"]);
  });

  test("a person with enough waiting calls is refused, and everybody when the queue is full", async () => {
    const line = turns(limits);
    const refused = (asker: number) => expect(line.take(asker)).rejects;
    await line.take(1);
    await line.take(2);
    void line.take(1);
    await refused(1).toMatchObject({ status: 429, code: "one_at_a_time" });
    void line.take(2);
    void line.take(3);
    await refused(4).toMatchObject({ status: 503, code: "busy" });
  });
});

describe("a thread", () => {
  const source = `let asked = 0;
    export default (word) => {
      asked++;
      while (word === "for ever");
      const kept = [];
      while (word === "too much") kept.push(new Array(100_000).fill(kept.length));
      if (word === "fail") throw new Error(word);
      return [word, asked];
    };`;
  const module = new URL(`data:text/javascript,${encodeURIComponent(source)}`);
  const limits = { module, timeoutMs: 1500, memoryMb: 64, atOnce: 1, maxWaiting: 4 };
  const open = (more = {}) => threadPool<string, [string, number]>({ ...limits, ...more });

  test("that does not come to an end is ended, and the next question has a new one", async () => {
    const ask = open();
    const late = (error: { status: number; code: string }) => [error.code, error.status];
    const answers = await Promise.all([ask("first"), ask("for ever").catch(late), ask("again")]);
    // The machine is busy: of what was asked nothing is known.
    expect(answers).toEqual([
      ["first", 1],
      ["busy", 503],
      ["again", 1],
    ]);
  });

  test("that takes too much memory is ended, and the next question has a new one", async () => {
    const ask = open({ timeoutMs: 60_000 });
    const answers = await Promise.all([ask("first"), ask("too much"), ask("again")]);
    expect(answers).toEqual([["first", 1], undefined, ["again", 1]]);
  });

  test("is kept for the next question, also after one that failed", async () => {
    const ask = open();
    expect(await ask("first")).toEqual(["first", 1]);
    expect(await ask("fail")).toBeUndefined();
    expect(await ask("again")).toEqual(["again", 3]);
  });

  test("that is stuck keeps no other one waiting", async () => {
    const ask = open({ atOnce: 2, timeoutMs: 5000 });
    const ended: string[] = [];
    const stuck = ask("for ever").catch(() => ended.push("stuck"));
    await ask("first").then(() => ended.push("first"));
    await stuck;
    expect(ended).toEqual(["first", "stuck"]);
  });
});

describe("boundaries on a busy machine", () => {
  const file = new TextEncoder().encode(
    '{"type":"Polygon","coordinates":[[[68,38],[69,38],[69,39],[68,38]]]}',
  );

  test("that were not read in time are tried once more, with more time", async () => {
    const { read, check } = boundaryThreads({ quickMs: 1 });
    expect(await read(file, "a.geojson", 1)).toMatchObject({ file: { features: [{ name: "a" }] } });
    const boundary = JSON.parse(new TextDecoder().decode(file));
    expect(await check(boundary, 4, 1)).toMatchObject({ shape: { bbox: [68, 38, 69, 39] } });
  });

  test("are not called too complicated: it is said that the server is busy", async () => {
    const { read } = boundaryThreads({ quickMs: 1, slowMs: 1 });
    await expect(read(file, "a.geojson", 1)).rejects.toMatchObject({
      status: 503,
      code: "busy",
      headers: { "retry-after": "10" },
    });
  });
});

describe("boundaries", () => {
  let server: TestApp;
  let heavy: Caller;
  let light: Caller;
  beforeAll(async () => {
    server = await testApp();
    ({ call: heavy } = await server.person("MasterAdmin"));
    ({ call: light } = await server.person("Drawer", {
      permissions: grants({ region: "vac", garden: "vac" }),
    }));
  });
  afterAll(() => server.close());

  /** Two discs over each other: joining them is the longest that is allowed. */
  function twoDiscs(west: number) {
    const disc = (lon: number) => {
      const ring = Array.from({ length: 12_000 }, (_, i) => {
        const angle = (2 * Math.PI * i) / 12_000;
        return [lon + 0.4 * Math.cos(angle), 38.5 + 0.4 * Math.sin(angle)];
      });
      return [[...ring, ring[0]]];
    };
    return { type: "MultiPolygon", coordinates: [disc(west), disc(west + 0.3)] };
  }
  const body = (boundary: unknown) => ({
    name: { tg: "Вилоят", ru: "Область", en: "Region" },
    boundary,
  });
  const small = () => ({
    type: "MultiPolygon",
    coordinates: [68, 68.1].map((w) => [
      [
        [w, 38],
        [w + 0.05, 38],
        [w, 38.05],
        [w, 38],
      ],
    ]),
  });

  test("of one person that are large are checked in turn, and a third is refused; a small one of another passes", async () => {
    const ended: string[] = [];
    const send = async (call: Caller, name: string, boundary: unknown) => {
      const { status, body: answer } = await call("POST", "/region", body(boundary));
      ended.push(`${name} ${status}`);
      return answer;
    };
    const answers = await Promise.all([
      send(heavy, "large", twoDiscs(69)),
      send(heavy, "large", twoDiscs(71)),
      send(heavy, "large", twoDiscs(73)),
      send(light, "small", small()),
    ]);
    expect(ended.slice(0, 2).sort()).toEqual(["large 429", "small 201"]);
    expect(ended.slice(2)).toEqual(["large 201", "large 201"]);
    expect(answers.filter(({ code }) => code === "one_at_a_time")).toHaveLength(1);
  });
});
