/** Rights to read through the SensorThings API: scope, permissions, tokens of map programs, and nobody. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { grants, password } from "../support/test-app.ts";
import {
  type SensorThingsWorld,
  type StaAnswer,
  sensorThingsWorld,
  valuesEach,
} from "./sensor-things-world.ts";

let world: SensorThingsWorld;
beforeAll(async () => {
  world = await sensorThingsWorld();
});
afterAll(() => world.server.close());

type Call = SensorThingsWorld["all"]["call"];
const sets = [
  "Things",
  "Locations",
  "HistoricalLocations",
  "Datastreams",
  "Observations",
  "FeaturesOfInterest",
];
const read = (call: Call, path: string) => call<StaAnswer>("GET", `/sta/v1.1/${path}`);
/** Everything that a person finds, as text. */
async function everything(call: Call) {
  const pages = await Promise.all(sets.map((set) => read(call, `${set}?$top=1000&$count=true`)));
  for (const { status } of pages) expect(status).toBe(200);
  return pages.map(({ body }) => JSON.stringify(body)).join("\n");
}

describe("a person of one region", () => {
  it("finds nothing of another one in any set, by any id or by any path", async () => {
    const { east, west, ofWest } = world;
    const all = await everything(ofWest.call);
    expect(all).toContain("West");
    expect(all).not.toContain("East");
    expect(all).not.toMatch(new RegExp(`Things\\(${east.device}\\)|'${east.device}-`));
    const observation = (
      await read(world.all.call, `Datastreams('${east.device}-co2')/Observations?$top=1`)
    ).body.value[0];
    for (const path of [
      `Things(${east.device})`,
      `Locations(${east.device})`,
      `HistoricalLocations(${east.device})`,
      `FeaturesOfInterest(${east.device})`,
      `FeaturesOfInterest(${east.device})/Observations`,
      `Datastreams('${east.device}-co2')`,
      `Datastreams('${east.device}-co2')/Observations`,
      `Datastreams('${east.device}-co2')/name/$value`,
      `Observations('${observation?.["@iot.id"]}')`,
      `Observations('${observation?.["@iot.id"]}')/Datastream`,
    ]) {
      expect([path, (await read(world.all.call, path)).status]).toEqual([path, 200]);
      expect([path, (await read(ofWest.call, path)).status]).toEqual([path, 404]);
    }
    expect((await read(ofWest.call, `Things(${west.device})`)).status).toBe(200);
  });

  it("finds nothing by what is common to all, by filter, order or expand", async () => {
    const { east, ofWest } = world;
    for (const path of [
      "ObservedProperties('co2')/Datastreams?$expand=Thing,Observations($top=1)",
      "Sensors('air')/Datastreams?$expand=Thing",
      "ObservedProperties?$expand=Datastreams($expand=Thing/Locations)",
      "Sensors?$expand=Datastreams/Thing",
      "Things?$filter=name eq 'East'",
      "Sensors?$filter=Datastreams/Thing/name eq 'East'",
      "Observations?$filter=Datastream/Thing/name eq 'East'",
      `Observations?$filter=FeatureOfInterest/id eq ${east.device}`,
      "Datastreams?$orderby=Thing/name",
    ]) {
      const { status, body } = await read(ofWest.call, path.replaceAll(" ", "%20"));
      expect([path, status]).toEqual([path, 200]);
      expect(JSON.stringify(body)).not.toContain("East");
    }
  });
});

describe("permission", () => {
  it("is that of devices; without signing in nothing is read", async () => {
    const { server } = world;
    const other = await server.person("Reads gardens", { permissions: grants({ garden: "v" }) });
    for (const set of [...sets, "Sensors", "ObservedProperties", "Things(1)"]) {
      expect([set, (await read(other.call, set)).status]).toEqual([set, 403]);
      const { status, headers } = await read(server.anonymous, set);
      expect([set, status]).toEqual([set, 401]);
      expect(headers["www-authenticate"]).toContain("Basic");
    }
    expect((await read(server.anonymous, "")).status).toBe(200);
  });
});

describe("an access token", () => {
  it("reads as its person does, by either header, until it is ended", async () => {
    const { server, ofWest } = world;
    const days = 30;
    const { status, body } = await ofWest.call<{ id: number; token: string }>(
      "POST",
      "/user-profile/access-token",
      { name: "Programme", days, current_password: password },
    );
    expect([status, body]).toEqual([201, expect.objectContaining({ token: expect.any(String) })]);
    const basic = `Basic ${Buffer.from(`anybody:${body.token}`).toString("base64")}`;
    for (const authorization of [`Bearer ${body.token}`, basic]) {
      const call = server.callerWith({ authorization });
      expect(await everything(call)).not.toContain("East");
      expect([401, 403]).toContain((await call("GET", "/device")).status);
    }
    await ofWest.call("DELETE", `/user-profile/access-token/${body.id}`);
    expect((await read(server.callerWith({ authorization: basic }), "Things")).status).toBe(401);
  });
});

describe("published readings", () => {
  const publish = async (...published: string[]) => {
    const master = await world.server.person("MasterAdmin");
    const body = { published, confirm_publish: true };
    expect((await master.call("PUT", "/open-data", body)).status).toBe(200);
  };

  it("are read whole by everybody, but for devices out of service, until they are withdrawn", async () => {
    const { server, ofWest, east } = world;
    await publish("devices");
    expect((await read(server.anonymous, "Things")).status).toBe(401);
    await publish("readings");
    for (const call of [server.anonymous, ofWest.call]) {
      expect(await everything(call)).toContain("East");
      const path = `Datastreams('${east.device}-co2')/Observations?$count=true&$top=1`;
      expect((await read(call, path)).body["@iot.count"]).toBe(valuesEach);
    }
    const retire = (retired: boolean) =>
      server.db.sql.updateTable("device").set({ retired }).where("id", "=", east.device).execute();
    await retire(true);
    expect(await everything(server.anonymous)).not.toContain("East");
    expect(await everything(ofWest.call)).not.toContain("East");
    expect(await everything(world.all.call)).toContain("East");
    await retire(false);
    await publish();
    expect((await read(server.anonymous, "Things")).status).toBe(401);
    expect(await everything(ofWest.call)).not.toContain("East");
  });
});
