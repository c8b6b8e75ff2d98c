/** A thread that reads addresses as a map program does, so that the server measured does not share its own thread. */
import { Agent, get } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

export interface ReaderTask {
  addresses: string[];
  authorization: string | undefined;
  /** Read at one time. */
  atOnce: number;
}
export interface Reading {
  seconds: number;
  /** Milliseconds of each answer, in the order of their ends. */
  times: number[];
  bytes: number;
}

const { addresses, authorization, atOnce } = workerData as ReaderTask;
const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
const headers = authorization ? { authorization } : {};

/** Bytes of an answer. @throws when it is no image */
function read(address: string): Promise<number> {
  return new Promise((resume, refuse) => {
    get(address, { agent, headers }, (answer) => {
      const type = answer.headers["content-type"] ?? "";
      let bytes = 0;
      answer.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on("end", () =>
        answer.statusCode === 200 && type.startsWith("image/")
          ? resume(bytes)
          : refuse(new Error(`${address}: ${answer.statusCode} ${type}`)),
      );
      answer.on("error", refuse);
    }).on("error", refuse);
  });
}

const times: number[] = [];
let bytes = 0;
const rest = addresses.values();
const begin = performance.now();
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    for (const address of rest) {
      const asked = performance.now();
      const length = await read(address);
      bytes += length;
      times.push(performance.now() - asked);
    }
  }),
);
const result: Reading = { seconds: (performance.now() - begin) / 1000, times, bytes };
parentPort?.postMessage(result);
agent.destroy();
