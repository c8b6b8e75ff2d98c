import { paths } from "@nihol/contract/values/paths";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { type PanelServer, panelServer } from "./panel-server.ts";

let server: PanelServer;
let email: string;
beforeAll(async () => {
  server = await panelServer();
  ({ email } = await server.person("MasterAdmin"));
});
afterAll(() => server.close());

const ring = [68.7, 68.71, 68.71, 68.7, 68.7].map((lon, at) => [
  lon,
  [38.5, 38.5, 38.51, 38.51, 38.5][at],
]);
const square = { type: "Polygon", coordinates: [ring] };

/** A tab of the browser: modules of its own, the same storage, cookies and locks. */
async function openTab() {
  vi.resetModules();
  return {
    ...(await import("../../src/lib/api/api.ts")),
    ...(await import("../../src/lib/api/ask.ts")),
    ...(await import("../../src/lib/api/recently-opened.ts")),
    ...(await import("../../src/lib/api/session.ts")),
  };
}
let tab: Awaited<ReturnType<typeof openTab>>;

beforeEach(async () => {
  server.bringUp();
  localStorage.clear();
  tab = await openTab();
  await tab.signIn(email, server.password);
  server.forget();
});

test("many calls refused at once ask for one renewal, and all are answered", async () => {
  server.ageAccess(-60);
  const answers = await Promise.all(
    [paths.region, paths.garden, paths.ministry, paths.group, paths.region].map((path) =>
      tab.askList(path, {}),
    ),
  );
  expect(answers.map(({ count }) => typeof count)).toEqual(Array(5).fill("number"));
  expect(server.calls("POST /token")).toEqual(["POST /token/refresh"]);
});

test("where the browser has no locks, as on plain http, a tab still renews once for all its calls", async () => {
  const { locks } = navigator;
  Object.defineProperty(navigator, "locks", { value: undefined, configurable: true });
  onTestFinished(() => {
    Object.defineProperty(navigator, "locks", { value: locks, configurable: true });
  });
  server.ageAccess(-60);
  await Promise.all(
    [paths.region, paths.garden, paths.ministry].map((path) => tab.askList(path, {})),
  );
  expect(server.calls("POST /token")).toEqual(["POST /token/refresh"]);
});

test("two tabs that are refused at once trade the refresh token once, and both go on", async () => {
  const other = await openTab();
  server.ageAccess(-60);
  await Promise.all([tab.askList(paths.region, {}), other.askList(paths.region, {})]);
  expect(server.calls("POST /token")).toEqual(["POST /token/refresh"]);
  // A refresh token that is used twice ends the session: it still lives.
  server.ageAccess(-60);
  await other.askList(paths.region, {});
  expect(server.calls("POST /token")).toHaveLength(2);
});

test("a renewal whose answer is lost on the line ends no session, also an hour later", async () => {
  server.ageAccess(-60);
  const { fetch } = window;
  window.fetch = async (address, init) => {
    const answer = await fetch(address, init);
    if (String(address).endsWith("/token/refresh")) throw new TypeError("the line has gone");
    return answer;
  };
  await expect(tab.askList(paths.region, {})).rejects.toMatchObject({ status: 0 });
  window.fetch = fetch;
  await server.db.pool.query("update refresh_token set used_at = used_at - interval '1 hour'");
  await tab.askList(paths.region, {});
  expect(server.calls("POST /token")).toHaveLength(2);
});

test("a tab takes the token that another has renewed meanwhile, and asks for none", async () => {
  const other = await openTab();
  server.ageAccess(-60);
  const refused = tab.accessToken();
  await other.askList(paths.region, {});
  server.forget();
  expect(await tab.renew(refused)).toBe(true);
  expect(server.calls()).toEqual([]);
});

test("each call that is refused later is renewed anew", async () => {
  for (const renewals of [1, 2]) {
    server.ageAccess(-60);
    await tab.askList(paths.region, {});
    expect(server.calls("POST /token/refresh")).toHaveLength(renewals);
  }
});

test("a refused renewal ends the session here, and the call says 401", async () => {
  tab.keepUser(await tab.ask("GET /user-profile"));
  expect(tab.userStore().userData?.email).toBe(email);
  // Ended on the server alone, as by a change of the password elsewhere.
  const token = tab.accessToken() as string;
  await tab.signOut();
  tab.keepAccess(token);
  await expect(tab.askList(paths.region, {})).rejects.toMatchObject({ status: 401 });
  expect(tab.accessToken()).toBeNull();
  expect(tab.userStore().userData).toBeNull();
});

test("without a session a refusal asks for no renewal", async () => {
  tab.forgetSession();
  await expect(tab.askList(paths.region, {})).rejects.toMatchObject({ status: 401 });
  expect(server.calls()).toEqual(["GET /region"]);
});

test("a line that is lost during the renewal keeps the session, which goes on when it is back", async () => {
  server.ageAccess(-60);
  server.watch((request) => {
    if (request.url === "/api/token/refresh") server.takeDown();
  });
  await expect(tab.askList(paths.region, {})).rejects.toMatchObject({ status: 0, code: "network" });
  expect(tab.accessToken()).not.toBeNull();
  server.watch(undefined);
  server.bringUp();
  await expect(tab.askList(paths.region, {})).resolves.toHaveProperty("results");
});

test("a file sent as a form with an old token is sent again with the new one", async () => {
  const { upload } = await import("../../src/lib/api/upload.ts");
  server.ageAccess(-60);
  const file = new File([JSON.stringify(square)], "garden.geojson");
  const answer = await upload(paths.boundaryPreview, { file });
  expect(answer).toMatchObject({ rejected: [] });
  expect(server.calls("POST")).toEqual([
    "POST /boundary-preview",
    "POST /token/refresh",
    "POST /boundary-preview",
  ]);
});

/** As `early/early.js` asks before the panel's first script has come. */
function askEarly(headers: Record<string, string>, path = "/user-profile") {
  const stop = new AbortController();
  const answer = fetch(`/api${path}`, { headers, signal: stop.signal });
  answer.catch(() => undefined);
  window.early = { headers, answers: { [path]: { answer, stop } } };
  return stop.signal;
}

test("the profile that was asked for early is not asked for again, and is taken once", async () => {
  askEarly(tab.callHeaders());
  const early = await tab.ask("GET /user-profile");
  expect(early.email).toBe(email);
  expect(server.calls("GET /user-profile")).toHaveLength(1);
  await tab.ask("GET /user-profile");
  expect(server.calls("GET /user-profile")).toHaveLength(2);
});

test("an early answer in another language, or for another person, is left", async () => {
  askEarly({ ...tab.callHeaders(), "accept-language": "az" });
  await tab.ask("GET /user-profile");
  askEarly({ ...tab.callHeaders(), authorization: "Bearer nobody" });
  expect((await tab.ask("GET /user-profile")).email).toBe(email);
  expect(server.calls("GET /user-profile")).toHaveLength(4);
});

test("an early answer that nobody takes is given up, for a browser keeps its connection until it is read", async () => {
  const otherLanguage = askEarly({ ...tab.callHeaders(), "accept-language": "az" });
  await tab.ask("GET /user-profile");
  expect(otherLanguage.aborted).toBe(true);
  const untaken = askEarly(tab.callHeaders(), "/district");
  await tab.ask("PATCH /user-profile", { body: { language: "en" } });
  expect(untaken.aborted).toBe(true);
  const taken = askEarly(tab.callHeaders());
  await tab.ask("GET /user-profile");
  expect(taken.aborted).toBe(false);
});

test("an early question that was refused renews the session and is asked again", async () => {
  server.ageAccess(-60);
  askEarly(tab.callHeaders());
  expect((await tab.ask("GET /user-profile")).email).toBe(email);
  expect(server.calls("POST /token")).toEqual(["POST /token/refresh"]);
  expect(server.calls("GET /user-profile")).toHaveLength(2);
});

const keptCalls = () => JSON.parse(localStorage.getItem("first_calls") ?? "{}");

test("calls that an address makes together are kept for the next time, its own rows first; later ones are not", async () => {
  window.history.replaceState(null, "", "/admin/gardens?search=a");
  await Promise.all([
    tab.ask("GET /notice/count"),
    tab.askList(paths.region, { page_size: 200 }),
    tab.askList(paths.garden, { search: "a" }),
  ]);
  await vi.waitFor(() => expect(keptCalls()).not.toEqual({}));
  await tab.askList(paths.district, {});
  expect(keptCalls()).toEqual({
    "/admin/gardens?search=a": ["/garden?search=a", "/region?page_size=200"],
  });
});

test("in a browser whose store is full the first rows come, and early answers that nobody takes are given up", async () => {
  const { localStorage: store } = globalThis;
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => store.getItem(key),
    removeItem: (key: string) => store.removeItem(key),
    setItem() {
      throw new DOMException("full", "QuotaExceededError");
    },
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const untaken = askEarly(tab.callHeaders(), "/district");
  await tab.askList(paths.region, {});
  await vi.waitFor(() => expect(untaken.aborted).toBe(true));
  tab.keepOpened({ title: "1", to: "/admin/gardens?open=1" });
});

test("it is forgotten with the session, and what was opened from the search", async () => {
  await tab.askList(paths.garden, {});
  await vi.waitFor(() => expect(keptCalls()).not.toEqual({}));
  for (const to of ["/admin/gardens?open=1", "/admin/gardens?open=2", "/admin/gardens?open=1"])
    tab.keepOpened({ title: to.slice(-1), to });
  expect(tab.recentlyOpened().map(({ title }) => title)).toEqual(["1", "2"]);
  await tab.signOut();
  expect(keptCalls()).toEqual({});
  expect(tab.recentlyOpened()).toEqual([]);
});

test("rows that were asked for early are not asked for again, unless something was changed meanwhile", async () => {
  askEarly(tab.callHeaders(), "/region");
  await tab.askList(paths.region, {});
  expect(server.calls("GET /region")).toHaveLength(1);
  askEarly(tab.callHeaders(), "/region");
  await tab.ask("PATCH /user-profile", { body: { language: "en" } });
  await tab.askList(paths.region, {});
  expect(server.calls("GET /region")).toHaveLength(3);
});
