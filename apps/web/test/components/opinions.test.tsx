import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { OpinionsPage } from "../../src/features/second-opinions/opinions-page.tsx";
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
/** An image of one fragment with two trees, which somebody else has looked through. */
beforeAll(async () => {
  server = await panelServer();
  await loadTexts("opinions", "imagery");
  const first = await server.person("Another", { permissions: {} });
  const { insertImage, plant } = (await import(/* @vite-ignore */ fixture)) as Fixture;
  const { pool } = server.db;
  image = await insertImage(server.db, place);
  await plant(server.db, image, place, [
    { lon: 68.705, lat: 38.505 },
    { lon: 68.702, lat: 38.502 },
  ]);
  await pool.query(
    "update imagery_process p set status = 'completed' from whole_image w where w.process_id = p.id and w.id = $1",
    [image],
  );
  await pool.query("update tree set fragment = 1 where whole_image_id = $1", [image]);
  await pool.query(
    `insert into fragment (whole_image_id, n, fx, fy, block, bbox, status, review, reviewed_by, reviewed_at)
     values ($1, 1, 0, 0, 1, '{68.7,38.5,68.71,38.51}', 'done', 'accepted', $2, now())`,
    [image, first.id],
  );
  await signIn((await server.person("MasterAdmin")).email, server.password);
  keepUser(await ask("GET /user-profile"));
  queryClient.clear();
});
afterAll(() => server?.close());
afterEach(cleanup);

test("a fragment is counted blind and sent, and both counts stand over it then", async () => {
  const { user } = await openAt("/", () => <OpinionsPage image={String(image)} search={{}} />);
  await user.click(await screen.findByRole("button", { name: "Draw at random" }));
  await screen.findByText("Second opinions: 0 of 1");
  cleanup();
  const { results } = await ask("GET /whole-image/:id/second-opinion", { params: { id: image } });
  const opinion = results[0]?.id ?? 0;
  const opened = await openAt("/", () => (
    <OpinionsPage image={String(image)} search={{ opinion }} />
  ));
  const stage = await screen.findByRole("application", { name: "Part 1 of 4" });
  expect(document.querySelector("[data-whose]")).toBeNull();
  // By keys: the crosshair begins in the middle of the part.
  stage.focus();
  await opened.user.keyboard("{Enter}");
  screen.getByText("Trees: 1");
  await opened.user.click(screen.getByRole("button", { name: "Send" }));
  const legend = within(await screen.findByRole("list", { name: "What the signs mean" }));
  legend.getByText("only by the second");
  await waitFor(() =>
    expect([...document.querySelectorAll("[data-whose]")].length).toBeGreaterThan(5),
  );
  const whose = (of: string) => document.querySelectorAll(`[role=img] [data-whose=${of}]`).length;
  expect([whose("first"), whose("second"), whose("agreed")]).toEqual([2, 1, 0]);
  await screen.findByText("Second opinions: 1 of 1");
});
