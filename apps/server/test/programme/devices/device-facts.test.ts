/** Facts of devices: serial number, make, height or depth, notes and photo. */
import type { Device } from "@nihol/contract/sensors/devices";
import { text } from "@nihol/locales/text";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fileBody, makeDevice } from "../../support/device-world.ts";
import { type TestApp, testApp } from "../../support/test-app.ts";
import { type TwoRegions, twoRegions } from "./two-regions.ts";

let server: TestApp;
let world: TwoRegions;
beforeAll(async () => {
  server = await testApp();
  world = await twoRegions(server);
});
afterAll(() => server.close());

type List = { count: number; results: Device[] };
const listed = async (query: string, { call } = world.master) =>
  (await call<List>("GET", `/device?${query}`)).body.results.map(({ name }) => name);
const refusal = async (
  method: string,
  path: string,
  body: object,
  { call } = world.master,
): Promise<unknown> => {
  const answer = await call<Record<string, string[]>>(method, path, body);
  return [answer.status, ...Object.entries(answer.body).map(([key, [said]]) => [key, said])];
};

test("are written, read, changed, found, filtered and ordered by", async () => {
  const { call } = world.master;
  const facts = {
    ...{ serial: "SN-001", maker: "Davis", model: "Vantage", height_m: 2.5, notes: "Behind\nit" },
    altitude_m: 812,
  };
  const one = await makeDevice(call, { name: "facts-1", ...world.near, ...facts });
  expect(one).toMatchObject({ ...facts, photo: null });
  const bare = await makeDevice(call, { name: "facts-2", ...world.near });
  expect(bare).toMatchObject({ serial: "", maker: "", model: "", height_m: null, notes: "" });
  expect(bare.altitude_m).toBeNull();
  await makeDevice(call, { name: "facts-3", type: "soil", height_m: -0.3, maker: "DAVIS" });
  await call("PATCH", `/device/${one.id}`, { interval_minutes: 10 });
  expect((await call<Device>("GET", `/device/${one.id}`)).body).toMatchObject(facts);
  expect(await listed("search=sn-00")).toEqual(["facts-1"]);
  expect(await listed("search=vantage")).toEqual(["facts-1"]);
  expect(await listed("maker=davis")).toEqual(["facts-1", "facts-3"]);
  expect(await listed("ordering=height_m")).toEqual(["facts-3", "facts-1", "facts-2"]);
  expect(await listed("ordering=-serial")).toEqual(["facts-1", "facts-2", "facts-3"]);
  const makers = { makers: [{ maker: "DAVIS", models: ["Vantage"] }] };
  const found = (await call<typeof makers>("GET", "/device/maker")).body;
  expect(found.makers[0]?.maker.toLowerCase()).toBe("davis");
  expect(found.makers[0]?.models).toEqual(["Vantage"]);
  const rows = await server.db.sql
    .selectFrom("audit_log")
    .where("resource", "=", "device")
    .where("resource_id", "=", String(one.id))
    .where("action", "=", "add")
    .select("change")
    .execute();
  expect(rows[0]?.change).toMatchObject(facts);
  const everywhere = await call<{ results: { id: number }[] }>("GET", "/search?q=SN-001");
  expect(JSON.stringify(everywhere.body)).toContain("facts-1");
  for (const { id } of [one, bare]) await call("DELETE", `/device/${id}`);
});

test("a soil probe stands below the ground and what measures air above it", async () => {
  const at = { ...world.near, name: "odd" };
  const said = (key: string) => [400, ["height_m", text("en", `errors.${key}`)]];
  expect(await refusal("POST", "/device", { ...at, type: "soil", height_m: 0.3 })).toEqual(
    said("height_of_soil"),
  );
  expect(await refusal("POST", "/device", { ...at, type: "air", height_m: -2 })).toEqual(
    said("height_of_air"),
  );
  const { id } = await makeDevice(world.master.call, { type: "water", height_m: -1 });
  expect(await refusal("PATCH", `/device/${id}`, { type: "air" })).toEqual(said("height_of_air"));
  expect((await world.master.call("PATCH", `/device/${id}`, { height_m: 3 })).status).toBe(200);
  expect((await world.master.call("PATCH", `/device/${id}`, { height_m: 5000 })).status).toBe(400);
  expect((await world.master.call("PATCH", `/device/${id}`, { altitude_m: 12000 })).status).toBe(
    400,
  );
});

test("a serial number is one device's, as far as a person sees, and tells nothing of what lies beyond", async () => {
  const { master, keeper, near, far } = world;
  await makeDevice(master.call, { name: "beyond", ...far, serial: "X-9" });
  const mine = await makeDevice(keeper.call, { name: "mine", ...near, serial: "X-9" });
  const again = { name: "again", type: "air", ...near, serial: "x-9" };
  const taken = (name: string) => [
    400,
    ["serial", text("en", "errors.serial_taken").replace("{name}", name)],
  ];
  expect(await refusal("POST", "/device", again, keeper)).toEqual(taken("mine"));
  // Another maker's number is another device; who names no maker may mean either.
  await keeper.call("PATCH", `/device/${mine.id}`, { maker: "Davis" });
  expect((await keeper.call("POST", "/device", { ...again, maker: "Lufft" })).status).toBe(201);
  expect(
    await refusal("POST", "/device", { ...again, name: "more", maker: "DAVIS" }, keeper),
  ).toEqual(taken("mine"));
  // A device that stands there from before may be changed in other ways.
  expect((await master.call("PATCH", `/device/${mine.id}`, { notes: "n" })).status).toBe(200);
  // A retired one gives its number back, and asks for it when it returns.
  expect((await keeper.call("PATCH", `/device/${mine.id}`, { retired: true })).status).toBe(200);
  const next = await makeDevice(keeper.call, {
    ...near,
    name: "next",
    serial: "X-9",
    maker: "Davis",
  });
  expect(await refusal("PATCH", `/device/${mine.id}`, { retired: false }, keeper)).toEqual(
    taken(next.name),
  );
  const both = await Promise.all(
    ["same-1", "same-2"].map((name) =>
      keeper.call("POST", "/device", { name, type: "air", ...near, serial: "Y-1" }),
    ),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([201, 400]);
});

test("makers beyond the scope are not offered", async () => {
  const { master, keeper, far } = world;
  await makeDevice(master.call, { ...far, name: "secret", maker: "Secret Works" });
  const of = async ({ call } = keeper) => JSON.stringify((await call("GET", "/device/maker")).body);
  expect(await of(master)).toContain("Secret Works");
  expect(await of(keeper)).not.toContain("Secret Works");
});

test("a photo is kept, shown within the scope, replaced, removed, and goes with its device", async () => {
  const { master, keeper, viewer, near, far } = world;
  const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#27a" } })
    .png()
    .toBuffer();
  const send = async (id: number, person = keeper) => {
    const { access } = await server.tokensOf(person.email);
    const { payload, headers } = fileBody(png, "a.png");
    const answer = await server.app.inject({
      ...{ method: "POST", url: `/api/device/${id}/photo`, payload },
      headers: { ...headers, authorization: `Bearer ${access}` },
    });
    return { status: answer.statusCode, body: answer.json<Device>() };
  };
  const { id } = await makeDevice(keeper.call, { ...near, name: "shown" });
  const hidden = await makeDevice(master.call, { ...far, name: "hidden" });
  expect((await send(id, viewer)).status).toBe(403);
  expect((await send(hidden.id)).status).toBe(404);
  const sent = await send(id);
  expect(sent.status).toBe(200);
  const { photo } = sent.body;
  expect((await viewer.call("GET", photo ?? "")).status).toBe(200);
  expect((await send(hidden.id, master)).status).toBe(200);
  expect((await keeper.call("GET", `/device/${hidden.id}/photo`)).status).toBe(404);
  const files = async () => {
    const found: string[] = [];
    for await (const { key } of server.files.list(`photo/device/${id}`)) found.push(key);
    return found;
  };
  expect(await files()).toHaveLength(1);
  expect((await send(id)).body.photo).not.toBe(photo);
  expect(await files()).toHaveLength(1);
  expect((await keeper.call("DELETE", `/device/${id}/photo`)).status).toBe(204);
  expect((await keeper.call("DELETE", `/device/${id}/photo`)).status).toBe(404);
  await send(id);
  expect((await keeper.call("DELETE", `/device/${id}`)).status).toBe(204);
  expect(await files()).toHaveLength(0);
});
