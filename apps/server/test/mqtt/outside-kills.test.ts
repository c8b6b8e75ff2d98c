/** Server and outside broker end, one after the other, while devices send. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { until } from "../support/imagery-server.ts";
import { startServerProcess } from "../support/server-process.ts";
import { openMosquitto } from "./mosquitto.ts";
import { compareWritten, makeSendingDevice, startSending } from "./senders.ts";

const deviceCount = 3;
const ends = ["server", "broker", "server"] as const;
/** Milliseconds between an answer and the next message: while the server starts, the broker keeps thousands. */
const pauseMs = 300;

const nothing = { lost: [], beyond: 0, contradictions: 0 };

test("what a broker outside acknowledged is written once, whenever it ends or the server is killed", async () => {
  const dir = await mkdtemp(join(tmpdir(), "nihol-mqtt-outside-"));
  const broker = await openMosquitto();
  const environment = { NIHOL_DATA: dir, MQTT_URL: broker.url };
  let server = await startServerProcess(environment);
  try {
    const senders: ReturnType<typeof startSending>[] = [];
    for (let n = 0; n < deviceCount; n++) {
      const device = await makeSendingDevice(server, `sender ${n}`);
      broker.addUser(String(device.id), device.token);
      senders.push(startSending(broker.port, device, pauseMs));
    }
    const total = () => senders.reduce((sum, { count }) => sum + count(), 0);
    const untilMore = async () => {
      const before = total();
      await until(async () => total() > before + 100);
    };
    for (const end of ends) {
      await untilMore();
      if (end === "broker") {
        await broker.stop();
        await broker.start();
        continue;
      }
      const gone = new Promise((resolve) => server.child.once("exit", resolve));
      server.child.kill("SIGKILL");
      await gone;
      await untilMore();
      server = await startServerProcess(environment);
    }
    await untilMore();
    for (const sender of senders)
      expect(await compareWritten(server, sender.id, await sender.end())).toEqual(nothing);
    expect(server.output()).not.toContain(decodeURIComponent(new URL(broker.url).password));
  } finally {
    await server.stop();
    await broker.close();
    await rm(dir, { recursive: true, force: true });
  }
}, 480_000);
