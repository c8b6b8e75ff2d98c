/** The real server over a database of its own, with a line to it that a test may count, cut and take down. */
import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import { keepAccess } from "../../src/lib/api/session.ts";

/** Somebody who may be signed in, and who calls the server past the panel. */
export interface Person {
  id: number;
  email: string;
  call: <T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
  ) => Promise<{ status: number; body: T }>;
}

/** Part of `apps/server/test/support/test-app.ts` that these tests use. */
interface TestApp {
  app: {
    listen: (at: { host: string; port: number }) => Promise<string>;
    server: Server;
    /** Of @fastify/jwt. */
    jwt: {
      sign: (claims: object) => string;
      decode: (token: string) => { iat?: number; exp?: number };
    };
  };
  person: (role: string, about?: object) => Promise<Person>;
  anonymous: (method: string, path: string, body?: unknown) => Promise<{ status: number }>;
  /** For what only a worker writes. */
  db: {
    sql: object;
    pool: { query: (text: string, values?: unknown[]) => Promise<{ rows: { text: string }[] }> };
  };
  close: () => Promise<void>;
}

/** By address, not by name: the server's sources are checked with another `tsconfig.json` than the panel's. */
const source = new URL("../../../server/test/support/test-app.ts", import.meta.url).pathname;

declare global {
  /** The window of `page-environment.ts`. */
  var page: { happyDOM: { setURL: (url: string) => void } };
}

export type PanelServer = Awaited<ReturnType<typeof panelServer>>;

/** Starts it and opens the page at its address. @param options of the server: `{ sources: … }` */
export async function panelServer(options: object = {}) {
  const { testApp, password } = (await import(/* @vite-ignore */ source)) as {
    testApp: (options: object) => Promise<TestApp>;
    password: string;
  };
  const server = await testApp(options);
  const http = server.app.server;
  const calls: string[] = [];
  const sockets = new Set<Socket>();
  let isDown = false;
  let watch: ((request: IncomingMessage) => void) | undefined;

  http.on("connection", (socket: Socket) => {
    if (isDown) return socket.destroy();
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  http.prependListener("request", (request: IncomingMessage) => {
    calls.push(
      `${request.method} ${request.url?.replace(/^\/api/, "").replace(/[0-9a-f]{32}/, "id")}`,
    );
    watch?.(request);
  });
  page.happyDOM.setURL(await server.app.listen({ host: "127.0.0.1", port: 0 }));

  return {
    ...server,
    password,
    /** The calls that have reached the server since `forget`, as "GET /region". */
    calls: (start = "") => calls.filter((one) => one.startsWith(start)),
    forget: () => void calls.splice(0),
    /** Calls back in the midst of the next PATCH, when so many bytes of it have come. */
    amidst(bytes: number, act: (request: IncomingMessage) => void) {
      watch = (request) => {
        if (request.method !== "PATCH") return;
        watch = undefined;
        const before = request.socket.bytesRead;
        const look = () => {
          if (request.socket.bytesRead - before < bytes) setImmediate(look);
          else act(request);
        };
        look();
      };
    },
    /** Hears of each request before it is answered. */
    watch: (listener: typeof watch) => {
      watch = listener;
    },
    /** No connection is taken, and those there are end. */
    takeDown() {
      isDown = true;
      for (const socket of sockets) socket.destroy();
    },
    bringUp() {
      isDown = false;
    },
    /** In place of the tab's access token one of the same session that ends in so many seconds. */
    ageAccess(seconds: number) {
      const token = localStorage.getItem("access_token") ?? "";
      const { iat = 0, exp = 0, ...claims } = server.app.jwt.decode(token);
      const end = Math.floor(Date.now() / 1000) + seconds;
      // Signed by the server's settings: its length stays, so it must have begun earlier.
      keepAccess(server.app.jwt.sign({ ...claims, iat: end - (exp - iat) }));
    },
    /** In place of the tab's access token one that looks valid and that the server refuses. */
    breakAccess() {
      const [head, body] = (localStorage.getItem("access_token") ?? "").split(".");
      keepAccess(`${head}.${body}.${"A".repeat(43)}`);
    },
  };
}
