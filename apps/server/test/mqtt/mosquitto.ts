/** Debian's mosquitto as the broker outside, whose store outlives its end. */

import { execFileSync, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect as openSocket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "../support/imagery-server.ts";
import { freePort } from "../support/server-process.ts";

export interface Mosquitto {
  port: number;
  /** Address with the name and password of the server. */
  url: string;
  /** Gives a name the right to sign in; the rights to topics come from its pattern. */
  addUser: (name: string, password: string) => void;
  /** Starts it again with the same store. */
  start: () => Promise<void>;
  /** Ends it, as an administrator does or by SIGKILL. */
  stop: (signal?: "SIGTERM" | "SIGKILL") => Promise<void>;
  /** Ends it and removes its store. */
  close: () => Promise<void>;
}

const serverName = "nihol";
const serverPassword = "a password of the server";

/** The files of docs/mqtt.md, with a port and folder of the test's. */
function configuration(dir: string, port: number) {
  return [
    `listener ${port} 127.0.0.1`,
    "allow_anonymous false",
    `password_file ${join(dir, "passwords")}`,
    `acl_file ${join(dir, "acl")}`,
    "persistence true",
    `persistence_location ${dir}/`,
    "max_queued_messages 0",
    // As root it would go on as another user, to whom the folder is closed.
    ...(process.getuid?.() === 0 ? ["user root"] : []),
  ].join("\n");
}

const rights = `user ${serverName}
topic read devices/#
pattern write devices/%u/readings
pattern write devices/%u/readings/+
`;

const answers = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = openSocket(port, "127.0.0.1");
    socket.once("connect", () => done(true)).once("error", () => done(false));
    socket.once("connect", () => socket.destroy());
  });

/** Starts a broker with users, rights to topics and a store of its own. */
export async function openMosquitto(): Promise<Mosquitto> {
  const dir = await mkdtemp(join(tmpdir(), "nihol-mosquitto-"));
  const port = await freePort();
  const [config, passwords] = [join(dir, "mosquitto.conf"), join(dir, "passwords")];
  await writeFile(config, configuration(dir, port));
  await writeFile(join(dir, "acl"), rights);
  await writeFile(passwords, "", { mode: 0o600 });
  let child: ReturnType<typeof spawn> | undefined;

  function addUser(name: string, password: string) {
    execFileSync("mosquitto_passwd", ["-b", passwords, name, password], { stdio: "ignore" });
    child?.kill("SIGHUP");
  }
  async function start() {
    child = spawn("mosquitto", ["-c", config], { stdio: "ignore" });
    await until(async () => answers(port));
  }
  async function stop(signal: "SIGTERM" | "SIGKILL" = "SIGTERM") {
    const ending = child;
    child = undefined;
    if (!ending || ending.exitCode !== null) return;
    const gone = new Promise((resolve) => ending.once("exit", resolve));
    ending.kill(signal);
    await gone;
  }
  addUser(serverName, serverPassword);
  await start();
  return {
    port,
    url: `mqtt://${serverName}:${encodeURIComponent(serverPassword)}@127.0.0.1:${port}`,
    addUser,
    start,
    stop,
    async close() {
      await stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
