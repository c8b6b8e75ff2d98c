/** Forms of every screen ask before what was typed in them is lost. */
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { dialog, openScreen, type Programme, programme } from "./open-screen.tsx";

let server: Programme;
beforeAll(async () => {
  server = await programme();
});
afterAll(() => server.close());
beforeEach(() => server.forget());
afterEach(cleanup);

/** Where a form opens, and one of its fields for words. */
const forms: [address: string, field: RegExp][] = [
  ["users?open=new", /^First name/],
  ["users?open=1", /^First name/],
  ["roles?open=new", /^Name/],
  ["regions?open=new", /^English/],
  ["districts?open=new", /^English/],
  ["gardens?open=new", /^English/],
  ["gardens?open=1", /^English/],
  ["ministry?open=new", /^English/],
  ["organization_type?open=new", /^English/],
  ["tree_type?open=new", /^English/],
  ["tree_task?open=new", /^Quantity 1/],
  ["monitoring_devices?open=new", /^Name/],
  ["violation?open=new", /^Title/],
  ["orama_doc?open=new", /^English/],
  ["garden_notes?open=new", /^Note/],
  ["imagery_source?open=new", /^English/],
];

test.each(forms)(
  "form at %s: what was typed is asked about, and stays when it is not left",
  async (at, name) => {
    const { user, press } = await openScreen(`/admin/${at}`);
    if (!at.endsWith("new")) await press("Edit");
    const field = () => screen.findByRole<HTMLInputElement>("textbox", { name });
    const before = (await field()).value;
    await user.type(await field(), "12");
    await press("Cancel");
    const question = await dialog("Leave without saving?");
    await press("Cancel", question);
    await waitFor(() => expect(screen.queryByRole("dialog", { name: /^Leave/ })).toBeNull());
    expect((await field()).value).toBe(`${before}12`);
    // A step elsewhere asks too.
    const menu = within(await screen.findByRole("navigation", { name: "Menu" }));
    await user.click(menu.getByRole("link", { name: "Roles" }));
    await press("Leave", await dialog("Leave without saving?"));
    await waitFor(() => expect(window.location.pathname).toBe("/admin/roles"));
    expect(screen.queryByRole("textbox", { name })).toBeNull();
    expect(server.calls("POST").concat(server.calls("PATCH"))).toEqual([]);
  },
);

test("what was typed before the page was closed is there again, and is thrown away by one press", async () => {
  const { user, press, unmount } = await openScreen("/admin/gardens?open=new");
  await user.type(await screen.findByRole("textbox", { name: "English" }), "Lost bog");
  unmount();
  const again = await openScreen("/admin/gardens?open=new");
  const field = () => screen.findByRole<HTMLInputElement>("textbox", { name: "English" });
  await screen.findByText(/^What you typed before and did not save/);
  expect((await field()).value).toBe("Lost bog");
  await again.press("Start again");
  await waitFor(async () => expect((await field()).value).toBe(""));
  expect(press).not.toBe(again.press);
});

test.each(["own", "password"])(
  "profile dialog, part %s: Esc asks before what was typed is lost",
  async (part) => {
    const { user, press } = await openScreen(`/admin/roles?me=${part}`);
    const field = await (part === "own"
      ? screen.findByRole("textbox", { name: "First name" })
      : screen.findByLabelText("New password"));
    await user.type(field, "12");
    await user.keyboard("{Escape}");
    await press("Cancel", await dialog("Leave without saving?"));
    await waitFor(() => expect(screen.queryByRole("dialog", { name: /^Leave/ })).toBeNull());
    expect(field).toHaveProperty("value", part === "own" ? "Test12" : "12");
    await user.keyboard("{Escape}");
    await press("Leave", await dialog("Leave without saving?"));
    await waitFor(() => expect(window.location.search).toBe(""));
    expect(server.calls("PATCH")).toEqual([]);
  },
);
