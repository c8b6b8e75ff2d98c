/** OGC SensorThings API 1.1, requirements of the data model and of addresses (OGC 18-088, 8 and 9.2), over a real store. */
import { packMonth } from "@nihol/store/readings/reading-pack";
import { writeReadings } from "@nihol/store/readings/reading-write";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  faultyMs,
  firstMs,
  pathOf,
  readAll,
  type SensorThingsWorld,
  type StaAnswer,
  sensorThingsWorld,
  stepMs,
  valuesEach,
} from "./sensor-things-world.ts";

let world: SensorThingsWorld;
let read: SensorThingsWorld["read"];
let stream: string;
beforeAll(async () => {
  world = await sensorThingsWorld();
  ({ read } = world);
  stream = `Datastreams('${world.west.device}-air_temperature')`;
});
afterAll(() => world.server.close());

const iso = (ms: number) => new Date(ms).toISOString();
const ids = (page: StaAnswer[]) => page.map((one) => one["@iot.id"]);

/** Mandatory properties and relations of each entity (OGC 18-088, tables 3 to 20). */
const required: Record<string, { properties: string[]; relations: string[] }> = {
  Things: {
    properties: ["name", "description"],
    relations: ["Locations", "HistoricalLocations", "Datastreams"],
  },
  Locations: {
    properties: ["name", "description", "encodingType", "location"],
    relations: ["Things", "HistoricalLocations"],
  },
  HistoricalLocations: { properties: ["time"], relations: ["Thing", "Locations"] },
  Datastreams: {
    properties: ["name", "description", "observationType", "unitOfMeasurement"],
    relations: ["Thing", "Sensor", "ObservedProperty", "Observations"],
  },
  Sensors: {
    properties: ["name", "description", "encodingType", "metadata"],
    relations: ["Datastreams"],
  },
  ObservedProperties: {
    properties: ["name", "definition", "description"],
    relations: ["Datastreams"],
  },
  Observations: {
    properties: ["phenomenonTime", "result", "resultTime"],
    relations: ["Datastream", "FeatureOfInterest"],
  },
  FeaturesOfInterest: {
    properties: ["name", "description", "encodingType", "feature"],
    relations: ["Observations"],
  },
};

describe("the service", () => {
  it("names every set with its address, and the requirements that it keeps", async () => {
    const { status, body } = await read("");
    expect(status).toBe(200);
    expect(body.value.map(({ name }) => name).sort()).toEqual(Object.keys(required).sort());
    for (const { url } of body.value)
      expect((await world.all.call("GET", pathOf(url))).status).toBe(200);
    expect(JSON.stringify(body)).toContain("iot_sensing/1.1/req/datamodel");
    expect(JSON.stringify(body)).not.toMatch(/create-update-delete|batch|mqtt|multi-datastream/);
  });
});

describe.each(Object.entries(required))("%s", (set, { properties, relations }) => {
  it("have their properties, an id, a link to themselves and one to each relation", async () => {
    const { status, body } = await read(`${set}?$top=5`);
    expect(status).toBe(200);
    expect(body.value.length).toBeGreaterThan(0);
    for (const one of body.value) {
      for (const name of properties) expect(one[name], name).not.toBeNull();
      expect(Object.keys(one)).toEqual(expect.arrayContaining(properties));
      const { body: same } = await world.all.call("GET", pathOf(one["@iot.selfLink"]));
      expect(same).toEqual(one);
      for (const name of relations) {
        const link = pathOf(one[`${name}@iot.navigationLink`]);
        expect([link, (await world.all.call("GET", link)).status]).toEqual([link, 200]);
      }
    }
  });

  it("are read by property, by raw value and by reference", async () => {
    const { body } = await read(`${set}?$top=1`);
    const [first] = body.value;
    const self = pathOf(first?.["@iot.selfLink"]);
    for (const name of properties) {
      const one = await world.all.call("GET", `${self}/${name}`);
      expect(one.body).toEqual({ [name]: first?.[name] });
      const value = first?.[name];
      const raw = await world.all.call<string>("GET", `${self}/${name}/$value`);
      expect(String(raw.headers["content-type"])).toContain("text/plain");
      expect(raw.body).toBe(typeof value === "object" ? JSON.stringify(value) : String(value));
    }
    const { body: references } = await read(`${set}/$ref?$top=1`);
    expect(references.value).toEqual([{ "@iot.selfLink": first?.["@iot.selfLink"] }]);
    for (const name of relations) {
      const { status, body: below } = await world.all.call<StaAnswer>(
        "GET",
        `${self}/${name}/$ref`,
      );
      expect(status).toBe(200);
      expect(JSON.stringify(below)).toContain("@iot.selfLink");
    }
    for (const missing of ["(999999)", "('none')", "(1)/nothing", "/name", "(1)/name/nothing"])
      expect([missing, (await read(`${set}${missing}`)).status]).toEqual([missing, 404]);
  });
});

describe("observations", () => {
  it("are every value, packed, fresh and faulty, each once, in order of time", async () => {
    const pages = await readAll(world, `${stream}/Observations?$top=100`);
    const all = pages.flat();
    expect(all).toHaveLength(valuesEach + 1);
    expect(pages.map(({ length }) => length)).toEqual([100, 100, 100, 100, 33]);
    expect(new Set(ids(all)).size).toBe(all.length);
    const times = all.map(({ phenomenonTime }) => String(phenomenonTime));
    expect(times).toEqual([...times].sort());
    const right = all.filter(({ resultQuality }) => resultQuality === "valid");
    expect(right.map(({ result }) => result)).toEqual(
      Array.from({ length: valuesEach }, (_, n) => n / 10),
    );
    expect(all.filter(({ resultQuality }) => resultQuality === "faulty")).toEqual([
      expect.objectContaining({ phenomenonTime: iso(faultyMs), result: 900 }),
    ]);
  });

  it("are the same backwards, by pages of any size", async () => {
    const forwards = (await readAll(world, `${stream}/Observations?$top=1000`)).flat();
    for (const top of [1, 7, 1000]) {
      const first = top === 1 ? "&$filter=phenomenonTime ge 2026-02-01T20:00:00Z" : "";
      const order = "$orderby=phenomenonTime desc";
      const path = `${stream}/Observations?${order}&$top=${top}${first}`;
      const backwards = (await readAll(world, path)).flat();
      const wanted = forwards.slice(-backwards.length).reverse();
      expect(ids(backwards)).toEqual(ids(wanted));
      expect(backwards.length).toBe(top === 1 ? 24 : valuesEach + 1);
    }
  });

  it("are counted as they are read", async () => {
    for (const [path, wanted] of [
      [`${stream}/Observations`, valuesEach + 1],
      ["Observations", 4 * valuesEach + 1],
      [`FeaturesOfInterest(${world.west.device})/Observations`, 2 * valuesEach + 1],
      [`${stream}/Observations?$filter=result gt 42`, 12],
      [`${stream}/Observations?$filter=phenomenonTime lt 2026-01-31T00:00:00Z`, 145],
    ] as const) {
      const and = path.includes("?") ? "&" : "?";
      const { body } = await read(`${path}${and}$count=true&$top=2`);
      expect([path, body["@iot.count"]]).toEqual([path, wanted]);
      expect([path, (await readAll(world, `${path}${and}$top=1000`)).flat().length]).toEqual([
        path,
        wanted,
      ]);
    }
  });

  it("lead to their datastream, thing and feature, and are found by their id", async () => {
    const { body } = await read(`${stream}/Observations?$skip=200&$top=1`);
    const [one] = body.value;
    const at = `Observations('${one?.["@iot.id"]}')`;
    expect((await read(`${at}/Datastream/Thing/name/$value`)).body).toBe("West");
    expect((await read(`${at}/Datastream/ObservedProperty/@iot.id`)).body).toEqual({
      "@iot.id": "air_temperature",
    });
    expect((await read(`${at}/FeatureOfInterest`)).body).toMatchObject({
      "@iot.id": world.west.device,
      feature: { type: "Point", coordinates: [68.7, 38.5] },
    });
  });
});

describe("a datastream", () => {
  it("says its unit by UCUM, and the time from its first to its last value", async () => {
    const { body } = await read(stream);
    expect(body).toMatchObject({
      name: "West: Air temperature",
      observationType: expect.stringContaining("OM_Measurement"),
      unitOfMeasurement: {
        name: "°C",
        symbol: "°C",
        definition: "https://units-of-measurement.org/Cel",
      },
      phenomenonTime: `${iso(firstMs)}/${iso(firstMs + (valuesEach - 1) * stepMs)}`,
      properties: { parameter: "air_temperature", ucum: "Cel" },
    });
    const { body: empty } = await read(`Datastreams('${world.west.device}-air_humidity')`);
    expect(empty.phenomenonTime).toBeNull();
  });

  it("is named in the language that is asked for, else in English", async () => {
    const russian = await world.all.call("GET", `/sta/v1.1/${stream}`, undefined, {
      "accept-language": "ru",
    });
    expect(russian.body).toMatchObject({ name: "West: Температура воздуха" });
  });
});

describe("writing", () => {
  it.each(["POST", "PUT", "PATCH", "DELETE"])("%s is not allowed", async (method) => {
    for (const path of ["/sta/v1.1/Things", "/sta/v1.1/Things(1)", "/sta/v1.1/$batch"]) {
      const { status, headers } = await world.all.call(method, path, {});
      expect([path, status]).toEqual([path, 405]);
      expect(headers.allow).toContain("GET");
    }
  });
});

describe("a packed day whose moments are uneven", () => {
  it("begins with its first moment, also where it shares them with another parameter", async () => {
    const { sql } = world.server.db;
    const { id } = await sql
      .insertInto("device")
      .values({ name: "Uneven", type: "air", latitude: 38.6, longitude: 68.8 })
      .returning("id")
      .executeTakeFirstOrThrow();
    const times = [11, 17, 45].map((minute) => new Date(Date.UTC(2026, 0, 9, 3, minute)));
    const readings = times.map((ts, n) => ({
      ts,
      values: { air_temperature: n, air_humidity: 40 + n, ...(n > 0 && { co2: 400 + n }) },
      faulty: {},
    }));
    await writeReadings(sql, id, readings);
    await packMonth(sql, "2026-01");
    const spans = { air_temperature: 0, air_humidity: 0, co2: 1 };
    for (const [key, first] of Object.entries(spans)) {
      const { body } = await read(`Datastreams('${id}-${key}')?$expand=Observations`);
      const [begin, end] = [times[first]?.toISOString(), times[2]?.toISOString()];
      expect(body.phenomenonTime).toBe(`${begin}/${end}`);
      expect(body.Observations).toHaveLength(3 - first);
    }
  });
});
