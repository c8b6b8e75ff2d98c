/** Server-sent events of rows: one poll for all that are followed, while there are any. */

import type { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { Language } from "@nihol/contract/values/languages";
import { seeAsHeader } from "@nihol/contract/values/paths";
import { isDatabaseAway } from "@nihol/db/database-away";
import { tracing } from "@nihol/db/tracing/tracing";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Actor } from "../http/actor.ts";
import { Problem } from "../http/problem.ts";

/** The two queries of all streams together, however many there are. */
interface StreamSource<State> {
  /** Name of the events. */
  event: string;
  /** The states of these rows as they are now; deleted ones are left out. */
  listStates: (ids: number[]) => Promise<Map<number, State>>;
  /** Narrows these rows to those that the actor may see now. */
  listVisible: (actor: Actor, ids: number[]) => Promise<Set<number>>;
  /** A state as its readers of a language get it. */
  toEvent: (state: State, language: Language) => object;
  /** Told of each person who got a new state. */
  noteSent?: (person: number) => void;
}

/** `maxPerPerson` streams of one person, `maxOpen` of everybody. Rights are checked again every `rightsMs`. */
interface StreamLimits {
  maxPerPerson: number;
  maxOpen: number;
  everyMs: number;
  quietMs: number;
  rightsMs: number;
  /** Rights that are checked in one turn. */
  rightsAtOnce: number;
}

/** A browser opens six connections to one server; what it shows last matters most. */
export const streamLimits: StreamLimits = {
  maxPerPerson: 6,
  maxOpen: 2000,
  everyMs: 1000,
  quietMs: 15_000,
  rightsMs: 5000,
  rightsAtOnce: 50,
};

/** Follower of rows, in a language. */
interface Follower<State> {
  language: Language;
  /** The state of each row that is followed, by its id, when the right to it was asked for. */
  states: ReadonlyMap<number, State>;
}

interface Stream {
  language: Language;
  /** Text that was sent last of each row that is followed. */
  last: Map<number, string>;
  person: number;
  /** Streams with the same key end together: one token, one previewed role. */
  rightsKey: string;
  currentActor: () => Promise<Actor | undefined>;
  checkedAt: number;
  out: ServerResponse;
  sentAt: number;
}

// A client that reads nothing is disconnected.
const maxUnread = 65_536;
/** For a stream that made room for a newer one: the panel's screen that lost it asks again after this long. */
const replacedRetryMs = 30_000;

const streamHeaders = {
  // Headers that fastify adds to other answers: this reply is hijacked.
  "x-content-type-options": "nosniff",
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-cache",
  "x-accel-buffering": "no",
  connection: "keep-alive",
};

/** All open streams of a server. The database is polled only while one is open. */
export class EventStreams<State> {
  readonly #source: StreamSource<State>;
  readonly #limits: StreamLimits;
  /** In the order in which they were opened. */
  readonly #open = new Set<Stream>();
  #turning = false;

  constructor(source: StreamSource<State>, limits: StreamLimits = streamLimits) {
    this.#source = source;
    this.#limits = limits;
  }

  /**
   * Opens a stream with its first event. At the limit of a person their oldest stream is closed.
   * @throws {Problem} 503 while too many are open
   */
  follow(request: FastifyRequest, reply: FastifyReply, { language, states }: Follower<State>) {
    this.#makeRoom(request.actor.id);
    reply.hijack();
    const stream: Stream = {
      language,
      last: new Map([...states.keys()].map((id) => [id, ""])),
      person: request.actor.id,
      rightsKey: JSON.stringify([request.headers.authorization, request.headers[seeAsHeader]]),
      currentActor: () => request.currentActor(),
      checkedAt: Date.now(),
      out: reply.raw,
      sentAt: Date.now(),
    };
    stream.out.writeHead(200, streamHeaders);
    this.#open.add(stream);
    request.raw.once("close", () => this.#end(stream));
    for (const [id, state] of states)
      this.#send(stream, id, JSON.stringify(this.#source.toEvent(state, language)), Date.now());
    // For all streams, beyond the request that happens to open the first.
    void (tracing()?.outside(() => this.#keepTurning()) ?? this.#keepTurning());
  }

  /** Ends all; before the server closes, or it would wait for the readers. */
  endAll() {
    for (const stream of this.#open) this.#end(stream);
  }

  /**
   * Polls once. During an outage of the database the streams stay open and catch up afterwards;
   * after any other failure they end, and clients reconnect.
   */
  async turn() {
    try {
      await this.#askRights();
      if (this.#open.size > 0) await this.#sendStates();
    } catch (error) {
      if (!isDatabaseAway(error)) this.endAll();
    }
  }

  async #keepTurning() {
    if (this.#turning) return;
    this.#turning = true;
    while (this.#open.size > 0) {
      await wait(this.#limits.everyMs, undefined, { ref: false });
      await this.turn();
    }
    this.#turning = false;
  }

  #makeRoom(person: number) {
    const { maxPerPerson, maxOpen } = this.#limits;
    const mine = [...this.#open].filter((stream) => stream.person === person);
    for (const stream of mine.slice(0, Math.max(0, mine.length + 1 - maxPerPerson)))
      this.#end(stream, `retry: ${replacedRetryMs}\n\n`);
    if (this.#open.size >= maxOpen) throw new Problem(503, "busy", {}, { "retry-after": "30" });
  }

  #end(stream: Stream, word = "") {
    if (this.#open.delete(stream)) stream.out.end(word);
  }

  /** Sends what is new of a row. */
  #send(stream: Stream, id: number, data: string, now: number) {
    if (data === stream.last.get(id)) return;
    if (stream.out.writableLength > maxUnread) return this.#end(stream);
    this.#source.noteSent?.(stream.person);
    stream.out.write(`event: ${this.#source.event}\ndata: ${data}\n\n`);
    stream.last.set(id, data);
    stream.sentAt = now;
  }

  async #sendStates() {
    const followed = new Set([...this.#open].flatMap(({ last }) => [...last.keys()]));
    const states = await this.#source.listStates([...followed]);
    const texts = new Map<string, string>();
    const now = Date.now();
    for (const stream of this.#open) {
      for (const id of stream.last.keys()) {
        const state = states.get(id);
        if (state !== undefined)
          this.#send(stream, id, this.#textOf(texts, stream.language, id, state), now);
        // A row of a stream that was opened meanwhile is read at the next turn.
        else if (followed.has(id)) stream.last.delete(id);
      }
      if (stream.last.size === 0) this.#end(stream);
      else if (now - stream.sentAt > this.#limits.quietMs) {
        stream.out.write(": still here\n\n");
        stream.sentAt = now;
      }
    }
  }

  #textOf(texts: Map<string, string>, language: Language, id: number, state: State): string {
    const key = `${id} ${language}`;
    const text = texts.get(key) ?? JSON.stringify(this.#source.toEvent(state, language));
    texts.set(key, text);
    return text;
  }

  /** Checks rights again, the longest unchecked first. */
  async #askRights() {
    const due = [...this.#open]
      .filter(({ checkedAt }) => Date.now() - checkedAt >= this.#limits.rightsMs)
      .sort((a, b) => a.checkedAt - b.checkedAt);
    const groups = Map.groupBy(due, ({ rightsKey }) => rightsKey);
    for (const streams of [...groups.values()].slice(0, this.#limits.rightsAtOnce))
      await this.#askRightsOf(streams);
  }

  async #askRightsOf(streams: Stream[]) {
    // The previewed role is deleted or the token has ended: these streams alone end.
    const actor = await streams[0]?.currentActor().catch((error: unknown) => {
      if (isDatabaseAway(error)) throw error;
      return undefined;
    });
    const ids = [...new Set(streams.flatMap(({ last }) => [...last.keys()]))];
    const visible = actor ? await this.#source.listVisible(actor, ids) : new Set<number>();
    for (const stream of streams) {
      stream.checkedAt = Date.now();
      for (const id of stream.last.keys()) if (!visible.has(id)) stream.last.delete(id);
      if (stream.last.size === 0) this.#end(stream);
    }
  }
}
