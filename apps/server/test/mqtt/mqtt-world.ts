/** Ports, and programs of mosquitto, for the tests of intake by MQTT. */
import { spawn } from "node:child_process";

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
