import type { AddressInfo } from "node:net";
import fastify, { type FastifyRequest } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../src/http/actor.ts";
import { EventStreams, streamLimits } from "../../src/shared/event-streams.ts";
import { type TestApp, testApp } from "../support/test-app.ts";
import { insertImage } from "../support/tree-fixture.ts";

let server: TestApp;
let address: string;
let process: number;
beforeAll(async () => {
  server = await testApp();
  await server.app.listen({ host: "127.0.0.1", port: 0 });
  address = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}/api`;
  await insertImage(server.db, { west: 68, south: 38, side: 0.01 });
  const row = await server.db.sql.selectFrom("imagery_process").select("id").execute();
  process = row[0]?.id ?? 0;
});
afterAll(() => server.close());

/** Opens a stream of the process and waits for its first event. */
async function listen(token: string) {
  const answer = await fetch(`${address}/satellite-imagery/${process}/events`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  let text = "";
  const read = async () => {
    const { done, value } = await reader.read();
    text += new TextDecoder().decode(value);
    return done;
  };
  while (!text.includes("event: process")) await read();
  return {
    /** Reads from now on until a piece matches; undefined when the stream ended first. */
    async next(part: string) {
      text = "";
      while (!text.includes(part)) if (await read()) return undefined;
      return text;
    },
    async rest() {
      text = "";
      while (!(await read())) {}
      return text;
    },
    leave: () => reader.cancel(),
  };
}

test("a person's newest streams stay, the oldest makes room and is asked to wait; others keep theirs", async () => {
  const [many, other] = [await server.person("SysAdmin"), await server.person("SysAdmin")];
  const { access: theirs } = await server.tokensOf(other.email);
  const { access: mine } = await server.tokensOf(many.email);
  const kept = await listen(theirs);
  const streams = [];
  for (let n = 0; n < streamLimits.maxPerPerson + 1; n++) streams.push(await listen(mine));
  expect(await streams[0]?.rest()).toMatch(/^retry: \d+\n\n$/);
  await server.db.sql
    .updateTable("imagery_process")
    .set({ tree_count: 77 })
    .where("id", "=", process)
    .execute();
  for (const stream of [kept, ...streams.slice(1)])
    expect(await stream.next("\n\n")).toContain('"tree_count":77');
  await Promise.all([kept, ...streams.slice(1)].map((stream) => stream.leave()));
});

test("a stream ends when its process is deleted", async () => {
  const { email } = await server.person("SysAdmin");
  const stream = await listen((await server.tokensOf(email)).access);
  await server.db.sql.deleteFrom("whole_image").where("process_id", "=", process).execute();
  await server.db.sql.deleteFrom("imagery_process").where("id", "=", process).execute();
  expect(await stream.rest()).toBe("");
});

/** Streams on a server of their own, that count what they ask for. */
async function countedStreams() {
  const asked = { states: [] as number[][], actors: [] as string[], visible: [] as number[][] };
  const streams = new EventStreams<{ n: number }>(
    {
      event: "process",
      listStates: async (ids) => {
        asked.states.push(ids);
        return new Map(ids.map((id) => [id, { n: asked.states.length }]));
      },
      listVisible: async (_actor, ids) => {
        asked.visible.push(ids);
        return new Set(ids);
      },
      toEvent: (state) => state,
    },
    { ...streamLimits, everyMs: 3_600_000, rightsMs: 0 },
  );
  const app = fastify();
  const person = (request: FastifyRequest) => Number(request.headers.authorization);
  app.decorateRequest("actor", {
    getter() {
      return { id: person(this) } as Actor;
    },
  });
  app.decorateRequest("currentActor", async function (this: FastifyRequest) {
    asked.actors.push(String(this.headers.authorization));
    return this.actor;
  });
  app.get("/:process", (request, reply) => {
    const { process } = request.params as { process: string };
    const states = new Map([[Number(process), { n: 0 }]]);
    streams.follow(request, reply, { language: "ru", states });
  });
  return { asked, streams, app, root: await app.listen({ host: "127.0.0.1", port: 0 }) };
}

test("forty streams are one question for states, and one for the rights of each person", async () => {
  const { asked, streams, app, root } = await countedStreams();
  const open = (n: number) =>
    fetch(`${root}/${1 + (n % 2)}`, { headers: { authorization: String(n % 10) } });
  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => open(n)));
  await streams.turn();
  expect(asked.states.map((ids) => ids.sort())).toEqual([[1, 2]]);
  expect(asked.actors.sort()).toEqual(Array.from({ length: 10 }, (_, n) => String(n)));
  expect(asked.visible).toHaveLength(10);
  streams.endAll();
  for (const answer of answers)
    expect(await answer.text()).toBe(
      'event: process\ndata: {"n":0}\n\nevent: process\ndata: {"n":1}\n\n',
    );
  await streams.turn();
  expect(asked.states).toHaveLength(1);
  await app.close();
});
