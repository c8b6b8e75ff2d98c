/** Streams of devices that somebody watches: each tells when one of them has sent something new. */
import type { ReadingEvent } from "@nihol/contract/sensors/readings";
import type { Database } from "@nihol/db/tables";
import type { Kysely } from "kysely";
import { EventStreams, streamLimits } from "../../../shared/event-streams.ts";
import { listReadingEvents, listVisibleDevices } from "./event-queries.ts";

/** Milliseconds between two polls; of one person fewer streams than of processes: each takes a connection of six. */
const limits = { ...streamLimits, everyMs: 2000, maxPerPerson: 3 };

/**
 * The streams of a server.
 * @param noteSent told of each person who got an event
 */
export const readingStreams = (db: Kysely<Database>, noteSent: (person: number) => void) =>
  new EventStreams<ReadingEvent>(
    {
      event: "reading",
      listStates: (ids) => listReadingEvents(db, ids),
      listVisible: (actor, ids) => listVisibleDevices(db, actor, ids),
      toEvent: (event) => event,
      noteSent,
    },
    limits,
  );
