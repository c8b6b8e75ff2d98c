/** Reports and the ground: a reviewer goes through proposals by keys, decides, and the ministry appeals. */
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import {
  dialog,
  findRows,
  openScreen,
  type Programme,
  programme,
  rowNames,
} from "./open-screen.tsx";

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

type Verdict = { state: string; verdict: string };
const verdict = async (id: number) =>
  (await server.admin.call<Verdict>("GET", `/planting-verdict/${id}`)).body;

test("what needs a decision stands first, contradictions before the rest", async () => {
  await openScreen("/admin/verdicts");
  const rows = await findRows();
  expect(rows.slice(0, 2)).toEqual(["No. 10", "No. 11"]);
  expect(rows.at(-1)).toBe("No. 8");
});

test("a verdict and a state are filtered by, and each chip takes its own off", async () => {
  const { choose, user, address } = await openScreen("/admin/verdicts");
  await findRows();
  await choose("Verdict", "Too early to see");
  await waitFor(() => expect(rowNames()).toHaveLength(4));
  await choose("Decision", "Decided");
  await screen.findByText("No row fits the filters that are on.");
  const chips = within(screen.getByRole("list", { name: "Filters that are on" }));
  await user.click(chips.getByRole("button", { name: /^Remove the filter: Verdict/ }));
  await waitFor(() => expect(rowNames()).toEqual(["No. 8"]));
  expect(address()).toBe("/admin/verdicts?state=decided");
});

test("the panel holds what the decision rests on", async () => {
  await openScreen("/admin/verdicts?open=10");
  const panel = await dialog("Task 10: Pamir Garden");
  await panel.findByText("Proposed by the machine");
  const reasons = within(await panel.findByRole("region", { name: "Reasons" }));
  expect(reasons.getByText(/^Speaks against the report/)).toBeTruthy();
  const plots = panel.getByRole("region", { name: "Plots on the ground" });
  await waitFor(() => expect(plots.textContent).toMatch(/\d/));
  expect(panel.getByRole("region", { name: "History" }).textContent).toMatch(/the machine/);
  expect(panel.getByRole("link", { name: "Open a violation" }).getAttribute("href")).toBe(
    "/admin/violation?open=new-task-10",
  );
  expect(panel.getByRole("link", { name: "Open the task" }).getAttribute("href")).toBe(
    "/admin/tree_task?open=10",
  );
});

test("J and K go through the queue, also before anything is open", async () => {
  const { user, address } = await openScreen("/admin/verdicts");
  await findRows();
  await user.keyboard("j");
  await dialog(/^Task 10:/);
  await user.keyboard("j");
  await dialog(/^Task 11:/);
  await user.keyboard("k");
  await dialog(/^Task 10:/);
  // There is none before the first.
  await user.keyboard("k");
  await waitFor(() => expect(address()).toMatch("open=10"));
});

test("a decision asks for its reason, is kept with it, and leads to the next one", async () => {
  const { user, press, fill, address } = await openScreen("/admin/verdicts?open=10");
  await dialog(/^Task 10:/);
  await screen.findByRole("button", { name: "It contradicts" });
  await user.keyboard("3");
  const question = await dialog("Decision on task 10");
  await press("Decide", question);
  await question.findByText("This field is required");
  expect((await verdict(10)).state).toBe("proposed");
  // A key of the screen, typed in the reason, is a letter.
  await fill({ Explanation: "1 of 12 plots holds trees; j" }, question);
  await press("Decide", question);
  await screen.findByText("The decision is written down");
  expect(await verdict(10)).toMatchObject({ state: "decided", verdict: "contradicts" });
  await waitFor(() => expect(address()).not.toMatch("open=10"));
});

test("somebody who only looks is given no decision to take", async () => {
  await server.enter("Looker", {
    permissions: { planttreetask: { view: true, add: false, change: false, delete: false } },
  });
  await openScreen("/admin/verdicts?open=11");
  const panel = await dialog(/^Task 11:/);
  await panel.findByRole("region", { name: "Reasons" });
  expect(panel.queryByRole("button", { name: "It agrees" })).toBeNull();
  expect(panel.getByRole("link", { name: "Open the task" })).toBeTruthy();
});
