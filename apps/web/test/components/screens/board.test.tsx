/** Planting tasks on the board: what stands in each column, and moving it by menu, keys and pointer. */
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { dialog, openScreen, type Programme, programme } from "./open-screen.tsx";

let server: Programme;
beforeAll(async () => {
  server = await programme();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.enterAs(server.admin);
  server.forget();
});
afterEach(cleanup);

const board = "/admin/tree_task?view=board";
/** A column by its state, once its tasks are there. */
const column = async (state: string) =>
  within(await screen.findByRole("region", { name: new RegExp(`^${state} \\d`) }));
const cards = async (state: string) =>
  (await column(state))
    .queryAllByRole("button")
    .filter((one) => one.hasAttribute("data-card"))
    .map((one) => one.textContent);
const status = async (id: number) =>
  (await server.admin.call("GET", `/plant-tree-task/${id}`)).body.status;

test("each state has its column with its tasks and their number", async () => {
  await openScreen(board);
  await waitFor(async () =>
    expect(await cards("In progress")).toEqual([
      "No.\u00a06, Hisor Garden",
      "No.\u00a01, Hisor Garden",
    ]),
  );
  expect((await cards("Completed")).length).toBe(5);
  expect(await cards("Submitted")).toEqual(["No.\u00a04, Syr Darya Garden"]);
  const overdue = await column("Needs changes");
  expect(overdue.getByText(/^Overdue: \d+ days$/)).toBeTruthy();
  expect(overdue.getByText("130 / 150")).toBeTruthy();
  expect((await column("Pending")).getByText("– / 450")).toBeTruthy();
});

test("a filter leaves only what fits it in each column, and by a state only its column", async () => {
  const { goTo } = await openScreen(`${board}&garden=1`);
  await waitFor(async () => expect(await cards("In progress")).toHaveLength(2));
  expect(await cards("Pending")).toEqual([]);
  expect((await column("Pending")).getByText("No tasks here")).toBeTruthy();
  goTo(`${board}&status=submitted`);
  await waitFor(async () => expect(await cards("Submitted")).toHaveLength(1));
  expect(screen.queryByRole("region", { name: /^Pending/ })).toBeNull();
});

test("the menu of a card says where it may go, and why not elsewhere", async () => {
  const { press } = await openScreen(board);
  await press("Move: No.\u00a03, Vakhsh Garden");
  const item = (name: RegExp) => screen.findByRole("menuitem", { name });
  expect((await item(/^In progress/)).textContent).toBe("In progress Start");
  expect((await item(/^Completed/)).textContent).toBe("Completed There is no step from here.");
  expect((await item(/^Completed/)).getAttribute("aria-disabled")).toBe("true");
  expect(screen.queryByRole("menuitem", { name: /^Pending/ })).toBeNull();
});

test("a task that is started moves at once, and is said to have moved", async () => {
  const { press, user } = await openScreen(board);
  await press("Move: No.\u00a03, Vakhsh Garden");
  await user.click(await screen.findByRole("menuitem", { name: /^In progress/ }));
  await screen.findByText("Status changed");
  await waitFor(async () =>
    expect(await cards("In progress")).toContain("No.\u00a03, Vakhsh Garden"),
  );
  expect(await cards("Pending")).not.toContain("No.\u00a03, Vakhsh Garden");
  expect(await status(3)).toBe("in_progress");
});

test("the pointer moves a card too; what has no step there stays and says why", async () => {
  await openScreen(board);
  const card = await screen.findByRole("button", { name: "No.\u00a013, Pamir Garden" });
  const held = { dataTransfer: { effectAllowed: "", setData: () => undefined, types: [] } };
  const drop = async (state: string) => {
    const target = await screen.findByRole("region", { name: new RegExp(`^${state} \\d`) });
    fireEvent.dragStart(card, held);
    fireEvent.dragEnter(target, held);
    fireEvent.dragOver(target, held);
    fireEvent.drop(target, held);
    fireEvent.dragEnd(card, held);
  };
  await drop("Completed");
  await screen.findByText("It stays in its column. There is no step from here.");
  expect(await status(13)).toBe("pending");
  await drop("In progress");
  await screen.findByText("Status changed");
  expect(await status(13)).toBe("in_progress");
});

test("accepting is asked about, and takes the words given with it", async () => {
  const { press, user, fill } = await openScreen(board);
  await press("Move: No.\u00a04, Syr Darya Garden");
  await user.click(await screen.findByRole("menuitem", { name: /^Completed/ }));
  const question = await dialog("Accept");
  await question.findByText("Task: No. 4, Syr Darya Garden. New status: Completed.");
  expect(await status(4)).toBe("submitted");
  await fill({ Comment: "Seen on the ground" }, question);
  await press("Accept", question);
  await screen.findByText("Status changed");
  expect(await status(4)).toBe("completed");
  const { body } = await server.admin.call<{ results?: unknown }>(
    "GET",
    "/plant-tree-task/4/timeline",
  );
  expect(JSON.stringify(body)).toContain("Seen on the ground");
});

test("cancelling asks for words, and the task stays as it is without them", async () => {
  const { press, user } = await openScreen(board);
  await press("Move: No.\u00a012, Vakhsh Garden");
  await user.click(await screen.findByRole("menuitem", { name: /^Cancelled/ }));
  const question = await dialog("Cancel the task");
  await press("Cancel the task", question);
  await question.findByText("This field is required");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await status(12)).toBe("pending");
});

test("arrow keys go from card to card, Enter opens one beside the board, M opens its menu", async () => {
  const { user, address } = await openScreen(board);
  const first = await screen.findByRole("button", { name: "No.\u00a06, Hisor Garden" });
  first.focus();
  const at = () => document.activeElement?.textContent;
  await user.keyboard("{ArrowDown}");
  expect(at()).toBe("No.\u00a01, Hisor Garden");
  await user.keyboard("{ArrowUp}");
  expect(at()).toBe("No.\u00a06, Hisor Garden");
  await user.keyboard("m");
  await screen.findByRole("menuitem", { name: /^Pending/ });
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("menuitem")).toBeNull());
  first.focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(address()).toBe(`${board}&open=6`));
  await dialog(/Hisor Garden/);
});

test("the rules are read where they hold", async () => {
  const { press } = await openScreen(board);
  await press("Who may do what");
  const rules = await dialog("How a task moves from state to state");
  const row = (await rules.findAllByRole("row")).find((one) =>
    one.textContent?.includes("Return for changes"),
  );
  expect(row?.textContent).toMatch(/Submitted.*Needs changes.*a comment/);
});

test("somebody who only looks moves nothing", async () => {
  await server.enter("Looker", {
    permissions: { planttreetask: { view: true, add: false, change: false, delete: false } },
  });
  const { press } = await openScreen(board);
  await press("Move: No.\u00a05, Pamir Garden");
  const items = await screen.findAllByRole("menuitem");
  expect(items.map((one) => one.getAttribute("aria-disabled"))).toEqual(items.map(() => "true"));
  expect(
    items.some((one) => /^In progress Needed: the right to /.test(one.textContent ?? "")),
  ).toBe(true);
});
