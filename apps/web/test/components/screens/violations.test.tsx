/** Violations: the register by state, a case moved on with its reason, comments, and who may do what. */
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

let made = 0;
/** A new case of the Pamir Garden. */
async function newCase() {
  const title = `Smoke ${++made}`;
  const body = { kind: "fire", title, garden: 5, observed_on: "2026-05-14" };
  const { id } = (await server.admin.call<{ id: number }>("POST", "/violation", body)).body;
  return { id, title };
}
const violation = async (id: number) =>
  (await server.admin.call<{ state: string }>("GET", `/violation/${id}`)).body;

test("the counters say how many there are of each state, and leave those alone", async () => {
  const { press, address } = await openScreen("/admin/violation");
  const all = (await findRows()).length;
  const states = within(await screen.findByRole("group", { name: "State" }));
  await states.findByRole("button", { name: `All ${all}` });
  await press(/^Referred 1$/, states);
  await waitFor(() => expect(address()).toBe("/admin/violation?state=referred"));
  await waitFor(() => expect(rowNames()).toEqual([expect.stringMatching(/Свалка/)]));
  await press(/^Open \d+$/, states);
  await waitFor(() => expect(address()).toBe("/admin/violation?state=open"));
});

test("a case is moved on with its reason, which stays in its history", async () => {
  const { id, title } = await newCase();
  const { press, fill, user } = await openScreen(`/admin/violation?open=${id}`);
  const panel = await dialog(title);
  await press("Take under review", panel);
  const question = await dialog(`Take “${title}” under review?`);
  await fill({ Comment: "The forester has been called" }, question);
  await press("Take under review", question);
  await waitFor(async () => expect((await violation(id)).state).toBe("under_review"));
  await panel.findByRole("button", { name: "Confirm" });
  await user.click(await panel.findByRole("tab", { name: "History" }));
  await panel.findByText(/The forester has been called/);
});

test("a question that is left moves nothing", async () => {
  const { id, title } = await newCase();
  const { press } = await openScreen(`/admin/violation?open=${id}`);
  await press("Dismiss", await dialog(title));
  await press("Cancel", await dialog(`Dismiss “${title}”?`));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: /^Dismiss/ })).toBeNull());
  expect((await violation(id)).state).toBe("new");
});

test("a comment is written, counted, and deleted after a question", async () => {
  const { id, title } = await newCase();
  const { press, fill, user } = await openScreen(`/admin/violation?open=${id}`);
  const panel = await dialog(title);
  await user.click(await panel.findByRole("tab", { name: /^Comments/ }));
  await panel.findByText("No comments yet");
  await fill({ "New comment": "Seen again from the road" }, panel);
  await press("Send", panel);
  await panel.findByText("Seen again from the road");
  await panel.findByRole("tab", { name: /^Comments · 1/ });
  await press(/^Delete the comment by/, panel);
  await press("Delete", await dialog(/^Delete the comment by .+\?$/));
  await panel.findByText("No comments yet");
});

test("a change of its facts is kept and shown", async () => {
  const { id, title } = await newCase();
  const { press, fill } = await openScreen(`/admin/violation?open=${id}`);
  await press("Edit", await dialog(title));
  const form = await dialog(title);
  await fill({ "Kind of violation": "Dumping", Description: "Rubble by the ditch" }, form);
  await press("Save", form);
  await screen.findByText("Updated");
  const panel = await dialog(title);
  await panel.findByText("Rubble by the ditch");
  expect(await violation(id)).toMatchObject({ kind: "dumping" });
});

test("a case is begun from a planting task with what is known of it", async () => {
  await openScreen("/admin/violation?open=new-task-10");
  const field = await screen.findByRole<HTMLInputElement>("textbox", { name: "Title" });
  await waitFor(() => expect(field.value).toMatch(/task\D+10\b.*contradicts/));
  expect(server.calls("POST /violation")).toEqual([]);
});

test("somebody who only looks is offered no step and no change", async () => {
  const { id, title } = await newCase();
  await server.enter("Case reader", {
    permissions: { violation: { view: true, add: false, change: false, delete: false } },
  });
  await openScreen(`/admin/violation?open=${id}`);
  const panel = await dialog(title);
  await panel.findByRole("tab", { name: "History" });
  for (const name of ["Take under review", "Dismiss", "Edit", "Delete"])
    expect(panel.queryByRole("button", { name })).toBeNull();
  expect(screen.queryByRole("button", { name: "New violation" })).toBeNull();
});
