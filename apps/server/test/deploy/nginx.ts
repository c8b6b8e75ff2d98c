/** nginx before a server, with the product's own example of its settings and another address. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { request } from "node:https";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { certificate, key } from "../../../worker/test/mail-certificate.ts";
import { freePort } from "../support/server-process.ts";
import { productDir, runTool, toolEnvironment } from "./tools.ts";

/**
 * Starts it on a free port of this machine. It speaks to `servers` (HOST:PORT) from the address `from`.
 * @throws what `nginx -t` says of the example
 */
export async function startNginx(dir: string, servers: string[], from: string) {
  const [port, plain] = [await freePort(), await freePort()];
  const example = await readFile(join(productDir, "deploy", "nginx", "nihol.conf"), "utf8");
  await mkdir(join(dir, "temp"), { recursive: true });
  await writeFile(join(dir, "fullchain.pem"), certificate);
  await writeFile(join(dir, "privkey.pem"), key);
  const upstream = await readFile(join(productDir, "deploy", "nginx", "upstream.conf"), "utf8");
  await writeFile(
    join(dir, "nihol.conf"),
    example
      .replaceAll("/etc/nihol/tls/", `${dir}/`)
      .replace("listen 443", `listen 127.0.0.1:${port}`)
      .replace("listen 80", `listen 127.0.0.1:${plain}`)
      .replace("proxy_http_version", `proxy_bind ${from};\n    proxy_http_version`),
  );
  await writeFile(
    join(dir, "upstream.conf"),
    upstream.replace(
      /(?: *server \S+;\n)+/,
      servers.map((server) => `    server ${server};\n`).join(""),
    ),
  );
  const temp = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((kind) => `${kind}_temp_path ${dir}/temp/${kind};`)
    .join("\n");
  const file = join(dir, "nginx.conf");
  await writeFile(
    file,
    `daemon off; worker_processes 1; pid ${dir}/nginx.pid; error_log ${dir}/error.txt;
events { worker_connections 256; }
http { access_log off;\n${temp}\ninclude ${dir}/upstream.conf;\ninclude ${dir}/nihol.conf; }\n`,
  );
  const { status, said } = runTool("nginx", ["-t", "-p", dir, "-c", file]);
  if (status !== 0) throw new Error(said);
  const program = spawn("nginx", ["-p", dir, "-c", file], {
    env: toolEnvironment,
    stdio: "ignore",
  });
  return {
    port,
    plain,
    async close() {
      program.kill("SIGTERM");
      if (program.exitCode === null) await once(program, "exit");
    },
  };
}

export interface Asked {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Address of this machine that it comes from. */
  from?: string;
  signal?: AbortSignal;
}

/** Answer by https: as it begins, and what has come of it so far. */
export interface Answer {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  text: () => string;
  /** False when the line broke before its end. */
  isWhole: () => boolean;
  ended: Promise<void>;
  close: () => void;
}

/** Asks the proxy by TLS as a person's browser does. @returns once the answer begins */
export function askByTls(port: number, asked: Asked): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request(
      {
        host: "127.0.0.1",
        port,
        servername: "localhost",
        ca: certificate,
        method: asked.method ?? "GET",
        path: asked.path,
        headers: { host: "nihol.example", ...asked.headers },
        ...(asked.from && { localAddress: asked.from }),
        ...(asked.signal && { signal: asked.signal }),
      },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (part: string) => {
          text += part;
        });
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text: () => text,
          isWhole: () => answer.complete,
          ended: new Promise((end) => answer.once("close", end)),
          close: () => call.destroy(),
        });
      },
    );
    call.once("error", reject);
    call.end(asked.body);
  });
}

/** Asks until the proxy has a server behind it. */
export async function awaitProxy(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const answer = await askByTls(port, { path: "/api/live" }).catch(() => undefined);
    if (answer?.status === 200) return;
    await wait(50);
  }
  throw new Error("the proxy does not answer");
}
