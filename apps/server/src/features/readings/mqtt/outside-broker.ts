/** A broker outside: the server subscribes to the topics of devices, for all servers or in a group that shares them. */
import type { Writable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import type { EntryReason } from "@nihol/contract/values/sensors/readings";
import { codeOf } from "@nihol/contract/values/thrown";
import { connect, type IClientOptions, type IPublishPacket, type ISubscriptionMap } from "mqtt";
import { generate } from "mqtt-packet";
import type { OutsideBroker } from "../../../http/services.ts";
import { addTo, type MqttCounts } from "../../../shared/devices/intake-counts.ts";
import type { IntakeLimits } from "../intake-limits.ts";
import type { IntakeQueue } from "./intake-queue.ts";
import type { Message, RefusedEntry } from "./message.ts";
import { maxPacketBytes } from "./packet-guard.ts";
import { readPayload, sentText } from "./payloads.ts";
import { defaultShare, filtersOf, readTopic } from "./topics.ts";

/** Milliseconds until the connection is tried again: doubled each time, up to the last. */
const [firstPause, lastPause] = [1000, 30_000];
/** Seconds for which the broker keeps what comes while this server is away. */
const sessionSeconds = 7 * 86_400;
/** Messages that the broker sends without an answer: so many can share a transaction. */
const underWay = 1000;
/** Bytes of payloads that wait; beyond them the line is not read on. */
const waitingBytes = 32 * 1024 ** 2;
/** Times that a message is tried whose values the database refuses, which no waiting mends. */
const tries = 5;
/** Classes of SQLSTATE: what is wrong with the data (22), and with what it belongs to (23). */
const ownFault = /^2[23]/;

/** Given to the client in place of an answer: PUBACK is written when the transaction is committed. */
const later = new Error("acknowledged after the commit");

export interface OutsideOptions {
  broker: OutsideBroker & { clientId: string };
  queue: IntakeQueue;
  limits: IntakeLimits;
  counts: MqttCounts;
  /** Told of messages that were refused whole. */
  refuse: (
    deviceId: number,
    refused: readonly RefusedEntry[],
    sent: { message: Message; bytes: number },
  ) => void;
  log: Record<"info" | "warn", (facts: object, line: string) => void>;
}

/** QoS 1, without what the broker had kept before. */
const wish = { qos: 1, rh: 2 } as const;

const pauseOf = (tried: number) => Math.min(firstPause * 2 ** (tried - 1), lastPause);

const optionsOf = ({ user, password, ca, clientId }: OutsideOptions["broker"]): IClientOptions => ({
  // A broker of version 5 sends as many unanswered messages as it is asked for, one of 3.1.1 mostly twenty.
  protocolVersion: 5,
  properties: {
    sessionExpiryInterval: sessionSeconds,
    receiveMaximum: underWay,
    maximumPacketSize: maxPacketBytes,
  },
  clean: false,
  clientId,
  reconnectPeriod: firstPause,
  reconnectOnConnackError: true,
  resubscribe: false,
  ...(user !== undefined && { username: user }),
  ...(password !== undefined && { password }),
  ...(ca !== undefined && { ca }),
});

/**
 * Takes readings from a broker outside until it is closed; while the broker is away it is tried again and again.
 * The broker knows by the client's id what this server has not acknowledged, and sends it anew.
 */
export function openOutsideBroker(options: OutsideOptions) {
  const { broker, queue, limits, counts, refuse, log } = options;
  const client = connect(broker.address, optionsOf(broker));
  /** Ends when what came so far was answered: answers go in the order in which messages came (MQTT 5, 4.6). */
  let answered = Promise.resolve();
  let held = 0;
  const resume: (() => void)[] = [];
  let unsent: Buffer[] = [];
  const ending = new AbortController();
  let lastReason = "";

  function refuseAll(
    deviceId: number,
    reason: EntryReason,
    sent: { message: Message; bytes: number },
  ): true {
    addTo(counts.messages, "refused");
    addTo(counts.readings, reason);
    refuse(deviceId, [{ index: 0, reason }], sent);
    return true;
  }

  /**
   * Takes a message in. A connection that ends meanwhile lets the broker send it again.
   * @returns true when it may be acknowledged: written, refused for good, or one that nobody reads
   */
  async function take({ topic: name, payload, qos }: IPublishPacket, isOpen: () => boolean) {
    const topic = readTopic(name);
    if (topic?.id === undefined) {
      addTo(counts.messages, "unread_topic");
      return true;
    }
    const { id: deviceId, parameter } = topic;
    const sent = Buffer.from(payload);
    const message = readPayload(sent, parameter, Date.now());
    message.sent = sentText(sent);
    try {
      limits.countReadings(deviceId, message.entries.length);
    } catch {
      return refuseAll(deviceId, "day_full", { message, bytes: sent.length });
    }
    for (let tried = 1; isOpen(); tried += 1) {
      try {
        await queue.take({ deviceId, hash: undefined, message, bytes: sent.length });
        return true;
      } catch (error) {
        log.warn({ device: deviceId, reason: textOf(error) }, "mqtt: not written");
        // Nobody sends it again, and it would wait here for as long as the database is away.
        if (qos === 0) return true;
        if (tried >= tries && ownFault.test(String(codeOf(error))))
          return refuseAll(deviceId, "not_written", { message, bytes: sent.length });
        await wait(pauseOf(tried), undefined, { signal: ending.signal }).catch(() => {});
      }
    }
    return false;
  }

  function free(bytes: number) {
    held -= bytes;
    if (held > waitingBytes) return;
    for (const goOn of resume.splice(0)) goOn();
  }

  /** Answers of one transaction go in one write. */
  function acknowledge(stream: Writable, messageId: number) {
    unsent.push(generate({ cmd: "puback", messageId }));
    if (unsent.length > 1) return;
    setImmediate(() => {
      const all = Buffer.concat(unsent);
      unsent = [];
      if (!stream.destroyed) stream.write(all);
    });
  }

  client.handleMessage = (packet, callback) => {
    const { stream } = client;
    const { messageId, payload, qos } = packet;
    const isOpen = () => !ending.signal.aborted && client.stream === stream && !stream.destroyed;
    held += payload.length;
    const taken = take(packet, isOpen).finally(() => free(payload.length));
    answered = Promise.all([taken, answered]).then(([isTaken]) => {
      if (isTaken && qos > 0 && messageId !== undefined && client.stream === stream)
        acknowledge(stream, messageId);
    });
    if (held > waitingBytes) resume.push(() => callback(later));
    else callback(later);
  };

  /** Tells of each reason once, until the broker was reached again. */
  function tell(reason: string) {
    if (reason !== lastReason) log.warn({ broker: broker.address, reason }, "mqtt: broker outside");
    lastReason = reason;
  }

  function subscribe() {
    // The broker kept what was subscribed to before the setting was changed.
    client.unsubscribe(filtersOf(broker.share === undefined ? defaultShare : undefined));
    const filters: ISubscriptionMap = {};
    for (const filter of filtersOf(broker.share)) filters[filter] = wish;
    client.subscribe(filters, (error) => {
      if (error) {
        tell(`it refuses the subscription: ${error.message}`);
        client.stream.destroy();
        return;
      }
      counts.isBrokerConnected = true;
      lastReason = "";
      client.options.reconnectPeriod = firstPause;
      log.info({ broker: broker.address }, "mqtt: subscribed");
    });
  }

  client.on("connect", subscribe);
  client.on("error", (error) => tell(error.message));
  client.on("close", () => {
    if (ending.signal.aborted) return;
    if (counts.isBrokerConnected) tell("the connection ended");
    counts.isBrokerConnected = false;
  });
  client.on("reconnect", () => {
    const { reconnectPeriod = firstPause } = client.options;
    client.options.reconnectPeriod = Math.min(reconnectPeriod * 2, lastPause);
  });
  return {
    /** Leaves to the broker at once what is not answered: another server reads on. */
    abandon() {
      ending.abort();
      counts.isBrokerConnected = false;
      client.end(true);
    },
    /** Answers what was written, and leaves what was not to the broker. */
    async close() {
      ending.abort();
      counts.isBrokerConnected = false;
      await queue.drained();
      await answered;
      await new Promise((sent) => setImmediate(sent));
      await client.endAsync();
    },
  };
}

const textOf = (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown));
