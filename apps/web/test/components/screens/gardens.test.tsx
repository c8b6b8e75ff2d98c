/** The list of gardens as people use it: search, filters, columns, files, and many at once. */
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
const made = 30;
beforeAll(async () => {
  server = await programme();
  for (let n = 1; n <= made; n++)
    await server.admin.call("POST", "/garden", {
      name: { tg: `Боғ ${n}`, ru: `Сад ${n}`, en: `Trial ${String(n).padStart(2, "0")}`, az: "" },
      region: n % 2 === 0 ? 1 : 2,
    });
});
afterAll(() => server.close());
beforeEach(async () => {
  localStorage.removeItem("table:gardens");
  await server.enterAs(server.admin);
  server.forget();
});
afterEach(cleanup);

const count = async (query: string) =>
  (await server.admin.call<{ count: number }>("GET", `/garden?${query}`)).body.count;
const box = (name: string) => screen.findByRole("checkbox", { name: `Select: ${name}` });
const chips = async () => within(await screen.findByRole("list", { name: "Filters that are on" }));

test("search narrows the list while it is typed, keeps to the address, and is taken off", async () => {
  const { user, address } = await openScreen("/admin/gardens?page=2");
  await user.type(await screen.findByRole("searchbox", { name: "Garden name" }), "Trial 1");
  await waitFor(() => expect(address()).toMatch(/^\/admin\/gardens\?search=Trial[+ ]1$/));
  await waitFor(() => expect(rowNames()[0]).toBe("Trial 10"));
  expect(rowNames()).toHaveLength(10);
  await user.clear(screen.getByRole("searchbox", { name: "Garden name" }));
  await waitFor(() => expect(rowNames()).toHaveLength(25));
});

test("filters say that they are on, and come off by their chips", async () => {
  const { user, press, address } = await openScreen("/admin/gardens?region=1&district=1");
  const name = /^Remove the filter: District/;
  await user.click(await (await chips()).findByRole("button", { name }));
  await waitFor(() => expect(address()).not.toMatch("district"));
  await waitFor(async () => expect((await findRows()).length).toBe(await count("region=1")));
  expect((await chips()).getAllByRole("button", { name: /^Remove the filter/ })).toHaveLength(1);
  await press("Clear all");
  await waitFor(() => expect(address()).toBe("/admin/gardens"));
  expect(screen.queryByRole("list", { name: "Filters that are on" })).toBeNull();
});

test("what leaves no row is taken off where nothing is shown, and the order stays", async () => {
  const { press, address } = await openScreen("/admin/gardens?search=zzz&region=1&ordering=-name");
  await screen.findByText("Nothing found for “zzz”");
  await press("Clear the search and filters");
  await findRows();
  expect(address()).toBe("/admin/gardens?ordering=-name");
  expect(screen.getByRole<HTMLInputElement>("searchbox", { name: "Garden name" }).value).toBe("");
});

test("chosen columns are kept by the browser, and put back as they were", async () => {
  const { user, press, unmount } = await openScreen("/admin/gardens");
  const heading = (name: string) => screen.queryByRole("columnheader", { name });
  await findRows();
  await press("View");
  await user.click(await screen.findByRole("menuitemcheckbox", { name: "Organization" }));
  await user.click(await screen.findByRole("menuitemcheckbox", { name: "Green trees" }));
  unmount();
  const again = await openScreen("/admin/gardens");
  await screen.findByRole("columnheader", { name: "Green trees" });
  expect(heading("Organization")).toBeNull();
  await again.press("View");
  await again.user.click(await screen.findByRole("menuitem", { name: "Reset" }));
  await screen.findByRole("columnheader", { name: "Organization" });
  expect(heading("Green trees")).toBeNull();
});

test("several are selected over pages and given to an organization after one question", async () => {
  const { user, press, choose } = await openScreen("/admin/gardens?search=Trial&page_size=10");
  await user.click(await box("Trial 03"));
  await press("Next page");
  await user.click(await box("Trial 14"));
  const bar = await screen.findByRole("region", { name: "Selected 2/30" });
  await press("Set the organization", within(bar));
  const question = await dialog("Whose are 2 gardens?");
  await choose("Organization", "Forestry Agency", question);
  await press("Set the organization", question);
  await screen.findByText("Changed: 2");
  expect(await count("search=Trial&ministry=3")).toBe(2);
});

test("many are deleted after one question that names them", async () => {
  const { user, press } = await openScreen("/admin/gardens?search=Trial 2");
  await user.click(await box("Trial 20"));
  await user.keyboard("{Shift>}");
  await user.click(await box("Trial 24"));
  await user.keyboard("{/Shift}");
  await screen.findByRole("region", { name: "Selected 5/10" });
  await press("Delete selected");
  const question = await dialog("Delete 5 selected from the list “Gardens”?");
  expect(question.getByText(/Trial 22/)).toBeTruthy();
  await press("Delete", question);
  await screen.findByText("Deleted: 5");
  await waitFor(() => expect(rowNames()).toHaveLength(5));
  expect(await count("search=Trial 2")).toBe(5);
  expect(screen.queryByRole("region", { name: /^Selected/ })).toBeNull();
});

test("what is in use stays, and the answer names it with the reason", async () => {
  const { user, press } = await openScreen("/admin/gardens");
  await user.click(await box("Pamir Garden"));
  await user.click(await box("Trial 08"));
  await press("Delete selected");
  await press("Delete", await dialog(/^Delete 2 selected/));
  const left = await dialog("Deleted: 1. Left: 1");
  await left.findByText("Pamir Garden");
  await left.findByText(/other records use it/i);
  expect(await count("search=Pamir")).toBe(1);
  expect(await count("search=Trial 08")).toBe(0);
});

test("the file is offered with as many rows as the list has", async () => {
  const { press } = await openScreen("/admin/gardens?region=2&search=Trial");
  await findRows();
  await press("Download");
  await screen.findByText(`Rows in the file: ${await count("region=2&search=Trial")}`);
  for (const format of ["CSV, for any program", "Spreadsheet, XLSX", "Map, GeoJSON"])
    await screen.findByRole("menuitem", { name: format });
});

test("a row opens beside the list, its neighbours follow by buttons, and Back closes it", async () => {
  const { user, press, back, address } = await openScreen("/admin/gardens?search=Garden");
  await findRows();
  await user.click(await screen.findByRole("link", { name: "Navruz Garden" }));
  await dialog("Navruz Garden");
  await press("Next in the list");
  await dialog("Pamir Garden");
  await press("Previous in the list");
  await dialog("Navruz Garden");
  for (const open of [5, 2]) {
    back();
    await waitFor(() => expect(address()).toBe(`/admin/gardens?search=Garden&open=${open}`));
  }
  back();
  await waitFor(() => expect(address()).toBe("/admin/gardens?search=Garden"));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("somebody who only looks is offered nothing that changes", async () => {
  await server.enter("Viewer");
  await openScreen("/admin/gardens?open=5");
  const panel = await dialog("Pamir Garden");
  await findRows();
  for (const name of ["Edit", "Delete"]) expect(panel.queryByRole("button", { name })).toBeNull();
  expect(screen.queryByRole("button", { name: "New garden" })).toBeNull();
});

test("somebody of one district is shown its gardens alone", async () => {
  await server.enter("Only Khorog", {
    permissions: { garden: { view: true, add: false, change: false, delete: false } },
    districts: [56],
  });
  await openScreen("/admin/gardens");
  expect(await findRows()).toEqual(["Pamir Garden"]);
  cleanup();
  await openScreen("/admin/gardens?open=1");
  await screen.findByText("Not found");
});
