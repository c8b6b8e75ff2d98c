/** Bodies that never come, come broken, or come for hours. */

import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { limits } from "@nihol/contract/values/limits";
import { freshDatabase } from "@nihol/db/test-database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildApp } from "../../src/app.ts";
import { strictJson } from "../../src/http/bodies/loose-json.ts";
import { type BodyProgress, bodyPace, isTooSlow } from "../../src/http/bodies/slow-bodies.ts";
import { startServerProcess } from "../support/server-process.ts";
import { type TestApp, testApp } from "../support/test-app.ts";

let server: TestApp;
let bearer: string;
/** The same server, with short timeouts. */
let port: number;
let shortTimeouts: Awaited<ReturnType<typeof buildApp>>;
beforeAll(async () => {
  server = await testApp();
  const person = await server.person("MasterAdmin");
  bearer = `Bearer ${(await server.tokensOf(person.email)).access}`;
  const { db, files, jobs } = server;
  const tokens = {
    secret: "a secret of the tests that nobody else knows",
    accessMinutes: 30,
    refreshMinutes: 720,
  };
  shortTimeouts = await buildApp(
    { db, files, jobs, demo: false, tokens, webRoot: undefined },
    { bodyPace: { ...bodyPace, idleMs: 300, lingerMs: 300, everyMs: 50 } },
  );
  await shortTimeouts.listen({ host: "127.0.0.1", port: 0 });
  port = (shortTimeouts.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await shortTimeouts.close();
  await server.close();
});

/** Sends a text as it is. `ended` is all that came back, once the other side has closed. */
function sendRaw(to: number, text: string): { socket: Socket; ended: Promise<string> } {
  const socket = connect({ host: "127.0.0.1", port: to });
  let got = "";
  socket.on("data", (data) => {
    got += data.toString();
  });
  socket.on("error", () => {});
  socket.write(text);
  return { socket, ended: new Promise((resolve) => socket.once("close", () => resolve(got))) };
}

const head = (path: string, more: string[] = []) =>
  [
    `POST /api${path} HTTP/1.1`,
    "host: x",
    "content-length: 500",
    "accept-language: en",
    ...more,
    "",
    "",
  ].join("\r\n");

test("numbers that JSON does not have become null beside texts, also where a text never ends", () => {
  expect(strictJson('{"a": NaN, "b": "NaN \\" -Infinity", "c": -Infinity}')).toBe(
    '{"a": null, "b": "NaN \\" -Infinity", "c": null}',
  );
  // A megabyte of marks, each of which may begin a text: tried one by one it would take minutes.
  const open = `NaN${'\\"'.repeat(limits.bodyBytes / 2)}`;
  expect(strictJson(open)).toBe(open.replace("NaN", "null"));
  expect(strictJson(`NaN "${"a".repeat(limits.bodyBytes)}`)).toHaveLength(limits.bodyBytes + 6);
});

describe("a body that does not come", () => {
  test("is ended without signing in, with the reason", async () => {
    const { ended } = sendRaw(port, head("/token", ["content-type: application/json"]));
    const answer = await ended;
    expect(answer).toContain("HTTP/1.1 408");
    expect(answer).toContain("x-content-type-options: nosniff");
    expect(JSON.parse(answer.slice(answer.indexOf("{")))).toEqual({
      code: "request_timeout",
      detail: "The request did not arrive in time. Check the connection and send it again.",
    });
  });

  test("is ended after its call was refused, too", async () => {
    const { ended } = sendRaw(port, head("/garden", ["content-type: application/json"]));
    expect(await ended).toContain("HTTP/1.1 401");
  });

  test("is ended in the middle of a file and of an upload", async () => {
    const form = ["content-type: multipart/form-data; boundary=b", `authorization: ${bearer}`];
    const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc';
    const file = sendRaw(port, head("/user-profile/photo", form) + part);
    const created = await fetch(`http://127.0.0.1:${port}/api/upload`, {
      method: "POST",
      headers: { authorization: bearer, "tus-resumable": "1.0.0", "upload-length": "500" },
    });
    const id = created.headers.get("location")?.split("/").at(-1);
    const upload = sendRaw(
      port,
      [
        `PATCH /api/upload/${id} HTTP/1.1`,
        "host: x",
        "content-length: 500",
        "content-type: application/offset+octet-stream",
        "tus-resumable: 1.0.0",
        "upload-offset: 0",
        `authorization: ${bearer}`,
        "",
        "abc",
      ].join("\r\n"),
    );
    expect(await file.ended).toContain("HTTP/1.1 408");
    await upload.ended;
    // Bytes that had come are kept, for the next try.
    await expect
      .poll(async () => {
        const answer = await fetch(`http://127.0.0.1:${port}/api/upload/${id}`, {
          method: "HEAD",
          headers: { authorization: bearer, "tus-resumable": "1.0.0" },
        });
        return answer.headers.get("upload-offset");
      })
      .toBe("3");
  });
});

describe("the pace of a body", () => {
  const begun: BodyProgress = {
    since: 0,
    bytesBefore: 100,
    bytes: 100,
    at: 0,
    answeredAt: undefined,
  };
  const hour = 3_600_000;

  test("an upload of hours goes on while its bytes come", () => {
    for (const now of [1000, hour, 10 * hour]) {
      const coming = { ...begun, bytes: 100 + now * 20, at: now - 20_000 };
      expect(isTooSlow(coming, bodyPace, now)).toBe(false);
    }
  });

  test("silence ends it", () => {
    expect(isTooSlow({ ...begun, bytes: 1e9, at: hour }, bodyPace, hour + 31_000)).toBe(true);
  });

  test("a byte now and then is none", () => {
    expect(isTooSlow({ ...begun, bytes: 120, at: 25_000 }, bodyPace, 26_000)).toBe(false);
    expect(isTooSlow({ ...begun, bytes: 160, at: 60_000 }, bodyPace, 60_000)).toBe(true);
  });

  test("a body whose call is answered is read for moments only", () => {
    const coming = { ...begun, bytes: 1e9, answeredAt: 1000 };
    expect(isTooSlow({ ...coming, at: 2000 }, bodyPace, 2000)).toBe(false);
    expect(isTooSlow({ ...coming, at: 7000 }, bodyPace, 7000)).toBe(true);
  });
});

test("a body that is still open does not keep the program from ending", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "nihol-bodies-"));
  const db = await freshDatabase();
  try {
    const program = await startServerProcess({
      NIHOL_DATA: dataDir,
      NIHOL_DATABASE: JSON.stringify(db.config),
    });
    const text = head("/token", ["content-type: application/json"]);
    const { socket, ended } = sendRaw(Number(new URL(program.address).port), text);
    await new Promise((resolve) => socket.once("ready", resolve));
    // The server has the head once it has answered a later call.
    await program.call("GET", "/health");
    expect(await program.stop()).toBe(0);
    await ended;
  } finally {
    await db.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});

describe("a broken form", () => {
  const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nabc';
  const field = '--b\r\ncontent-disposition: form-data; name="f"\r\n\r\nx\r\n';
  const ours = "multipart/form-data; boundary=b";
  const broken: [string, string, string][] = [
    ["is no form", "hello", ours],
    ["ends in the file", part, ours],
    ["ends in a head", part.slice(0, 40), ours],
    ["ends after a field", field, ours],
    ["names no boundary", part, "multipart/form-data"],
    [
      "names a boundary of 3,000 letters",
      part,
      `multipart/form-data; boundary=${"x".repeat(3000)}`,
    ],
    ["names its file __proto__", `${part.replace('"file"', '"__proto__"')}\r\n--b--\r\n`, ours],
    ["has a hundred fields", `${field.repeat(100)}--b--\r\n`, ours],
    ["is JSON", "{}", "application/json"],
  ];

  test.each(broken)(
    "that %s is refused by every call that takes a file",
    async (_name, body, type) => {
      for (const path of await filePaths()) {
        const answer = await server.app.inject({
          method: "POST",
          url: path,
          headers: { authorization: bearer, "content-type": type, "accept-language": "en" },
          payload: body,
        });
        expect([path, answer.statusCode, Object.keys(answer.json())]).toEqual([
          path,
          type === "application/json" ? 415 : 400,
          expect.toSatisfy((keys: string[]) => `${keys}` === "file" || `${keys}` === "detail,code"),
        ]);
      }
    },
  );

  test("says that it did not arrive whole", async () => {
    const answer = await server.app.inject({
      method: "POST",
      url: "/api/user-profile/photo",
      headers: { authorization: bearer, "content-type": ours, "accept-language": "tg" },
      payload: part,
    });
    expect(answer.json()).toEqual({ file: ["Файл пурра нарасид. Онро аз нав фиристед."] });
  });

  test("whose file passes its limit with the last piece is refused, and not taken as cut there", async () => {
    const whole = Buffer.alloc(limits.photoBytes);
    for (const beyond of [1, 200, 70_000]) {
      const pieces = [part, whole.subarray(3), Buffer.alloc(beyond), "\r\n--b--\r\n"];
      const answer = await server.app.inject({
        method: "POST",
        url: "/api/user-profile/photo",
        headers: { authorization: bearer, "content-type": ours, "accept-language": "en" },
        payload: Readable.from(pieces),
      });
      expect([beyond, answer.json()]).toEqual([
        beyond,
        { file: ["File size exceeds the allowed limit of 10MB"] },
      ]);
    }
  });

  /** All calls that take a file, on rows that are there. */
  async function filePaths(): Promise<string[]> {
    paths ??= await makeRows();
    return paths;
  }
});

let paths: string[] | undefined;
async function makeRows(): Promise<string[]> {
  const call = server.callerWith({ authorization: bearer });
  const made = async (path: string, body: object) =>
    (await call<{ id: number }>("POST", path, body)).body.id;
  const name = { tg: "Боғ", ru: "Сад", en: "Garden", az: "" };
  const ring = [
    [69, 38],
    [69.01, 38],
    [69.01, 38.01],
    [69, 38.01],
    [69, 38],
  ];
  const boundary = { type: "Polygon", coordinates: [ring] };
  const garden = await made("/garden", { name, boundary });
  const violation = await made("/violation", {
    kind: "illegal_felling",
    title: "x",
    point: [69, 38],
    observed_on: "2026-05-14",
  });
  const document = await made("/document", { name, category: "order" });
  expect([garden, violation, document]).toEqual([1, 1, 1].map(() => expect.any(Number)));
  return [
    "/user-profile/photo",
    "/user/1/photo",
    `/garden/${garden}/photo`,
    `/garden/${garden}/boundary`,
    "/garden/boundary-preview",
    "/region/import",
    "/district/import",
    "/device/reading/import",
    `/violation/${violation}/file`,
    `/document/${document}/file`,
  ].map((path) => `/api${path}`);
}
