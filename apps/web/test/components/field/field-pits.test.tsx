import { paths } from "@nihol/contract/values/paths";
import { daysAfter, today } from "@nihol/contract/values/planting/programme-day";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { FieldSearch } from "../../../src/features/field/field-search.ts";
import { FieldWork } from "../../../src/features/field/field-work.tsx";
import { findTasks, listEntries } from "../../../src/features/field/queue/database.ts";
import { sync } from "../../../src/features/field/queue/sync.ts";
import { signIn } from "../../../src/lib/api/api.ts";
import { askNew } from "../../../src/lib/api/ask.ts";
import { profileQuery, queryClient } from "../../../src/lib/api/query-client.ts";
import { loadTexts, openAt } from "../open-panel.tsx";
import { type PanelServer, type Person, panelServer } from "../panel-server.ts";
import { emptyPhone } from "./empty-phone.ts";

const fixture = new URL("../../../../server/test/support/tree-fixture.ts", import.meta.url)
  .pathname;
const names = (text: string) => ({ tg: `${text} т`, ru: `${text} р`, en: text, az: "" });
const date = daysAfter(today(), -10);
const [west, south] = [68.5, 38.5];
const pits = [0.0004, 0.0008].map((east) => [west + east, south + 0.001] as const);
const second = pits[1]?.join() ?? "";

let server: PanelServer;
let officer: Person;
let task: number;

/** Rows on an image of the garden with two empty pits, and the verdict that states them: the worker writes both. */
async function showPits() {
  const { insertImage } = (await import(/* @vite-ignore */ fixture)) as {
    insertImage: (db: object, ground: object) => Promise<number>;
  };
  const image = await insertImage(server.db, { west, south, side: 0.002, date });
  await server.db.pool.query(
    `insert into planting_rows (whole_image_id, block, step_short_m, step_long_m, direction_deg, crown_m, places, occupied,
       occupied_low, occupied_high, chance, variance, doubt, mistaken, lons, lats, xs, ys, chances, pits)
     values ($1, 1, 3, 4, 0, 0.3, 2, 0, 0, 0, 0, 0, 0, 0, $2, $3, '{0,1}', '{0,0}', '{0,0}', '{t,t}')`,
    [image, pits.map(([lon]) => lon), pits.map(([, lat]) => lat)],
  );
  const figures = { image, captured_on: date, places: 2, occupied: 0, low: 0, high: 0, pits: 2 };
  const reasons = [{ code: "rows_counted", says: "silent", figures }];
  await server.db.pool.query(
    "insert into planting_verdict (task_id, proposed, proposal) values ($1, 'unclear', $2)",
    [task, JSON.stringify({ reasons })],
  );
}

beforeAll(async () => {
  await emptyPhone();
  server = await panelServer();
  await loadTexts("field", "planting", "survival", "verdicts");
  officer = await server.person("SysAdmin");
  const giver = await server.person("MasterAdmin");
  await signIn(giver.email, server.password);
  const ring = [
    [west, south],
    [west + 0.002, south],
    [west + 0.002, south + 0.002],
    [west, south + 0.002],
    [west, south],
  ].map(([lon = 0, lat = 0]): [number, number] => [lon, lat]);
  const garden = await askNew(paths.garden, {
    name: names("Garden"),
    boundary: { type: "MultiPolygon", coordinates: [[ring]] },
  });
  const type = (await askNew(paths.plantTreeType, { name: names("Plane") })).id;
  const made = await askNew(paths.plantTreeTask, {
    garden: garden.id,
    assignedDate: daysAfter(today(), -20),
    dueDate: daysAfter(today(), 20),
    items: [{ tree_type: type, quantity: 100 }],
  });
  task = made.id;
  await showPits();
  await signIn(officer.email, server.password);
  queryClient.clear();
  await queryClient.fetchQuery(profileQuery);
});
afterAll(() => server.close());
afterEach(cleanup);

const send = () => sync(officer.id, () => undefined);

/** Opens the page of the field as it is at an address. @returns addresses that a press led to */
async function openField(search: FieldSearch) {
  cleanup();
  const shown: FieldSearch[] = [];
  const kept = await findTasks(officer.id);
  if (!kept) throw new Error("no tasks on the phone");
  const entries = await listEntries(officer.id);
  const props = { search, person: officer.id, kept, entries, onHandedIn: () => undefined };
  await openAt("/", () => <FieldWork {...props} onShow={(one) => shown.push(one)} />);
  return shown;
}
const stateOf = (pit: string) => screen.findByRole("button", { name: new RegExp(`^${pit}`) });

test("a pit is answered by a press without a line, waits, arrives, and may be answered otherwise", async () => {
  expect(await send()).toBe("done");
  const shown = await openField({ task });
  await screen.findByText("0 of 2 answered");
  server.takeDown();
  await userEvent.click(await stateOf("Pit 2"));
  expect(shown).toEqual([{ task, pit: second }]);
  const left = await openField({ task, pit: second });
  await userEvent.click(await screen.findByRole("button", { name: "A plant lives in it" }));
  await expect.poll(() => left).toEqual([{ task }]);
  expect(await send()).toBe("no_line");
  await openField({ task });
  await screen.findByText("1 of 2 answered");
  expect((await stateOf("Pit 2")).textContent).toContain("A plant lives in it");

  server.bringUp();
  expect(await send()).toBe("done");
  expect((await listEntries(officer.id)).map(({ state }) => state)).toEqual(["sent"]);
  expect((await findTasks(officer.id))?.tasks[0]?.pits.map(({ answer }) => answer)).toEqual([
    null,
    "planted",
  ]);
  const again = await openField({ task, pit: second });
  const planted = await screen.findByRole("button", { name: "A plant lives in it" });
  expect(planted.getAttribute("aria-pressed")).toBe("true");
  await userEvent.click(await screen.findByRole("button", { name: "No pit was dug" }));
  await expect.poll(() => again).toEqual([{ task }]);
  expect(await send()).toBe("done");
  await openField({ task });
  expect((await stateOf("Pit 2")).textContent).toContain("No pit was dug");
});

test("an answer about a pit that the image does not show any more is over, and holds nothing up", async () => {
  const left = await openField({ task, pit: second });
  await server.db.pool.query("delete from planting_rows");
  await userEvent.click(await screen.findByRole("button", { name: "The pit is empty" }));
  await expect.poll(() => left).toEqual([{ task }]);
  expect(await send()).toBe("done");
  const last = (await listEntries(officer.id)).at(-1);
  expect([last?.state, last?.refusal]).toEqual([
    "left",
    "The image shows no empty pit there any more",
  ]);
});
