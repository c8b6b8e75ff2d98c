import { join } from "node:path";
import { describeSettings, parseEnv, productDir } from "@nihol/db/env";
import { SettingsError } from "@nihol/db/settings";
import { expect, test } from "vitest";

test("an empty environment gives the defaults", () => {
  expect(parseEnv({})).toMatchObject({
    port: 8080,
    host: "127.0.0.1",
    dataDir: join(productDir, "data"),
    demo: true,
    databaseUrl: undefined,
    accessMinutes: 30,
    refreshMinutes: 720,
  });
});

test("a server database has no demonstration unless it is asked for", () => {
  const DATABASE_URL = "postgres://u:p@db/nihol";
  expect(parseEnv({ DATABASE_URL }).demo).toBe(false);
  expect(parseEnv({ DATABASE_URL, NIHOL_DEMO: "1" }).demo).toBe(true);
});

test("all wrong variables are named at once", () => {
  const wrong = { PORT: "80a", NIHOL_DEMO: "maybe", NIHOL_ADMIN_EMAIL: "nobody" };
  expect(() => parseEnv(wrong)).toThrow(SettingsError);
  expect(() => parseEnv(wrong)).toThrow(/PORT must.*\n.*NIHOL_DEMO must.*\n.*NIHOL_ADMIN_EMAIL/s);
});

test("a wrong database address is refused without repeating its password", () => {
  try {
    parseEnv({ DATABASE_URL: "mysql://u:secret@db" });
    expect.unreachable();
  } catch (error) {
    expect(String(error)).toContain("DATABASE_URL must");
    expect(String(error)).not.toContain("secret");
  }
});

test("an address of a broker that cannot be used is refused without repeating its password", () => {
  for (const MQTT_URL of [
    "http://u:secret@mqtt",
    "mqtt://",
    "mqtt://u:secret@mqtt/topic",
    "mqtt",
  ]) {
    const read = () => parseEnv({ MQTT_URL });
    expect(read).toThrow(/MQTT_URL must .*mqtts?:\/\//);
    expect(read).not.toThrow("secret");
  }
  const MQTT_URL = "mqtts://u:p%40ss@mqtt:8883";
  expect(parseEnv({ MQTT_URL }).mqttUrl).toBe(MQTT_URL);
  expect(describeSettings({ MQTT_URL }).find(({ name }) => name === "MQTT_URL")?.current).toBe(
    "••••",
  );
  expect(() => parseEnv({ MQTT_URL, NIHOL_MQTT_PORT: "1883" })).toThrow("must not both be set");
  expect(() => parseEnv({ MQTT_URL, NIHOL_MQTT_SHARE: "a/b" })).toThrow("NIHOL_MQTT_SHARE must");
});

test("a first password that nobody could choose later is refused, without being repeated", () => {
  for (const password of ["short", "x".repeat(129)]) {
    const read = () => parseEnv({ NIHOL_ADMIN_PASSWORD: password });
    expect(read).toThrow("NIHOL_ADMIN_PASSWORD must have 15 to 128 characters");
    expect(read).not.toThrow(password);
  }
  expect(parseEnv({ NIHOL_ADMIN_PASSWORD: "fifteen letters" }).adminPassword).toHaveLength(15);
});

test("secrets are described by a mask", () => {
  const lines = describeSettings({ NIHOL_ADMIN_PASSWORD: "a long password", PORT: "9000" });
  const current = Object.fromEntries(lines.map((line) => [line.name, line.current]));
  expect(current).toMatchObject({ NIHOL_ADMIN_PASSWORD: "••••", PORT: "9000" });
});

test("a collector of traces is wholly set or not at all, and what it is asked with is not repeated", () => {
  expect(parseEnv({ OTEL_EXPORTER_OTLP_HEADERS: "a=b" }).traces).toBeUndefined();
  const OTEL_EXPORTER_OTLP_ENDPOINT = "https://collector:4318/";
  const set = { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: "x-key=se%20cret, y = 2" };
  expect(parseEnv(set).traces).toMatchObject({
    url: "https://collector:4318/v1/traces",
    headers: { "x-key": "se cret", y: "2" },
    sampler: "parentbased_always_on",
    ratio: 1,
  });
  expect(JSON.stringify(describeSettings(set))).not.toContain("se%20cret");
  const wrong = {
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://u:secret@collector",
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "collector:4318",
    OTEL_EXPORTER_OTLP_HEADERS: "secret",
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: "a=%zz",
    OTEL_EXPORTER_OTLP_PROTOCOL: "grpc",
    OTEL_TRACES_SAMPLER: "some",
    OTEL_TRACES_SAMPLER_ARG: "2",
  };
  for (const name of Object.keys(wrong)) expect(() => parseEnv(wrong)).toThrow(`${name} must`);
  expect(() => parseEnv(wrong)).not.toThrow(/secret|%zz/);
  const broken = { OTEL_EXPORTER_OTLP_HEADERS: "x-key=one%0d%0atwo" };
  expect(() => parseEnv(broken)).toThrow("OTEL_EXPORTER_OTLP_HEADERS must hold nothing");
});

test("the settings cannot be changed", () => {
  expect(Object.isFrozen(parseEnv({}))).toBe(true);
});
