import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { ConflictsPage } from "../../src/features/whole-images/conflicts/conflicts-page.tsx";
import { signIn } from "../../src/lib/api/api.ts";
import { ask } from "../../src/lib/api/ask.ts";
import { queryClient } from "../../src/lib/api/query-client.ts";
import { keepUser } from "../../src/lib/api/session.ts";
import { loadTexts, openAt } from "./open-panel.tsx";
import { type PanelServer, panelServer } from "./panel-server.ts";

/** By address: the server's sources are checked with another `tsconfig.json` than the panel's. */
const fixture = new URL("../../../server/test/support/tree-fixture.ts", import.meta.url).pathname;
interface Fixture {
  insertImage: (db: PanelServer["db"], place: object) => Promise<number>;
  plant: (db: PanelServer["db"], image: number, place: object, spots: object[]) => Promise<void>;
}
const place = { west: 68.7, south: 38.5, side: 0.01 };

let server: PanelServer;
let image: number;
beforeAll(async () => {
  server = await panelServer();
  await loadTexts("conflicts", "corrections", "imagery");
  await signIn((await server.person("MasterAdmin")).email, server.password);
  keepUser(await ask("GET /user-profile"));
});
afterAll(() => server?.close());
/** Three trees that were removed, and that a new run has found again. */
beforeEach(async () => {
  queryClient.clear();
  const { insertImage, plant } = (await import(/* @vite-ignore */ fixture)) as Fixture;
  const { pool } = server.db;
  image = await insertImage(server.db, place);
  await pool.query(
    "update imagery_process p set status = 'completed' from whole_image w where w.process_id = p.id and w.id = $1",
    [image],
  );
  const spots = [1, 2, 3].map((n) => ({ lon: 68.7 + n / 1000, lat: 38.505 }));
  await plant(server.db, image, place, spots);
  const { results } = await ask("GET /plant-tree-detail", { query: { whole_image: image } });
  for (const { id } of results)
    await ask("DELETE /plant-tree-detail/:id", { params: { id }, query: { version: 0 } });
  await pool.query(
    `insert into tree_conflict (whole_image_id, tree_id, fragment, kind, correction_id, found)
     select whole_image_id, tree_id, fragment, 'found_again', id, before from tree_correction where whole_image_id = $1 order by id`,
    [image],
  );
});
afterEach(cleanup);

const decided = async () => {
  const text =
    "select coalesce(decided, 'open') as text from tree_conflict where whole_image_id = $1 order by id";
  return (await server.db.pool.query(text, [image])).rows.map((row) => row.text);
};
const open = () => openAt("/", () => <ConflictsPage image={String(image)} search={{}} />);
const cards = () => screen.findAllByRole("heading", { name: "Removed by a person, found again" });

test("differences are gone through by keys: the person's word, the run's, and on to the next", async () => {
  const { user } = await open();
  expect(await cards()).toHaveLength(3);
  within(screen.getByRole("list", { name: "What the lines mean" })).getByText(
    "found by the new run",
  );
  await user.keyboard("j");
  await user.keyboard("a");
  await waitFor(async () => expect(await decided()).toEqual(["open", "kept", "open"]));
  await waitFor(async () => expect(await cards()).toHaveLength(2));
  // Keys rest while what was decided is still being asked for anew.
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await user.keyboard("k");
  await user.keyboard("r");
  await waitFor(async () => expect(await decided()).toEqual(["taken", "kept", "open"]));
  const { count } = await ask("GET /plant-tree-detail", { query: { whole_image: image } });
  expect(count).toBe(1);
});

test("many are decided at once, and nothing is open then", async () => {
  const { user } = await open();
  await cards();
  await user.click(screen.getByRole("checkbox", { name: "All on this page" }));
  await user.click(screen.getByRole("button", { name: "Leave people's word: 3" }));
  await screen.findByText("Nothing is open");
  expect(await decided()).toEqual(["kept", "kept", "kept"]);
});
