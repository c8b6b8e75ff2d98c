/** Readings by MQTT: the broker inside or one outside, where it is set. Taken out by taking its line out of register.ts. */
import { createHash } from "node:crypto";
import type { Db } from "@nihol/db/connection";
import { databaseIdentity } from "@nihol/store/files/folder-claim";
import { takeDuty } from "@nihol/store/jobs/server-duty";
import type { Feature } from "../../../http/feature.ts";
import { mqttCountsOf } from "../../../shared/devices/intake-counts.ts";
import { intakeLimits } from "../intake-limits.ts";
import { asyncApi } from "./async-api.ts";
import { openBroker } from "./broker.ts";
import { openIntakeQueue } from "./intake-queue.ts";
import type { RefusedEntry } from "./message.ts";
import { noteMessages } from "./note-messages.ts";
import type { OutsideOptions } from "./outside-broker.ts";

/** Refused entries that a line of the log names. */
const shown = 5;
const minuteMs = 60_000;
const isLoopback = (host: string) => /^(127\.|::1$|localhost$)/.test(host);

/** Names of a device's making stand in the log only as far as they can be names. */
const nameOf = ({ index, reason, key }: RefusedEntry) =>
  key === undefined
    ? `${index} ${reason}`
    : `${index} ${reason} ${key.replace(/[^\w.-]/g, "?").slice(0, 40)}`;

/** Tells of a device at most once a minute: one that sends nonsense each second would fill the log. */
function refusalLog(write: (facts: object) => void) {
  let logged = new Set<number>();
  let since = 0;
  return (device: number, refused: readonly RefusedEntry[]) => {
    const now = Date.now();
    if (now - since > minuteMs) [logged, since] = [new Set(), now];
    if (logged.has(device)) return;
    logged.add(device);
    write({ device, refused: refused.slice(0, shown).map(nameOf), count: refused.length });
  };
}

/** One name for all servers of a database, so that the broker keeps for one what another one left. */
async function sharedName(db: Db) {
  const identity = createHash("sha256").update(await databaseIdentity(db));
  return `nihol-${identity.digest("hex").slice(0, 12)}`;
}

/** Opens the broker, or the line to one outside, when the server is ready, and closes it with the server. */
export const mqttIntake: Feature = (app, services) => {
  const { mqtt, outsideBroker, db } = services;
  app.get(
    "/asyncapi.json",
    {
      config: { access: "public", withoutDatabase: true },
      schema: { summary: "The topics and messages of readings by MQTT, as AsyncAPI 3.0" },
    },
    () => asyncApi(),
  );
  if (!mqtt && !outsideBroker) return;
  const counts = mqttCountsOf(services);
  const limits = intakeLimits(services.callCounts);
  const refuse = refusalLog((facts) => app.log.warn(facts, "mqtt: refused"));
  const queue = openIntakeQueue({ db: db.sql, counts, refuse });
  let close = async () => {};
  app.addHook("onClose", async () => close());
  if (outsideBroker)
    app.addHook("onReady", async () => {
      const { clientId = await sharedName(db.sql), ...broker } = outsideBroker;
      // A client that most installations have no use for takes a fifth of a second to load.
      const { openOutsideBroker } = await import("./outside-broker.ts");
      const options: OutsideOptions = {
        ...{ broker: { ...broker, clientId }, queue, limits, counts, log: app.log },
        refuse(deviceId, refused, sent) {
          refuse(deviceId, refused);
          noteMessages(db.sql, deviceId, [sent], refused, undefined);
        },
      };
      const begin = () => ({
        ...openOutsideBroker(options),
        isDone: () => counts.isBrokerConnected,
      });
      close = broker.isInTurn
        ? takeDuty(db.sql, "mqtt", begin, {
            onOther(isDone) {
              counts.isBrokerConnected = isDone;
            },
            log: (error) => app.log.warn({ err: error }, "mqtt: duty"),
          })
        : begin().close;
    });
  if (mqtt)
    app.addHook("onReady", async () => {
      const broker = await openBroker({
        settings: mqtt,
        db: db.sql,
        queue,
        limits,
        counts,
        say: (reason) => app.log.debug({ reason }, "mqtt: connection ended"),
      });
      close = broker.close;
      const isPlain = mqtt.certFile === undefined;
      app.log.info({ port: broker.port, tls: !isPlain }, "mqtt: listening");
      if (isPlain && !isLoopback(mqtt.host))
        app.log.warn(
          "mqtt: tokens and readings come in the open; set NIHOL_MQTT_TLS_CERT and _KEY",
        );
    });
};
