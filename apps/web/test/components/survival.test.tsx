import type { PlantTreeTask } from "@nihol/contract/planting/plant-tree-tasks";
import { paths } from "@nihol/contract/values/paths";
import { daysAfter, today } from "@nihol/contract/values/planting/programme-day";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { GardenHeadline } from "../../src/features/gardens/hub/garden-headline.tsx";
import { SurvivalTab } from "../../src/features/planting-tasks/survival/survival-tab.tsx";
import { signIn } from "../../src/lib/api/api.ts";
import { ask, askNew } from "../../src/lib/api/ask.ts";
import { keepUser } from "../../src/lib/api/session.ts";
import { loadTexts, openAt } from "./open-panel.tsx";
import { type PanelServer, panelServer } from "./panel-server.ts";

let server: PanelServer;
beforeAll(async () => {
  server = await panelServer();
  await loadTexts("planting", "survival", "gardens", "compare");
});
afterAll(() => server.close());
afterEach(cleanup);

let made = 0;
const names = () => {
  const n = ++made;
  return { tg: `Боғ ${n}`, ru: `Сад ${n}`, en: `Garden ${n}`, az: "" };
};
const ring: [number, number][] = [
  [68.5, 38.5],
  [68.502, 38.5],
  [68.502, 38.502],
  [68.5, 38.502],
  [68.5, 38.5],
];
const day = (days: number) => daysAfter(today(), days);

/** A task planted 400 days ago, handed in by one person and accepted by another. */
async function completedTask(): Promise<PlantTreeTask> {
  const planter = await server.person("SysAdmin");
  const giver = await server.person("MasterAdmin");
  await signIn(planter.email, server.password);
  const corner = made * 0.01;
  const own = ring.map(([lon, lat]): [number, number] => [lon + corner, lat]);
  const boundary = { type: "MultiPolygon" as const, coordinates: [[own]] };
  const garden = await askNew(paths.garden, { name: names(), boundary });
  const type = await askNew(paths.plantTreeType, { name: names() });
  const { id } = await askNew(paths.plantTreeTask, {
    garden: garden.id,
    assignedDate: day(-420),
    dueDate: day(-380),
    items: [{ tree_type: type.id, quantity: 100 }],
  });
  const row = { tree_type: type.id, count: 100, plant_date: day(-400) };
  await ask("POST /plant-tree-task/:id/report", { params: { id }, body: row });
  const move = (status: "submitted" | "completed") =>
    ask("POST /plant-tree-task/:id/status", { params: { id }, body: { status } });
  await move("submitted");
  await signIn(giver.email, server.password);
  return move("completed");
}

/** The first figure of a task's garden. */
async function openHeadline({ garden: { id } }: PlantTreeTask) {
  keepUser(await ask("GET /user-profile"));
  const analytics = await ask("GET /garden/:id/analytics", { params: { id } });
  await openAt("/", () => <GardenHeadline garden={id} analytics={analytics} />);
}

test("a garden whose trees nobody counted and that has no images says so in place of its first figure", async () => {
  await openHeadline(await completedTask());
  await screen.findByText(/^Nobody has counted the planted trees on the ground yet/);
  within(screen.getByRole("region", { name: "Survival and change" })).getByText("–");
});

test("plots are drawn after an explanation, counted by keyboard from row to row, and say a share after three", async () => {
  const task = await completedTask();
  const { user } = await openAt("/", () => <SurvivalTab task={task} onReplant={() => undefined} />);
  await screen.findByText("No plots are drawn yet.");
  await user.click(screen.getByRole("button", { name: "Draw the plots" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Draw the plots" }));
  const plots = dialog.getByLabelText("Plots");
  await user.clear(plots);
  await user.type(plots, "3");
  await user.click(dialog.getByRole("button", { name: "Draw the plots" }));
  const first = await screen.findByLabelText("Living, plot 1");
  await user.click(first);
  await user.keyboard("7{Tab}2{Enter}");
  await waitFor(() => expect(screen.getByLabelText("Living, plot 2")).toBe(document.activeElement));
  await user.keyboard("8{Enter}");
  await waitFor(() => expect(screen.getByLabelText("Living, plot 3")).toBe(document.activeElement));
  await screen.findByText(/At least 3 plots must be counted/);
  await user.keyboard("9{Tab}{Tab}1{Tab}windy{Enter}");
  await screen.findByText("3 of 3");
  await screen.findByText("living 24, dead 2, no tree 1");
  expect(screen.getAllByText("89%").length).toBeGreaterThan(0);
  const survival = await ask("GET /plant-tree-task/:id/survival", { params: { id: task.id } });
  expect(
    survival.visits[0]?.draw?.plots.map(({ living, dead, missing, note }) => [
      ...[living, dead, missing, note],
    ]),
  ).toEqual([
    [7, 2, 0, ""],
    [8, 0, 0, ""],
    [9, 0, 1, "windy"],
  ]);
});

test("a person who may only see tasks reads the counts, and is offered nothing to write", async () => {
  const task = await completedTask();
  const grant = { planttreetask: { view: true } };
  const { email } = await server.person("Task reader", { permissions: grant });
  await signIn(email, server.password);
  await openAt("/", () => <SurvivalTab task={task} onReplant={() => undefined} />);
  await screen.findByText("No plots are drawn yet.");
  expect(screen.queryByRole("button", { name: "Draw the plots" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Ask for a visit" })).toBeNull();
});
