/** Photos of people and gardens: one at a time, and none left behind. */
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { forgedHeic } from "../../../../packages/vision/test/ingest/heic-forge.ts";
import { grants, password, type TestApp, testApp } from "../support/test-app.ts";

let server: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  server = await testApp();
  const { email } = await server.person("MasterAdmin");
  headers = { authorization: `Bearer ${(await server.tokensOf(email)).access}` };
});
afterAll(() => server.close());

/** Noise of a side in pixels, as PNG: 800 pixels are about 2 MB. */
const noise = (side: number) =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: "#2a7",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer();

async function send(path: string, photo: Uint8Array, by = headers) {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(photo)]), "../../a.png");
  const request = new Request("http://localhost", { method: "POST", body: form });
  return server.app.inject({
    method: "POST",
    url: `/api${path}`,
    headers: { ...by, "content-type": request.headers.get("content-type") as string },
    payload: Buffer.from(await request.arrayBuffer()),
  });
}

async function kept(folder: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of server.files.list(folder)) keys.push(key);
  return keys;
}

async function newGarden() {
  const name = { tg: "Боғ", ru: "Сад", en: "Garden", az: "" };
  const answer = await server.app.inject({
    method: "POST",
    url: "/api/garden",
    headers,
    payload: { name },
  });
  return answer.json<{ id: number }>().id;
}

test("a new photo takes the place of the old one, and goes with its garden", async () => {
  const id = await newGarden();
  const folder = `photo/garden/${id}`;
  expect((await send(`/garden/${id}/photo`, await noise(64))).statusCode).toBe(200);
  const [first] = await kept(folder);
  expect((await send(`/garden/${id}/photo`, await noise(800))).statusCode).toBe(200);
  const second = await kept(folder);
  expect(second).toHaveLength(1);
  expect(second[0]).not.toBe(first);
  await server.app.inject({ method: "DELETE", url: `/api/garden/${id}`, headers });
  expect(await kept(folder)).toEqual([]);
});

test("a person's photo is replaced in the profile and in the list, and goes with the person", async () => {
  const { id, email } = await server.person("SysAdmin");
  const folder = `photo/user/${id}`;
  expect((await send(`/user/${id}/photo`, await noise(64))).statusCode).toBe(200);
  const master = headers;
  const token = await server.anonymous<{ access: string }>("POST", "/token", { email, password });
  headers = { authorization: `Bearer ${token.body.access}` };
  expect((await send("/user-profile/photo", await noise(64))).statusCode).toBe(200);
  headers = master;
  expect(await kept(folder)).toHaveLength(1);
  await server.app.inject({ method: "DELETE", url: `/api/user/${id}`, headers });
  expect(await kept(folder)).toEqual([]);
});

test("a photo is taken away with its file, by who may change its owner; where there is none it is not found", async () => {
  const garden = await newGarden();
  const person = await server.person("SysAdmin");
  const token = await server.tokensOf(person.email);
  const own = { authorization: `Bearer ${token.access}` };
  const cases: [path: string, folder: string, by: Record<string, string>][] = [
    [`/garden/${garden}/photo`, `photo/garden/${garden}`, headers],
    [`/user/${person.id}/photo`, `photo/user/${person.id}`, headers],
    ["/user-profile/photo", `photo/user/${person.id}`, own],
  ];
  const permissions = grants({ garden: "v", user: "v" });
  const viewer = await server.person("Only looks", { permissions });
  for (const [path, folder, by] of cases) {
    const remove = (asked: Record<string, string>) =>
      server.app.inject({ method: "DELETE", url: `/api${path}`, headers: asked });
    expect((await send(path, await noise(64), by)).statusCode).toBe(200);
    if (by === headers) expect((await viewer.call("DELETE", path)).status, path).toBe(403);
    expect((await remove(by)).statusCode, path).toBe(204);
    expect(await kept(folder), path).toEqual([]);
    expect((await remove(by)).statusCode, path).toBe(404);
  }
});

test("a photo of a phone (HEIC) is kept as others are, wherever there are photos", async () => {
  const person = await server.person("SysAdmin");
  for (const path of [`/garden/${await newGarden()}/photo`, `/user/${person.id}/photo`]) {
    expect((await send(path, forgedHeic())).statusCode, path).toBe(200);
    const { headers: head, rawPayload } = await server.app.inject({ url: `/api${path}`, headers });
    expect(head["content-type"]).toBe("image/webp");
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 96, height: 64 });
  }
});

test("a file that is no photo leaves nothing behind", async () => {
  const id = await newGarden();
  expect((await send(`/garden/${id}/photo`, Buffer.from("no photo"))).statusCode).toBe(400);
  expect((await send(`/garden/${id}/photo`, Buffer.alloc(11 * 1024 ** 2))).statusCode).toBe(400);
  expect(await kept(`photo/garden/${id}`)).toEqual([]);
});

test("a file that is no photo is refused with the reason and the remedy", async () => {
  const id = await newGarden();
  const wide = await sharp({
    create: { width: 9000, height: 6000, channels: 3, background: "#2a7" },
  })
    .png()
    .toBuffer();
  const refused: [Uint8Array, RegExp][] = [
    [Buffer.from("no photo"), /JPEG, PNG, WebP, HEIC/],
    [forgedHeic({ brand: "avif", coding: "av01" }), /JPEG, PNG, WebP, HEIC/],
    [forgedHeic().subarray(0, -200), /вайрон|повреж|damaged/i],
    [forgedHeic({ size: [50_000, 50_000] }), /50/],
    [(await noise(64)).subarray(0, 900), /вайрон|повреж|damaged/i],
    [wide, /50/],
    [Buffer.alloc(0), /пуст|empty/i],
  ];
  for (const [bytes, reason] of refused) {
    const answer = await send(`/garden/${id}/photo`, bytes);
    expect([answer.statusCode, answer.json().file?.[0]]).toEqual([
      400,
      expect.stringMatching(reason),
    ]);
  }
});

test("a photo whose file is lost is not found, and browsers do not keep that", async () => {
  const id = await newGarden();
  await send(`/garden/${id}/photo`, await noise(64));
  for (const key of await kept(`photo/garden/${id}`)) await server.files.delete(key);
  const answer = await server.app.inject({ url: `/api/garden/${id}/photo`, headers });
  expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([404, "no-store"]);
});
