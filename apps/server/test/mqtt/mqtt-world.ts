/** Ports, and programs of mosquitto, for the tests of intake by MQTT. */
import { spawn } from "node:child_process";
import { createServer } from "node:net";

/** A port that was free just now. */
export function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  return new Promise((resolve) => {
    server.once("listening", () => {
      const address = server.address();
      const port = typeof address === "object" && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

/** Publishes as Debian's mosquitto_pub does, with QoS 1. @returns its exit code: 0 when it was acknowledged */
export function publish(port: number, args: string[]): Promise<number | null> {
  const program = spawn(
    "mosquitto_pub",
    ["-h", "127.0.0.1", "-p", String(port), "-q", "1", ...args],
    {
      stdio: "ignore",
    },
  );
  return new Promise((resolve, reject) => {
    program.once("error", reject);
    program.once("exit", resolve);
  });
}
