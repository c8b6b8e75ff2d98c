import { paths } from "@nihol/contract/values/paths";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import OffersScreen from "../../src/features/captures/offers/offers-screen.tsx";
import { signIn } from "../../src/lib/api/api.ts";
import { ask, askNew } from "../../src/lib/api/ask.ts";
import { queryClient } from "../../src/lib/api/query-client.ts";
import { keepUser } from "../../src/lib/api/session.ts";
import { loadTexts, openAt } from "./open-panel.tsx";
import { type PanelServer, panelServer } from "./panel-server.ts";

let server: PanelServer;
let source: number;
let garden: number;
const names = (name: string) => ({ tg: name, ru: name, en: name, az: "" });
const ring: [number, number][] = [
  [68.5, 38.5],
  [68.502, 38.5],
  [68.502, 38.502],
  [68.5, 38.502],
  [68.5, 38.5],
];
const days = ["2026-06-25", "2026-06-20", "2026-05-17"];

beforeAll(async () => {
  server = await panelServer({ sources: { inside: ["127.0.0.1:9"], keyFile: "" } });
  await loadTexts("offers", "captures");
  await signIn((await server.person("MasterAdmin")).email, server.password);
  keepUser(await ask("GET /user-profile"));
  source = (
    await askNew(paths.imagerySource, {
      name: names("Maps of the state"),
      kind: "wms",
      address: "http://127.0.0.1:9/wms",
    })
  ).id;
  garden = (
    await askNew(paths.garden, {
      name: names("A garden"),
      boundary: { type: "MultiPolygon", coordinates: [[ring]] },
    })
  ).id;
});
afterAll(() => server?.close());
beforeEach(async () => {
  queryClient.clear();
  const { pool } = server.db;
  await pool.query("delete from offered_capture");
  for (const [n, day] of days.entries())
    await pool.query(
      `insert into offered_capture
         (source_id, garden_id, day, preview_hash, cloud, cloud_basis, darkness)
       values ($1, $2, $3, $4, 0.25, 'image', 0.5)`,
      [source, garden, day, n < 2 ? "same" : "other"],
    );
});
afterEach(cleanup);

/** Newest day first. */
const states = async () => {
  const text = "select status as text from offered_capture order by day desc";
  return (await server.db.pool.query(text)).rows.map((row) => row.text);
};
const offersPage = () =>
  openAt("/", (search) => <OffersScreen search={{ ...search, view: "dates", part: "offered" }} />);

test("captures are accepted and rejected by keys, one after the other", async () => {
  const { user } = await offersPage();
  const table = within(await screen.findByRole("table", { name: "Offered captures" }));
  await user.click((await table.findAllByRole("link", { name: /A garden/ }))[0] as HTMLElement);
  const panel = () => within(screen.getByRole("dialog"));
  await waitFor(() => panel().getByText(/very same picture as on/));
  panel().getByText("25% – estimated from the colours of the garden");
  await user.keyboard("r");
  await waitFor(async () => expect(await states()).toEqual(["rejected", "new", "new"]));
  // The next one opens by itself.
  const opened = (day: RegExp) => waitFor(() => panel().getByRole("heading", { name: day }));
  await opened(/20 June 2026/);
  await user.keyboard("j");
  await opened(/17 May 2026/);
  expect(screen.queryByText(/very same picture as on/)).toBeNull();
  await user.keyboard("k");
  await opened(/20 June 2026/);
  await waitFor(() => panel().getByText(/very same picture as on/));
  await user.keyboard("a");
  await waitFor(async () => expect(await states()).toEqual(["rejected", "accepted", "new"]));
});

test("several are decided at once after a question", async () => {
  const { user } = await offersPage();
  const table = within(await screen.findByRole("table", { name: "Offered captures" }));
  await table.findAllByRole("link", { name: /A garden/ });
  await user.click(table.getByRole("checkbox", { name: "Select all rows of this page" }));
  await user.click(await screen.findByRole("button", { name: "Reject" }));
  const question = within(await screen.findByRole("dialog", { name: "Reject 3?" }));
  await user.click(question.getByRole("button", { name: "Reject" }));
  await waitFor(async () => expect(await states()).toEqual(["rejected", "rejected", "rejected"]));
});
