/** Due days of planting tasks in a month, walked by keys and opened from there. */
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { openScreen, type Programme, programme } from "./open-screen.tsx";

let server: Programme;
beforeAll(async () => {
  server = await programme();
  for (let n = 1; n <= 5; n++) {
    const made = await server.admin.call("POST", "/plant-tree-task", {
      garden: 2,
      assignedDate: "2029-01-10",
      dueDate: n < 5 ? "2029-02-14" : "2029-02-28",
      items: [{ tree_type: 1, quantity: 10 * n }],
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
  }
});
afterAll(() => server.close());
beforeEach(() => server.forget());
afterEach(cleanup);

const february = "/admin/tree_task?view=calendar&month=2029-02";
const month = async (name: string) => within(await screen.findByRole("table", { name }));
const day = (name: string | RegExp) => screen.findByRole("button", { name });

test("a day holds its tasks, and says how many there are", async () => {
  await openScreen(february);
  await screen.findByText("Due this month: 5");
  const shown = await month("February 2029");
  await shown.findByRole("button", { name: "14 February 2029, tasks: 4" });
  expect(shown.getByRole("button", { name: "1 February 2029, tasks: 0" })).toBeTruthy();
  expect(shown.getAllByRole("button", { name: /Navruz Garden/ }).length).toBeGreaterThan(1);
  expect(shown.getByRole("button", { name: "All: 4" })).toBeTruthy();
});

test("months follow each other, and today leads back to the present one", async () => {
  const { press, address } = await openScreen(february);
  await screen.findByText("Due this month: 5");
  await press("Next month");
  await screen.findByRole("heading", { name: "March 2029" });
  await screen.findByText("No task is due in this month");
  expect(address()).toMatch("month=2029-03");
  await press("Previous month");
  await press("Previous month");
  await screen.findByRole("heading", { name: "January 2029" });
  await press("Today");
  const now = new Date();
  const name = now.toLocaleDateString("en-GB", { month: "long", year: "numeric" });
  await screen.findByRole("heading", { name });
});

test("arrow keys go from day to day and over the month's end", async () => {
  const { user } = await openScreen(february);
  (await day(/^1 February 2029/)).focus();
  const at = () => document.activeElement?.getAttribute("data-day");
  for (const [key, date] of [
    ["{ArrowRight}", "2029-02-02"],
    ["{ArrowDown}", "2029-02-09"],
    ["{ArrowUp}", "2029-02-02"],
    ["{ArrowLeft}", "2029-02-01"],
    ["{ArrowLeft}", "2029-01-31"],
    ["{PageDown}", "2029-02-28"],
    ["{PageUp}", "2029-01-28"],
  ] as const) {
    await user.keyboard(key);
    await waitFor(() => expect(at(), key).toBe(date));
  }
});

test("a day leads to its tasks in the list, where they stand alone", async () => {
  const { user, address } = await openScreen(february);
  await user.click(await day("14 February 2029, tasks: 4"));
  await waitFor(() => expect(address()).toMatch("due_from=2029-02-14"));
  expect(address()).toMatch("due_to=2029-02-14");
  const list = await screen.findByRole("table", { name: "Planting tasks" });
  await waitFor(() => expect(within(list).getAllByRole("row")).toHaveLength(5));
});

test("a task opens beside its month", async () => {
  const { user, address } = await openScreen(february);
  const shown = await month("February 2029");
  const [task] = await shown.findAllByRole("button", { name: /Navruz Garden/ });
  if (task) await user.click(task);
  await screen.findByRole("dialog", { name: /Navruz Garden/ });
  expect(address()).toMatch("view=calendar");
  expect(address()).toMatch(/open=\d+/);
});

test("filters hold for the month as for the list", async () => {
  await openScreen(`${february}&garden=1`);
  await screen.findByText("No task is due in this month");
});
