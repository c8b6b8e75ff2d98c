/** Server-sent events of processes: one poll a second for all followed processes, while there are any. */

import type { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { Language } from "@nihol/contract/values/languages";
import { seeAsHeader } from "@nihol/contract/values/paths";
import { isDatabaseAway } from "@nihol/db/database-away";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Actor } from "../../http/actor.ts";
import { Problem } from "../../http/problem.ts";

/** The two queries of all streams together, however many there are. */
interface StreamSource<State> {
  /** The states of these processes as they are now; deleted ones are left out. */
  listStates: (ids: number[]) => Promise<Map<number, State>>;
  /** Narrows these processes to those that the actor may see now. */
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

/** Follower of a process, in a language. */
interface Follower<State> {
  process: number;
  language: Language;
  /** The state when the right to it was asked for. */
  state: State;
}

interface Stream<State> extends Follower<State> {
  person: number;
  /** Streams with the same key end together: one token, one previewed role. */
  rightsKey: string;
  currentActor: () => Promise<Actor | undefined>;
  checkedAt: number;
  out: ServerResponse;
  last: string;
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
export class ProcessStreams<State> {
  readonly #source: StreamSource<State>;
  readonly #limits: StreamLimits;
  /** In the order in which they were opened. */
  readonly #open = new Set<Stream<State>>();
  #turning = false;

  constructor(source: StreamSource<State>, limits: StreamLimits = streamLimits) {
    this.#source = source;
    this.#limits = limits;
  }

  /**
   * Opens a stream with its first event. At the limit of a person their oldest stream is closed.
   * @throws {Problem} 503 while too many are open
   */
  follow(request: FastifyRequest, reply: FastifyReply, follower: Follower<State>) {
    this.#makeRoom(request.actor.id);
    reply.hijack();
    const stream: Stream<State> = {
      ...follower,
      person: request.actor.id,
      rightsKey: JSON.stringify([request.headers.authorization, request.headers[seeAsHeader]]),
      currentActor: () => request.currentActor(),
      checkedAt: Date.now(),
      out: reply.raw,
      last: "",
      sentAt: 0,
    };
    stream.out.writeHead(200, streamHeaders);
    this.#open.add(stream);
    request.raw.once("close", () => this.#end(stream));
    const event = this.#source.toEvent(follower.state, follower.language);
    this.#send(stream, JSON.stringify(event), Date.now());
    void this.#keepTurning();
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

  #end(stream: Stream<State>, word = "") {
    if (this.#open.delete(stream)) stream.out.end(word);
  }

  #send(stream: Stream<State>, data: string, now: number) {
    if (stream.out.writableLength > maxUnread) return this.#end(stream);
    if (data !== stream.last) {
      this.#source.noteSent?.(stream.person);
      stream.out.write(`event: process\ndata: ${data}\n\n`);
    } else if (now - stream.sentAt > this.#limits.quietMs) stream.out.write(": still here\n\n");
    else return;
    stream.last = data;
    stream.sentAt = now;
  }

  async #sendStates() {
    const followed = new Set([...this.#open].map(({ process }) => process));
    const states = await this.#source.listStates([...followed]);
    const texts = new Map<string, string>();
    const now = Date.now();
    for (const stream of this.#open) {
      const state = states.get(stream.process);
      if (state !== undefined) this.#send(stream, this.#textOf(texts, stream, state), now);
      // A stream that was opened meanwhile is read at the next turn.
      else if (followed.has(stream.process)) this.#end(stream);
    }
  }

  #textOf(texts: Map<string, string>, stream: Stream<State>, state: State): string {
    const key = `${stream.process} ${stream.language}`;
    const text = texts.get(key) ?? JSON.stringify(this.#source.toEvent(state, stream.language));
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

  async #askRightsOf(streams: Stream<State>[]) {
    // The previewed role is deleted or the token has ended: these streams alone end.
    const actor = await streams[0]?.currentActor().catch((error: unknown) => {
      if (isDatabaseAway(error)) throw error;
      return undefined;
    });
    const ids = streams.map(({ process }) => process);
    const visible = actor ? await this.#source.listVisible(actor, ids) : new Set<number>();
    for (const stream of streams) {
      stream.checkedAt = Date.now();
      if (!visible.has(stream.process)) this.#end(stream);
    }
  }
}
