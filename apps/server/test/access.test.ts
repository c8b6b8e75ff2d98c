/** Every path × method × kind of person, generated from the routes themselves. */
import { actions, fillPermissions, resources } from "@nihol/contract/permissions";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, grants, type TestApp, testApp } from "./test-app.ts";

let server: TestApp;
beforeAll(async () => {
  server = await testApp();
});
afterAll(() => server.close());

interface Operation {
  method: string;
  path: string;
}
const publicPaths = ["/token", "/token/refresh", "/token/logout", "/health", "/openapi.json"];
/** They read a file that is sent and write nothing. */
const readingPosts = ["/garden/boundary-preview"];
const signedInPaths = [
  "/user-profile",
  "/user-profile/photo",
  "/permission",
  "/statistics",
  "/file",
  "/sensor-guidance",
  // One's own files; each asks for the permission of its list.
  "/export",
  "/export/999999",
  "/export/999999/file",
];

function operations(): Operation[] {
  const { paths } = server.app.swagger() as { paths: Record<string, Record<string, unknown>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({
      method: method.toUpperCase(),
      path: path.replace(/^\/api/, "").replace(/\{[^}]+\}/g, "999999"),
    })),
  );
}
/** A device sends with its own token: no person may. */
const isDevices = ({ method, path }: Operation) =>
  method === "POST" && path === "/device/999999/reading";
const isOpen = ({ path }: Operation) => publicPaths.includes(path);
/** Everybody signed in reads what is below these; writing needs a permission. */
const openToReaders = /^\/(violation|document)(\/|$)/;
const needsPermission = (operation: Operation) =>
  !isOpen(operation) &&
  !isDevices(operation) &&
  !signedInPaths.includes(operation.path) &&
  !(operation.method === "GET" && openToReaders.test(operation.path));

async function statusOf(call: Caller, { method, path }: Operation) {
  return (await call(method, path, method === "GET" || method === "DELETE" ? undefined : {}))
    .status;
}

test("the OpenAPI document names every resource path", () => {
  const named = new Set(operations().map(({ path }) => path));
  for (const path of [
    "/token",
    "/user-profile",
    "/user",
    "/group",
    "/region",
    "/district",
    "/garden",
    "/satellite-imagery",
    "/whole-image",
    "/statistics",
  ]) {
    expect(named, path).toContain(path);
  }
});

test("without a token every call but the public ones is 401", async () => {
  for (const operation of operations().filter((o) => !isOpen(o))) {
    expect(await statusOf(server.anonymous, operation), JSON.stringify(operation)).toBe(401);
  }
});

test("with a role that grants nothing every permission-bound call is 403", async () => {
  const { call } = await server.person("Nothing", { permissions: fillPermissions(() => false) });
  for (const operation of operations().filter(needsPermission)) {
    expect(await statusOf(call, operation), JSON.stringify(operation)).toBe(403);
  }
});

test("a role that may only view may do nothing else", async () => {
  const { call } = await server.person("Viewer", {
    permissions: fillPermissions((_, action) => action === "view"),
  });
  for (const operation of operations().filter(needsPermission)) {
    const status = await statusOf(call, operation);
    if (operation.method === "GET" || readingPosts.includes(operation.path))
      expect(status, JSON.stringify(operation)).not.toBe(401);
    else expect(status, JSON.stringify(operation)).toBe(403);
  }
});

test("a role with one permission may make that resource's calls alone", async () => {
  const { call } = await server.person("Region viewer", { permissions: grants({ region: "v" }) });
  expect((await call("GET", "/region")).status).toBe(200);
  for (const path of [
    "/district",
    "/garden",
    "/user",
    "/group",
    "/satellite-imagery",
    "/whole-image",
    "/ministry",
  ]) {
    expect((await call("GET", path)).status, path).toBe(403);
  }
});

test("MasterAdmin is refused nothing", async () => {
  const { call } = await server.person("MasterAdmin");
  for (const operation of operations().filter((o) => !isDevices(o))) {
    const status = await statusOf(call, operation);
    expect([401, 403], `${operation.method} ${operation.path}`).not.toContain(status);
    expect(status, `${operation.method} ${operation.path}`).toBeLessThan(500);
  }
});

test("nobody grants a role more than they hold", async () => {
  const { call } = await server.person("Role maker", {
    permissions: grants({ group: "va", garden: "v" }),
  });
  const refused = await call<Record<string, string[]>>("POST", "/group", {
    name: "Beyond",
    permissions: { user: { delete: true } },
  });
  expect(refused.status).toBe(400);
  expect(refused.body).toHaveProperty("permissions");
  const made = await call<{ permissions: Record<string, Record<string, boolean>> }>(
    "POST",
    "/group",
    { name: "Within", permissions: { garden: { view: true } } },
  );
  expect(made.status).toBe(201);
  const granted = resources.flatMap((r) =>
    actions.filter((a) => made.body.permissions[r]?.[a]).map((a) => `${r}.${a}`),
  );
  expect(granted).toEqual(["garden.view"]);
});

test("the built-in roles cannot be changed or deleted", async () => {
  const { call } = await server.person("MasterAdmin");
  const { body } = await call<{ results: { id: number; name: string; can: object }[] }>(
    "GET",
    "/group",
  );
  for (const role of body.results.filter(
    ({ name }) => name === "MasterAdmin" || name === "SysAdmin",
  )) {
    expect(role.can).toEqual({ change: false, delete: false });
    expect((await call("PATCH", `/group/${role.id}`, { name: "Other" })).status).toBe(403);
    expect((await call("DELETE", `/group/${role.id}`)).status).toBe(403);
  }
});
