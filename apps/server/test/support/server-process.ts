/** The server program as a process of its own, as it is started in earnest, with somebody signed in to it. */
import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { resolve } from "node:path";
import { until } from "./imagery-server.ts";

const root = resolve(import.meta.dirname, "../../../..");
const email = "admin@nihol.example";
const password = "nine gardens along the river";

export interface ServerProcess {
  address: string;
  child: ChildProcess;
  /** All that it and its children have written so far. */
  output: () => string;
  /** Calls as the first MasterAdmin; JSON in and out. */
  call: (method: string, path: string, body?: unknown) => Promise<Response>;
  token: () => string;
  /** Asks it to end and waits for it. @returns its exit code */
  stop: () => Promise<number | null>;
}

/** A program of the product with its output kept. */
export function startProgram(file: string, environment: Record<string, string>) {
  const child = spawn(process.execPath, [file], {
    cwd: root,
    env: { ...process.env, NIHOL_DEMO: "0", NIHOL_DETECTORS: "1", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (data: Buffer) => {
      output += data.toString();
    });
  return { child, output: () => output, stop: () => endProgram(child) };
}

async function endProgram(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = new Promise((resume) => child.once("exit", resume));
    child.kill("SIGTERM");
    await ended;
  }
  return child.exitCode;
}

/** Starts it on a free port, waits until it answers, and signs in. */
export async function startServerProcess(
  environment: Record<string, string>,
): Promise<ServerProcess> {
  const program = startProgram("apps/server/src/main.ts", {
    PORT: "0",
    NIHOL_ADMIN_PASSWORD: password,
    ...environment,
  });
  const address = await until(async () => {
    if (program.child.exitCode !== null) throw new Error(program.output());
    return /running at (http\S+)/.exec(program.output())?.[1];
  });
  const send = (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
    fetch(`${address}/api${path}`, {
      method,
      headers: {
        ...headers,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const signedIn = await send("POST", "/token", {}, { email, password });
  const { access } = (await signedIn.json()) as { access: string };
  return {
    ...program,
    address,
    token: () => access,
    call: (method, path, body) =>
      send(method, path, { authorization: `Bearer ${access}`, "accept-language": "en" }, body),
  };
}

/** A port of this machine that was free just now. */
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
