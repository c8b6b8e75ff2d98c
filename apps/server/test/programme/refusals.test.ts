/** Requests that nobody means to send get an answer of their own, never a 500; nothing private is kept on the way. */
import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, type TestApp, testApp } from "../support/test-app.ts";

let server: TestApp;
let call: Caller;
beforeAll(async () => {
  server = await testApp();
  ({ call } = await server.person("MasterAdmin"));
});
afterAll(() => server.close());

const names = { tg: "Боғ", ru: "Сад", en: "Garden", az: "" };

test("a number beyond the database's is refused as a value", async () => {
  const paths = [
    "/garden/99999999999",
    "/garden?region=99999999999",
    "/plant-tree-detail?garden=99999999999",
    "/statistics?region=99999999999",
    "/user?group=99999999999",
    "/satellite-imagery/99999999999",
    "/whole-image?garden=99999999999",
  ];
  for (const path of paths) expect((await call("GET", path)).status, path).toBe(400);
});

test("a text with a zero byte is refused as a value", async () => {
  for (const path of ["/garden", "/user", "/region", "/device", "/satellite-imagery", "/group"])
    expect((await call("GET", `${path}?search=%00`)).status, path).toBe(400);
  const garden = { name: { ...names, en: "a\u0000b" } };
  expect((await call("POST", "/garden", garden)).status).toBe(400);
});

test("a page beyond every list is not found", async () => {
  expect((await call("GET", "/garden?page=9007199254740991")).status).toBe(404);
});

test("a body over a megabyte is refused but where a boundary may be in it", async () => {
  const large = "x".repeat(1.5 * 1024 ** 2);
  const { status, body } = await call<{ detail: string }>("POST", "/token", {
    email: large,
    password: "x",
  });
  expect(status).toBe(413);
  expect(body.detail).toContain("1");
  expect((await call("POST", "/garden", { name: { ...names, en: large } })).status).toBe(400);
});

test("a boundary of a hundred thousand wrong positions is refused", async () => {
  for (const wrong of [["a", "b"], [1], 5, null]) {
    const coordinates = [Array.from({ length: 99_000 }, () => wrong)];
    const { status, body } = await call("POST", "/garden", {
      name: names,
      boundary: { type: "Polygon", coordinates },
    });
    expect([wrong, status, Object.keys(body)]).toEqual([wrong, 400, ["boundary.coordinates"]]);
  }
});

test("an answer with data is kept nowhere unless it says otherwise", async () => {
  expect((await call("GET", "/user-profile")).headers["cache-control"]).toBe("no-store");
  expect((await call("GET", "/garden/999999")).headers["cache-control"]).toBe("no-store");
  expect((await server.anonymous("GET", "/health")).headers).toMatchObject({
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
});

test("an address that is none is not found", async () => {
  await server.app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = server.app.server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  socket.end("GET // HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  const [answer] = await once(socket, "data");
  expect(String(answer)).toMatch(/^HTTP\/1\.1 404 /);
});
