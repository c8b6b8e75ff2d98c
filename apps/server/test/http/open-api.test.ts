/** The document says of every call what it takes and how it refuses; all operations are walked. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../support/test-app.ts";

interface Content {
  content?: Record<string, { schema?: object }>;
  description?: string;
}
interface Operation {
  "x-access": string;
  requestBody?: Content;
  responses: Record<string, Content>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}

let server: TestApp;
let master: Awaited<ReturnType<TestApp["person"]>>;
let document: Document;
let operations: { name: string; method: string; path: string; operation: Operation }[];
beforeAll(async () => {
  server = await testApp();
  master = await server.person("MasterAdmin");
  document = (await server.anonymous<Document>("GET", "/openapi.json")).body;
  operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      name: `${method} ${path}`,
      method,
      path,
      operation,
    })),
  );
});
afterAll(() => server.close());

/** Calls that change something and need nothing but their address. */
const withoutBody = [
  "post /api/upload",
  "post /api/imagery-source/{id}/watch",
  "post /api/offered-capture/{id}/accept",
  "post /api/offered-capture/{id}/reject",
  "post /api/operations/backup",
  "post /api/operations/job/{id}/cancel",
  "post /api/operations/job/{id}/retry",
  "post /api/satellite-imagery/{id}/stop",
  "post /api/whole-image/{id}/calibration",
  "post /api/whole-image/{id}/correction/{correction}/undo",
  "post /api/whole-image/{id}/ground/learn",
  "post /api/alert/{id}/acknowledge",
  "post /api/alert/{id}/clear",
  "post /api/device/{id}/bad-interval/{interval}/confirm",
  "post /api/device/{id}/token",
  "post /api/mail/retry",
];
const multipart = "multipart/form-data";

test("every call that takes a body describes it", () => {
  const silent = operations
    .filter(
      ({ method, operation }) =>
        ["post", "put", "patch"].includes(method) && !operation.requestBody,
    )
    .map(({ name }) => name);
  expect(silent.sort()).toEqual([...withoutBody].sort());
});

test("calls that take a file are those described so, and ask for it by the field that they read", async () => {
  const files = operations.filter(({ operation }) => operation.requestBody?.content?.[multipart]);
  expect(files.length).toBeGreaterThan(10);
  const { access } = await server.tokensOf(master.email);
  for (const { name, path, operation } of files) {
    expect(operation.requestBody?.content?.[multipart]?.schema).toMatchObject({
      required: ["file"],
      properties: { file: { type: "string", format: "binary" } },
    });
    const answer = await server.app.inject({
      method: "POST",
      url: path.replace(/\{\w+\}/g, "999999"),
      headers: { authorization: `Bearer ${access}`, "content-type": `${multipart}; boundary=b` },
      payload: "--b--\r\n",
    });
    const isExpected = answer.statusCode === 404 || "file" in answer.json();
    expect([name, answer.statusCode, isExpected]).toEqual([name, answer.statusCode, true]);
  }
});

test("every call describes its success and its refusals, each with a schema that is there", () => {
  const missing = operations.flatMap(({ name, path, operation }) => {
    const access = operation["x-access"];
    const wanted = [
      "429",
      ...(access === "public" ? [] : ["401", "403"]),
      // Metrics are answered while the database is away.
      ...(access === "public" || access === "monitor" ? [] : ["503"]),
      ...(path.includes("{") ? ["400", "404"] : []),
      ...(operation.requestBody ? ["400", "413", "415"] : []),
    ];
    const found = Object.keys(operation.responses);
    const without = wanted.filter((status) => !found.includes(status));
    if (!found.some((status) => status.startsWith("2"))) without.push("2xx");
    const bare = Object.entries(operation.responses)
      .filter(
        ([status, { content }]) => Number(status) >= 400 && !content?.["application/json"]?.schema,
      )
      .map(([status]) => `${status} without a schema`);
    return [...without, ...bare].map((what) => `${name}: ${what}`);
  });
  expect(missing).toEqual([]);
});

test("every reference leads somewhere", () => {
  const text = JSON.stringify(document);
  const named = [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
    ([, name]) => name ?? "",
  );
  expect(named).toContain("Problem");
  expect([...new Set(named)].filter((name) => !(name in document.components.schemas))).toEqual([]);
});

test("real refusals are among those described", async () => {
  const surprises: string[] = [];
  const calls = operations.filter(({ method }) =>
    ["get", "post", "patch", "delete"].includes(method),
  );
  for (const { name, method, path, operation } of calls) {
    if (/events|logout/.test(path)) continue;
    const url = path.replace(/^\/api/, "").replace(/\{\w+\}/g, "999999");
    const body = ["post", "patch"].includes(method) ? {} : undefined;
    for (const call of [server.anonymous, master.call]) {
      const { status } = await call(method.toUpperCase(), url, body);
      if (status >= 400 && !(status in operation.responses)) surprises.push(`${name}: ${status}`);
    }
  }
  expect(surprises).toEqual([]);
});
