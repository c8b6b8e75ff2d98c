/** The broker inside the server: devices connect with their tokens, publish their readings and subscribe to nothing. */
import { readFileSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { codeOf } from "@nihol/contract/values/thrown";
import type { Db } from "@nihol/db/connection";
import { Aedes, type AuthenticateError, type Client, type PublishPacket } from "aedes";
import { Problem } from "../../../http/problem.ts";
import type { MqttSettings } from "../../../http/services.ts";
import { addTo, type MqttCounts } from "../../../shared/devices/intake-counts.ts";
import { deviceOfToken } from "../intake.ts";
import type { IntakeLimits } from "../intake-limits.ts";
import { intakeLogOf } from "../intake-log.ts";
import { hashOf } from "../token-queries.ts";
import type { IntakeQueue } from "./intake-queue.ts";
import { packetGuard } from "./packet-guard.ts";
import { readPayload, sentText } from "./payloads.ts";
import { readTopic } from "./topics.ts";

/** Connections at once; each holds a chunk of what it sent, 64 KiB, until that is committed. */
const maxConnections = 10_000;
/** Milliseconds within which a connection says who it is. */
const connectTimeout = 10_000;
/** Letters of a client's id: ours before it, which keeps devices from ending each other's connections. */
const maxClientsIdLength = 1000;

export interface BrokerOptions {
  settings: MqttSettings;
  db: Db;
  queue: IntakeQueue;
  limits: IntakeLimits;
  counts: MqttCounts;
  /** Told why a connection ended that was refused or broke off. */
  say: (reason: string) => void;
}

/** Connected device. */
interface Connected {
  id: number;
  hash: Buffer;
}

/** Return codes of CONNACK (MQTT 3.1.1, table 3.1): wrong name or password, not authorized, unavailable. */
const returnCodes = { wrong: 4, refused: 5, unavailable: 3 } as const;

function refusal(error: unknown): AuthenticateError {
  const status = error instanceof Problem ? error.status : 503;
  const said = error instanceof Error ? error.message : "refused";
  if (status === 429 || status >= 500)
    return Object.assign(new Error(said), { returnCode: returnCodes.unavailable });
  if (status === 409) return Object.assign(new Error(said), { returnCode: returnCodes.refused });
  return Object.assign(new Error(said), { returnCode: returnCodes.wrong });
}

/** The token and the device that is named. ThingsBoard's devices send the token as the name, and no password. */
function credentialsOf(name: string | undefined, password: Buffer | undefined) {
  if (name && password === undefined) return { token: name, id: undefined };
  if (!name || !/^[1-9]\d{0,8}$/.test(name) || !password)
    throw new Problem(401, "device_token_missing");
  return { token: password.toString(), id: Number(name) };
}

/** Topics of a device's own that nobody reads: answered, so that it does not send them for ever. */
const isOwnTopic = (topic: string, id: number) =>
  topic.startsWith("v1/devices/me/") || topic.startsWith(`devices/${id}/`);

/** Listens. @throws Error in a sentence for whoever set it, when the port or a file cannot be used */
export async function openBroker(options: BrokerOptions) {
  const { settings, db, queue, limits, counts, say } = options;
  const connected = new WeakMap<Client, Connected>();
  const addresses = new WeakMap<Client, string>();

  async function admit(client: Client, name: string | undefined, password: Buffer | undefined) {
    limits.checkAddress(addresses.get(client) ?? "");
    const { token, id } = credentialsOf(name, password);
    const device = await deviceOfToken(db, token, id);
    limits.checkDevice(device.id);
    connected.set(client, { id: device.id, hash: hashOf(token) });
  }

  /** Resolves when the message may be acknowledged: committed, or one that nobody reads. */
  async function take(device: Connected | undefined, packet: PublishPacket) {
    if (!device) throw new Error("not connected");
    // Kept messages and copies for others would only fill the memory: nobody subscribes.
    packet.retain = false;
    const topic = readTopic(packet.topic);
    if (!topic || (topic.id !== undefined && topic.id !== device.id)) {
      if (!isOwnTopic(packet.topic, device.id)) throw new Error("a topic of others");
      addTo(counts.messages, "unread_topic");
      intakeLogOf(db).turnAway(device.id, "unread_topic");
      return;
    }
    const payload = Buffer.from(packet.payload);
    const message = readPayload(payload, topic.parameter, Date.now());
    message.sent = sentText(payload);
    try {
      limits.countReadings(device.id, message.entries.length);
    } catch (error) {
      intakeLogOf(db).turnAway(device.id, "too_many_attempts");
      throw error;
    }
    await queue.take({ deviceId: device.id, hash: device.hash, message, bytes: payload.length });
  }

  const broker = await Aedes.createBroker({
    connectTimeout,
    maxClientsIdLength,
    preConnect(_client, packet, callback) {
      delete packet.will;
      if (packet.clientId) packet.clientId = `${packet.username ?? ""}/${packet.clientId}`;
      callback(null, true);
    },
    authenticate(client, name, password, callback) {
      admit(client, name, password).then(
        () => callback(null, true),
        (error) => callback(refusal(error), false),
      );
    },
    authorizePublish(client, packet, callback) {
      take(client ? connected.get(client) : undefined, packet).then(() => callback(null), callback);
    },
    // Refused in SUBACK: a device hears nothing of others, and there is nothing of its own to hear.
    authorizeSubscribe: (_client, _subscription, callback) => callback(null, null),
  });
  broker.on("client", () => {
    counts.connections = broker.connectedClients;
  });
  broker.on("clientDisconnect", () => {
    counts.connections = broker.connectedClients;
  });
  broker.on("clientError", (_client, error) => say(error.message));
  broker.on("connectionError", (_client, error) => say(error.message));

  function handle(socket: Socket) {
    socket.setNoDelay(true);
    socket.setKeepAlive(true, 60_000);
    const isSound = packetGuard();
    const client = broker.handle(socket);
    addresses.set(client, socket.remoteAddress ?? "");
    // Beside the broker's own reading: told of each chunk as it is read, and before it is understood.
    socket.on("data", (chunk: Buffer) => {
      if (!isSound(chunk)) socket.destroy(new Error("a packet is too large"));
    });
  }

  const server = openServer(settings, handle);
  server.maxConnections = maxConnections;
  const port = await listen(server, settings);
  return {
    port,
    /** Ends what has come, then the connections. */
    async close() {
      server.close();
      await queue.drained();
      await new Promise<void>((ended) => broker.close(ended));
    },
  };
}

function openServer({ certFile, keyFile }: MqttSettings, handle: (socket: Socket) => void): Server {
  if (!certFile || !keyFile) return createServer(handle);
  const [cert, key] = [readFileSync(certFile), readFileSync(keyFile)];
  const server = createTlsServer(
    { cert, key, minVersion: "TLSv1.2", handshakeTimeout: connectTimeout },
    handle,
  );
  // A connection that cannot agree on a secret is its own end.
  return server.on("tlsClientError", (_error, socket) => socket.destroy());
}

function listen(server: Server, { host, port }: MqttSettings): Promise<number> {
  return new Promise((listening, fail) => {
    server.once("error", (error) => {
      const isTaken = codeOf(error) === "EADDRINUSE";
      fail(
        isTaken ? new Error(`port ${port} of NIHOL_MQTT_PORT is taken by another program`) : error,
      );
    });
    server.listen({ host, port }, () => {
      const address = server.address();
      listening(typeof address === "object" && address ? address.port : port);
    });
  });
}
