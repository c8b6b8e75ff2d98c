/** Counts calls by their caller, in windows of the clock that all servers of an installation have in common. */

/** Limit of the calls of each caller. */
export interface CallLimit {
  /** Name under which servers tell each other. */
  kind: string;
  /** Calls in a window. */
  max: number;
  windowMs: number;
}

/** State of a caller after a call. */
export interface Counted {
  /** Calls in this window at all servers, as far as this one was told. */
  current: number;
  /** Milliseconds until the window ends. */
  ttl: number;
}

/** Calls of one caller in one window. Times in milliseconds since 1970, by the database's clock. */
export interface CallsOfWindow {
  kind: string;
  caller: string;
  startsAt: number;
  endsAt: number;
  calls: number;
}

/** Calls at this server, `calls`, and at all others that told of theirs. */
interface Entry extends CallsOfWindow {
  others: number;
}

/** Of each kind, so many callers are remembered: more make room by those that came first. */
const remembered = 100_000;

export interface CallCounts {
  /** Counts calls of somebody, refused ones too. */
  count: (limit: CallLimit, caller: string, calls?: number, now?: number) => Counted;
  /** Hands over what other servers must know and were not told of yet. */
  takeUntold: () => CallsOfWindow[];
  /** Puts back what could not be told. */
  putBack: (untold: readonly CallsOfWindow[]) => void;
  /** Takes in the number of servers, the database's clock, and what the others count. */
  hear: (heard: { servers: number; clock: number; others: readonly CallsOfWindow[] }) => void;
}

/**
 * Opens the counts of one server. Others need to know of a caller once it has used up here what one server may grant
 * alone, the limit divided by the servers, or once another one told of it: what nobody told adds up to no more than
 * the limit.
 */
export function openCallCounts(): CallCounts {
  const kinds = new Map<string, Map<string, Entry>>();
  const untold = new Map<string, Entry>();
  let servers = 1;
  /** Milliseconds by which the database's clock is ahead of this machine's. */
  let ahead = 0;

  const tell = (entry: Entry) =>
    untold.set(`${entry.kind} ${entry.startsAt} ${entry.caller}`, entry);

  function entryOf({ kind, caller, startsAt, endsAt }: Omit<CallsOfWindow, "calls">): Entry {
    const callers = kinds.get(kind) ?? new Map<string, Entry>();
    kinds.set(kind, callers);
    const known = callers.get(caller);
    if (known && known.startsAt >= startsAt) return known;
    const entry = { kind, caller, startsAt, endsAt, calls: 0, others: 0 };
    // Taken out first: what is set anew stands last, and the first is the oldest.
    callers.delete(caller);
    callers.set(caller, entry);
    const oldest = callers.size > remembered ? callers.keys().next() : undefined;
    if (oldest?.done === false) callers.delete(oldest.value);
    return entry;
  }

  return {
    count({ kind, max, windowMs }, caller, calls = 1, now = Date.now()) {
      const clock = now + ahead;
      const startsAt = Math.floor(clock / windowMs) * windowMs;
      const entry = entryOf({ kind, caller, startsAt, endsAt: startsAt + windowMs });
      entry.calls += calls;
      if (servers > 1 && (entry.others > 0 || entry.calls * servers > max)) tell(entry);
      return { current: entry.calls + entry.others, ttl: Math.max(1, entry.endsAt - clock) };
    },
    takeUntold() {
      const entries = [...untold.values()];
      untold.clear();
      return entries;
    },
    putBack(entries) {
      for (const entry of entries) tell(entryOf(entry));
    },
    hear(heard) {
      servers = heard.servers;
      ahead = heard.clock - Date.now();
      for (const other of heard.others) {
        const entry = entryOf(other);
        if (entry.startsAt !== other.startsAt) continue;
        if (entry.others === 0 && entry.calls > 0) tell(entry);
        entry.others = other.calls;
      }
    },
  };
}
