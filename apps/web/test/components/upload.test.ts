import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type PanelServer, panelServer } from "./panel-server.ts";

let server: PanelServer;
let person: { id: number; email: string };
beforeAll(async () => {
  server = await panelServer();
  person = await server.person("MasterAdmin");
});
afterAll(() => server.close());

/** The page as it is after it was opened: it knows of uploads only what the browser has kept. */
async function openPage() {
  vi.resetModules();
  return {
    ...(await import("../../src/lib/api/api.ts")),
    ...(await import("../../src/lib/api/ask.ts")),
    ...(await import("../../src/features/uploads/sending/sending.ts")),
    ...(await import("../../src/features/uploads/sending/upload-store.ts")),
  };
}
type Page = Awaited<ReturnType<typeof openPage>>;
let panel: Page;

beforeEach(async () => {
  server.bringUp();
  server.watch(undefined);
  localStorage.clear();
  localStorage.setItem("i18nextLng", "en");
  panel = await openPage();
  await panel.signIn(person.email, server.password);
  server.forget();
});

const chunk = 32 * 1024 ** 2;
const modified = Date.UTC(2026, 4, 1);

/** A file that begins as a TIFF does; what is in it is the server's concern, not the sender's. */
function tiff(bytes: number, lastModified = modified): File {
  const start = new Uint8Array([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0]);
  return new File([start, new Uint8Array(bytes - start.length)], "garden.tif", { lastModified });
}

/** Until the entry is in one of these states. */
const waitForState = (key: string, ...states: string[]) =>
  vi.waitUntil(
    () => {
      const entry = panel.findUpload(key);
      return entry && states.includes(entry.state) ? entry : undefined;
    },
    { timeout: 60_000, interval: 5 },
  );

/** At which byte each further part begins. */
function partsSent(): number[] {
  const parts: number[] = [];
  server.watch(({ method, headers }) => {
    if (method === "PATCH") parts.push(Number(headers["upload-offset"]));
  });
  return parts;
}

test("a file goes in parts, and the server has every byte", async () => {
  const parts = partsSent();
  const size = chunk + 1000;
  const key = panel.sendFile(tiff(size), person.id);
  expect(await waitForState(key, "sent")).toMatchObject({ sent: size, problem: null });
  expect(server.calls("POST")).toEqual(["POST /upload"]);
  expect(parts).toEqual([0, chunk]);
});

/** Far more than the machine holds on the way, so that a cut is in the middle of it. */
const size = 24 * 1024 ** 2;
const aPart = 4 * 1024 ** 2;

test("a line that is cut in the middle of a part goes on from the byte that the server has", async () => {
  let parts: number[] = [];
  server.amidst(aPart, (request) => {
    parts = partsSent();
    request.socket.destroy();
  });
  const key = panel.sendFile(tiff(size), person.id);
  await waitForState(key, "sent");
  expect(server.calls("POST")).toEqual(["POST /upload"]);
  expect(server.calls("HEAD").length).toBeGreaterThan(0);
  expect(parts[0]).toBeGreaterThan(0);
});

test("a server that is away for a while is waited for", async () => {
  server.takeDown();
  const key = panel.sendFile(tiff(1000), person.id);
  expect(await waitForState(key, "lost")).toMatchObject({ problem: null });
  server.bringUp();
  await waitForState(key, "sent");
});

/** Sends a part of a file and pauses. */
async function sendPart(): Promise<string> {
  const halfway = new Promise<void>((resolve) => server.amidst(aPart, () => resolve()));
  const key = panel.sendFile(tiff(size), person.id);
  await halfway;
  panel.pauseUpload(key);
  return key;
}

test("a paused upload rests until it is resumed, and then goes on from where it was", async () => {
  const key = await sendPart();
  expect(panel.findUpload(key)).toMatchObject({ state: "paused", speed: null });
  server.forget();
  const parts = partsSent();
  await panel.resume(key);
  await waitForState(key, "sent");
  expect(server.calls("POST")).toEqual([]);
  expect(parts).toEqual([expect.any(Number)]);
  expect(parts[0]).toBeGreaterThan(0);
});

test("after a reload the same file, chosen again, goes on; another one begins anew", async () => {
  const key = await sendPart();
  const { id } = panel.findUpload(key) ?? {};
  panel = await openPage();
  expect(panel.findUpload(key)).toMatchObject({ state: "interrupted", id });
  server.forget();
  const other = panel.sendFile(tiff(size, modified + 1), person.id);
  await waitForState(other, "sent");
  expect(server.calls("POST")).toEqual(["POST /upload"]);
  expect(panel.sendFile(tiff(size), person.id)).toBe(key);
  expect(await waitForState(key, "sent")).toMatchObject({ id });
  expect(server.calls("POST")).toEqual(["POST /upload"]);
});

test("somebody else's upload at the same machine is not gone on with", async () => {
  const key = await sendPart();
  panel = await openPage();
  const other = panel.sendFile(tiff(size), person.id + 1);
  expect(other).not.toBe(key);
  await waitForState(other, "sent");
});

test("a token that ends within the minute is traded before the file is sent", async () => {
  server.ageAccess(30);
  await waitForState(panel.sendFile(tiff(1000), person.id), "sent");
  expect(server.calls()).toEqual(["POST /token/refresh", "POST /upload", "PATCH /upload/id"]);
});

test("a token that the server refuses is traded, and the part is sent again", async () => {
  server.breakAccess();
  await waitForState(panel.sendFile(tiff(1000), person.id), "sent");
  expect(server.calls()).toEqual([
    "POST /upload",
    "POST /token/refresh",
    "POST /upload",
    "PATCH /upload/id",
  ]);
});

test("a refusal is shown in the server's words and not tried again", async () => {
  const nobody = await server.person("Nothing", { permissions: {} });
  await panel.signIn(nobody.email, server.password);
  server.forget();
  const key = panel.sendFile(tiff(1000), nobody.id);
  const { problem } = await waitForState(key, "failed");
  expect(problem).toEqual({ detail: expect.stringContaining("right") });
  expect(server.calls()).toEqual(["POST /upload"]);
});

test("a cancelled upload is forgotten here and deleted on the server", async () => {
  const key = await sendPart();
  const { id } = panel.findUpload(key) ?? {};
  await panel.cancelUpload(key);
  expect(panel.findUpload(key)).toBeUndefined();
  expect(server.calls("DELETE")).toEqual(["DELETE /upload/id"]);
  await expect(panel.askOne("/upload", id ?? "")).rejects.toMatchObject({ status: 404 });
});

test("leaving the page is asked about while a file is on its way, and not after it", async () => {
  const isAsked = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  // Asked in the midst of a part: a moment later the file may have arrived.
  const askedAmidst = new Promise<boolean>((resolve) =>
    server.amidst(aPart, () => resolve(isAsked())),
  );
  const key = panel.sendFile(tiff(size), person.id);
  expect(await askedAmidst).toBe(true);
  await waitForState(key, "sent");
  expect(isAsked()).toBe(false);
});

test("of many files two go at a time, and the others follow", async () => {
  const keys = [1, 2, 3, 4].map((n) => panel.sendFile(tiff(1000, modified + n), person.id));
  const states = () => keys.map((key) => panel.findUpload(key)?.state);
  expect(states()).toEqual(["sending", "sending", "waiting", "waiting"]);
  for (const key of keys) await waitForState(key, "sent");
});

test("all are held and go on at once", async () => {
  server.takeDown();
  const keys = [1, 2, 3].map((n) => panel.sendFile(tiff(1000, modified + n), person.id));
  panel.pauseAll(person.id);
  expect(keys.map((key) => panel.findUpload(key)?.state)).toEqual(["paused", "paused", "paused"]);
  server.bringUp();
  panel.resumeAll(person.id);
  for (const key of keys) await waitForState(key, "sent");
});
