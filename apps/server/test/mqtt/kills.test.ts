/** The server is killed while devices send by MQTT. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { until } from "../support/imagery-server.ts";
import { freePort, startServerProcess } from "../support/server-process.ts";
import { compareWritten, makeSendingDevice, startSending } from "./senders.ts";

const deviceCount = 4;
const kills = 5;

const nothing = { lost: [], beyond: 0, contradictions: 0 };

test("nothing that was acknowledged is lost and nothing is there twice, whenever the server is killed", async () => {
  const dir = await mkdtemp(join(tmpdir(), "nihol-mqtt-kills-"));
  const port = await freePort();
  const environment = { NIHOL_DATA: dir, NIHOL_MQTT_PORT: String(port) };
  let server = await startServerProcess(environment);
  try {
    const senders: ReturnType<typeof startSending>[] = [];
    for (let n = 0; n < deviceCount; n++)
      senders.push(startSending(port, await makeSendingDevice(server, `sender ${n}`)));
    const total = () => senders.reduce((sum, { count }) => sum + count(), 0);
    for (let kill = 0; kill < kills; kill++) {
      const before = total();
      await until(async () => total() > before + 200);
      const gone = new Promise((resolve) => server.child.once("exit", resolve));
      server.child.kill("SIGKILL");
      await gone;
      server = await startServerProcess(environment);
    }
    const before = total();
    await until(async () => total() > before + 200);
    for (const sender of senders)
      expect(await compareWritten(server, sender.id, await sender.end())).toEqual(nothing);
  } finally {
    await server.stop();
    await rm(dir, { recursive: true, force: true });
  }
}, 480_000);
