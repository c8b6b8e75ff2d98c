/** Accounts, roles and the log of what everybody did. */
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

test("people are found by a part of their name and by their role", async () => {
  const { user, choose, address } = await openScreen("/admin/users");
  const all = await findRows();
  await user.type(await screen.findByRole("searchbox", { name: "Name or e-mail" }), "smi");
  await waitFor(() => expect(rowNames()).toEqual(["Anna Smith"]));
  await user.clear(screen.getByRole("searchbox", { name: "Name or e-mail" }));
  await waitFor(() => expect(rowNames()).toHaveLength(all.length));
  await choose("Role", "Ministry");
  await waitFor(() => expect(rowNames()).toEqual(["Мадина Каримова"]));
  expect(address()).toMatch(/^\/admin\/users\?(role|group)=\d+$/);
});

test("an account that is switched off says so in the list, and can no longer sign in", async () => {
  const person = await server.person("Viewer");
  const { press, user } = await openScreen(`/admin/users?open=${person.id}`);
  await press("Edit", await dialog(/Viewer/));
  await user.click(await screen.findByRole("switch", { name: /^Active/ }));
  await press("Save");
  await screen.findByText("Updated");
  const row = (await screen.findAllByRole("row")).find((one) =>
    one.querySelector(`a[href$="open=${person.id}"]`),
  );
  await waitFor(() => expect(row?.textContent).toMatch(/Switched off/));
  const body = { email: person.email, password: server.password };
  expect((await server.anonymous("POST", "/token", body)).status).toBe(401);
});

test("an e-mail that somebody has is refused at its field, and what was typed stays", async () => {
  const { fill, press } = await openScreen("/admin/users?open=new");
  const form = await dialog("New user");
  await fill(
    {
      "First name": "Second",
      "Last name": "Admin",
      "E-mail": server.admin.email,
      Password: "nine gardens by the river",
      Role: "Viewer",
    },
    form,
  );
  await press("Create", form);
  const field = form.getByRole("textbox", { name: "E-mail" });
  await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
  expect(field).toHaveProperty("value", server.admin.email);
});

test("a password that is too short is refused before anything is kept", async () => {
  const { fill, press } = await openScreen("/admin/users?open=new");
  const form = await dialog("New user");
  await fill({ "First name": "Short", "Last name": "Word", Password: "short" }, form);
  await press("Create", form);
  await waitFor(() =>
    expect(form.getByLabelText("Password").getAttribute("aria-invalid")).toBe("true"),
  );
  expect(server.calls("POST /user")).toEqual([]);
});

test("a role that came with the system is shown and not changed", async () => {
  await openScreen("/admin/roles?open=1");
  const panel = await dialog("Master administrator");
  await panel.findByText("63/63 selected");
  expect(panel.queryByRole("button", { name: "Edit" })).toBeNull();
  expect(panel.queryByRole("button", { name: "Delete" })).toBeNull();
});

test("a right that is added to a role is held by its people at once", async () => {
  const permissions = { garden: { view: true, add: false, change: false, delete: false } };
  const person = await server.person("Gardeners", { permissions });
  const { body } = await server.admin.call<{ results: { id: number; name: string }[] }>(
    "GET",
    "/group?page_size=100",
  );
  const role = body.results.find(({ name }) => name === "Gardeners");
  const { press, user } = await openScreen(`/admin/roles?open=${role?.id}`);
  await press("Edit", await dialog("Gardeners"));
  await user.click(await screen.findByRole("checkbox", { name: "Users: View" }));
  await press("Save");
  await screen.findByText("Updated");
  expect((await person.call("GET", "/user")).status).toBe(200);
});

test("the log names who did what, by action and account, and shows what was sent", async () => {
  const name = { tg: "Заминҳо", ru: "Земли", en: "Lands", az: "" };
  await server.admin.call("POST", "/organization-type", { name });
  const { choose, user } = await openScreen("/admin/audit_log");
  await findRows();
  await choose("What", "Organization types");
  await choose("Action", "Added");
  await waitFor(() => expect(rowNames()).toHaveLength(1));
  const [row] = await screen.findAllByRole("row", { name: /Organization types/ });
  expect(row?.textContent).toContain(server.admin.email);
  const link = document.querySelector("[data-row]");
  if (link) await user.click(link);
  const panel = within(await screen.findByRole("dialog"));
  await panel.findByText(/Lands/);
});

test("the log is nobody's to change", async () => {
  await openScreen("/admin/audit_log");
  await findRows();
  for (const name of [/^Delete/, /^Edit/, /^New/])
    expect(within(screen.getByRole("main")).queryByRole("button", { name })).toBeNull();
});
