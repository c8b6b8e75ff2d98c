/** People, devices and programs that use an installation all the time, and what it has acknowledged to them. */
import { setTimeout as wait } from "node:timers/promises";
import type { Process } from "@nihol/contract/imagery/processes";
import { readingOf } from "../../mqtt/senders.ts";
import { geoTiff, until, uploader } from "../../support/imagery-server.ts";
import { names, violationBody } from "../../support/violation-fixture.ts";
import { type Answer, type Asked, askByTls } from "../nginx.ts";

/** The installation does not answer for now: whoever asked tries again. */
class Away extends Error {}

const patienceMs = 30_000;
const awayStates = [502, 503, 504];

/** A caller with an address of its own, which the proxy keeps at one server. @throws Away, and Error of a refusal */
function callerAt(port: number, from: string, authorization: string) {
  async function begin(asked: Asked): Promise<Answer> {
    const headers = { authorization, "accept-language": "en", ...asked.headers };
    const signal = AbortSignal.timeout(patienceMs);
    const answer = await askByTls(port, { ...asked, headers, from, signal }).catch(
      (error: Error) => {
        throw new Away(error.message);
      },
    );
    if (awayStates.includes(answer.status)) throw new Away(String(answer.status));
    return answer;
  }
  async function ask(asked: Asked): Promise<Answer> {
    const answer = await begin(asked);
    await answer.ended;
    if (!answer.isWhole()) throw new Away("the answer was cut");
    return answer;
  }
  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await ask({
      method,
      path: `/api${path}`,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (answer.status >= 400)
      throw new Error(`${method} ${path}: ${answer.status} ${answer.text()}`);
    return answer.status === 204 ? (undefined as T) : JSON.parse(answer.text());
  }
  return { begin, ask, call };
}

export interface Line {
  name: string;
  /** True where a worker does the work. */
  needsWorker: boolean;
  /** Refusals and faults that no accident excuses. */
  wrong: string[];
  /** Waits until an attempt that began after `since` (ms since 1970) succeeds. @returns milliseconds from `since` on */
  recovered: (since: number) => Promise<number>;
  end: () => Promise<void>;
}

/** Does the same thing again and again, one at a time, with a pause of so many milliseconds. */
function startLine(
  name: string,
  attempt: () => Promise<void>,
  { pauseMs = 500, needsWorker = false } = {},
): Line {
  let isEnding = false;
  /** Moments of success: when the attempt began and when it was done. */
  const successes: [begun: number, done: number][] = [];
  const wrong: string[] = [];
  async function run() {
    while (!isEnding) {
      const begun = Date.now();
      try {
        await attempt();
        successes.push([begun, Date.now()]);
      } catch (error) {
        if (!(error instanceof Away)) wrong.push(`${name}: ${error}`);
      }
      await wait(pauseMs);
    }
  }
  const running = run();
  return {
    name,
    needsWorker,
    wrong,
    async recovered(since) {
      const first = () => successes.find(([begun]) => begun >= since);
      await until(async () => first() !== undefined || wrong.length > 0);
      return (first()?.[1] ?? Number.NaN) - since;
    },
    async end() {
      isEnding = true;
      await running;
    },
  };
}

interface Written {
  id: number;
}

/** Each record under a name of its own, never sent twice: one without an answer may be there or not. */
function writeRecords(path: string, record: (n: number) => object) {
  const acknowledged: number[] = [];
  let n = 0;
  return {
    acknowledged,
    write: async (call: ReturnType<typeof callerAt>["call"]) => {
      acknowledged.push((await call<Written>("POST", path, record(n++))).id);
    },
  };
}

const screens = ["/user-profile", "/garden", "/violation", "/device", "/statistics", "/alert"];

/** The lines of an installation that a proxy at `port` leads to. */
export function startTraffic(port: number, token: string, device: { id: number; token: string }) {
  let addresses = 20;
  const person = () => callerAt(port, `127.0.0.${addresses++}`, `Bearer ${token}`);
  const types = writeRecords("/plant-tree-type", (n) => ({ name: names(`Type ${n}`) }));
  const violations = writeRecords("/violation", () => violationBody());
  const readings = { acknowledged: [] as number[], sent: 0 };
  const images: Process[] = [];

  const writer = person();
  const inspector = person();
  const reader = person();
  const sensor = callerAt(port, `127.0.0.${addresses++}`, `Device ${device.token}`);

  /** A reading whose answer is missing is sent again, as devices do. */
  async function sendReading() {
    const second = readings.acknowledged.length;
    readings.sent = second + 1;
    await sensor.call("POST", `/device/${device.id}/reading`, { readings: [readingOf(second)] });
    readings.acknowledged.push(second);
  }
  let screen = 0;
  async function openScreen() {
    await reader.call("GET", screens[screen++ % screens.length] as string);
  }

  const clerk = person();
  /** Tries a call again while the installation is away: what was ordered goes on meanwhile. */
  async function patiently<T>(act: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await act();
      } catch (error) {
        if (!(error instanceof Away)) throw error;
        await wait(100);
      }
    }
  }
  async function exportTypes() {
    const atLeast = types.acknowledged.length;
    const order = { list: "plant-tree-type", format: "csv" };
    const { id } = await clerk.call<Written>("POST", "/export", order);
    const { status } = await until(async () => {
      const sent = await patiently(() => clerk.call<{ status: string }>("GET", `/export/${id}`));
      return ["completed", "failed"].includes(sent.status) && sent;
    });
    if (status !== "completed") throw new Error(`export ${id} is ${status}`);
    const file = await patiently(() => clerk.ask({ path: `/api/export/${id}/file` }));
    const lines = file.text().trimEnd().split("\r\n").length - 1;
    if (file.status !== 200 || lines < atLeast)
      throw new Error(`export ${id}: ${file.status}, ${lines} lines, ${atLeast} were acknowledged`);
  }

  const analyst = person();
  const sender = uploader(async (method, path, { headers, body } = {}) => {
    const answer = await patiently(() =>
      analyst.ask({
        method,
        path: `/api${path}`,
        headers: headers ?? {},
        ...(body !== undefined && { body: Buffer.from(body as Uint8Array) }),
      }),
    );
    const text = answer.status === 204 ? null : answer.text();
    const location = answer.headers.location;
    return new Response(text, {
      status: answer.status,
      headers: typeof location === "string" ? { location } : {},
    });
  });
  /** Follows a process by its events; a stream that ends is opened again. */
  async function follow(id: number): Promise<void> {
    const stream = await patiently(() =>
      analyst.begin({ path: `/api/satellite-imagery/${id}/events` }),
    );
    let isOpen = true;
    void stream.ended.then(() => {
      isOpen = false;
    });
    while (isOpen) {
      if (/"status":"(completed|failed|stopped)"/.test(stream.text())) return stream.close();
      await wait(100);
    }
    await follow(id);
  }
  /** Sends a file until it is ready, from where it is, at whichever server. */
  async function upload(bytes: Uint8Array): Promise<string> {
    const id = await sender.begin(bytes.length);
    for (;;) {
      const { status, received } = await sender.look(id);
      if (status === "ready") return id;
      if (status === "receiving") await sender.patch(id, received, bytes.subarray(received));
      else if (status !== "checking") throw new Error(`upload ${id} is ${status ?? "gone"}`);
      await wait(100);
    }
  }
  async function readImage() {
    const id = await upload(geoTiff({ seed: 100 + images.length }));
    // An order whose answer is lost may be there: the next image is another.
    const order = { upload: id, date: "2026-05-01" };
    const made = await analyst.call<Written>("POST", "/satellite-imagery", order);
    await follow(made.id);
    const process = await patiently(() =>
      analyst.call<Process>("GET", `/satellite-imagery/${made.id}`),
    );
    if (process.status !== "completed") throw new Error(`process ${made.id} is ${process.status}`);
    images.push(process);
  }

  const lines = [
    startLine("tree types", () => types.write(writer.call)),
    startLine("violations", () => violations.write(inspector.call)),
    // A device may send sixty messages a minute.
    startLine("readings by HTTP", sendReading, { pauseMs: 1100 }),
    startLine("screens", openScreen),
    startLine("exports", exportTypes, { pauseMs: 2000, needsWorker: true }),
    startLine("images", readImage, { pauseMs: 4000, needsWorker: true }),
  ];
  return {
    lines,
    types: types.acknowledged,
    violations: violations.acknowledged,
    readings,
    images,
    end: () => Promise.all(lines.map((line) => line.end())),
  };
}
