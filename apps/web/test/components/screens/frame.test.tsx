/** What stands around each screen: menu, languages, signing in and out, and what a role may open. */
import { cleanup, screen, within } from "@testing-library/react";
import i18next from "i18next";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { findRows, openScreen, type Programme, programme } from "./open-screen.tsx";

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

const title = (name: string | RegExp) => screen.findByRole("heading", { level: 1, name });
const menu = async () => within(await screen.findByRole("navigation", { name: "Menu" }));

/** Screens of the menu, by their addresses. */
const screens = async () =>
  (await menu())
    .getAllByRole("link")
    .map((link) => link.getAttribute("href") ?? "")
    .filter((href) => /^\/(admin|field)/.test(href));

test.each([
  ["gardens", "Gardens", "Боғҳо", "Сады", "Bağlar"],
  ["regions", "Regions", "Вилоятҳо", "Области", "Bölgələr"],
  ["districts", "Districts", "Ноҳияҳо", "Районы", "Rayonlar"],
  ["users", "Users", "Корбарон", "Пользователи", "İstifadəçilər"],
])(
  "languages: the screen %s speaks each of the four at once when it is chosen",
  async (at, ...words) => {
    const { user } = await openScreen(`/admin/${at}`);
    const [en = "", tg = "", ru = "", az = ""] = words;
    await title(en);
    for (const [language, own, name] of [
      ["tg", "Тоҷикӣ", tg],
      ["ru", "Русский", ru],
      ["az", "Azərbaycanca", az],
      ["en", "English", en],
    ] as const) {
      await user.click(
        await screen.findByRole("button", { name: new RegExp(`^${i18next.language}:`) }),
      );
      await user.click(await screen.findByRole("menuitem", { name: own }));
      await title(name);
      expect(document.documentElement.lang).toBe(language);
      expect(localStorage.getItem("i18nextLng")).toBe(language);
    }
  },
);

test("a role's menu holds what it may open, and nothing else", async () => {
  await openScreen("/admin/gardens");
  await title("Gardens");
  const all = await screens();
  expect(all).toEqual(expect.arrayContaining(["/admin/users", "/admin/audit_log", "/admin/roles"]));
  cleanup();
  await server.enter("Viewer");
  await openScreen("/admin/gardens");
  await title("Gardens");
  const few = await screens();
  expect(few).toContain("/admin/gardens");
  expect(few.length).toBeLessThan(all.length);
  for (const at of ["/admin/users", "/admin/audit_log", "/admin/roles"])
    expect(few).not.toContain(at);
});

test.each([
  "users",
  "roles",
  "audit_log",
  "imagery_source",
  "regions",
  "districts",
  "ministry",
  "organization_type",
  "orama_doc",
  "monitoring_devices",
  "alert",
  "air_monitoring",
  "verdicts",
  "tree_task",
  "process",
  "gardens",
  "garden_notes",
])("rights: the address %s opens nothing to a role without them", async (at) => {
  await server.enter(`Nobody ${at}`, { permissions: {} });
  server.forget();
  const { container } = await openScreen(`/admin/${at}`);
  await screen.findAllByText("This is not open to you");
  expect(container.querySelector("table")).toBeNull();
  expect(server.calls(`GET /${at}`)).toEqual([]);
});

test("who is not signed in is asked to, and is led back to where they were going", async () => {
  localStorage.removeItem("access_token");
  const { fill, press, address } = await openScreen("/admin/gardens?search=Pamir");
  await screen.findByRole("button", { name: "Sign in" });
  expect(address()).toMatch(/^\/auth\?redirect=/);
  await fill({ "E-mail": server.admin.email, Password: "not the password, surely" });
  await press("Sign in");
  await screen.findByRole("alert");
  await fill({ Password: server.password });
  await press("Sign in");
  expect(await findRows()).toEqual(["Pamir Garden"]);
  expect(address()).toMatch(/^\/admin\/gardens\?search=Pamir/);
});

test("signing out ends the session here and on the server", async () => {
  const { press, user, address } = await openScreen("/admin/gardens");
  await title("Gardens");
  await press(/profile and sign out$/);
  await user.click(await screen.findByRole("menuitem", { name: "Sign out" }));
  await screen.findByRole("button", { name: "Sign in" });
  expect(address()).toMatch(/^\/auth/);
  expect(localStorage.getItem("access_token")).toBeNull();
});

test("an address that is none says so", async () => {
  await openScreen("/admin/nothing_of_the_kind");
  await screen.findByText("Not Found");
});
