/** Counts of what came by MQTT since this server started; a monitoring program reads them. */

/**
 * Outcomes of a message: its readings were looked at, its topic is not read, it was not acknowledged, or (from a broker
 * outside) it was refused whole.
 */
export type MessageOutcome = "taken" | "unread_topic" | "unacknowledged" | "refused";

export interface MqttCounts {
  connections: number;
  /** True while a broker outside is connected and its topics are subscribed to. */
  isBrokerConnected: boolean;
  /** Messages that wait for their transaction. */
  waiting: number;
  messages: Map<MessageOutcome, number>;
  /** Readings: accepted, duplicates, conflicts, faulty, and each reason for which one was refused. */
  readings: Map<string, number>;
}

const ofServer = new WeakMap<object, MqttCounts>();

/** The counts of a server. @param server its services */
export function mqttCountsOf(server: object): MqttCounts {
  const counts: MqttCounts = ofServer.get(server) ?? {
    connections: 0,
    isBrokerConnected: false,
    waiting: 0,
    messages: new Map(),
    readings: new Map(),
  };
  ofServer.set(server, counts);
  return counts;
}

/** Adds to a count by its name. */
export function addTo<Name>(counts: Map<Name, number>, name: Name, more = 1): void {
  if (more > 0) counts.set(name, (counts.get(name) ?? 0) + more);
}
