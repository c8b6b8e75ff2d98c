import type { PlantTreeType } from "@nihol/contract/planting/plant-tree-types";
import { paths } from "@nihol/contract/values/paths";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { useScreenKeys } from "../../src/features/shell/use-hotkey.ts";
import { signIn } from "../../src/lib/api/api.ts";
import { askNew } from "../../src/lib/api/ask.ts";
import { queryClient, refresh } from "../../src/lib/api/query-client.ts";
import type { ListSearch } from "../../src/lib/list/list-search.ts";
import { useRecords } from "../../src/lib/list/use-list.ts";
import { type Column, DataTable } from "../../src/ui/table/data-table.tsx";
import { loadTexts, openAt } from "./open-panel.tsx";
import { type PanelServer, panelServer } from "./panel-server.ts";

let server: PanelServer;
/** In the order of the alphabet. */
const trees = [
  "Almond",
  "Birch",
  "Cedar",
  "Elm",
  "Fig",
  "Juniper",
  "Maple",
  "Oak",
  "Pear",
  "Quince",
  "Rowan",
  "Willow",
];

beforeAll(async () => {
  server = await panelServer();
  await loadTexts();
  const { email } = await server.person("MasterAdmin");
  await signIn(email, server.password);
  for (const [at, en] of trees.entries())
    await askNew(paths.plantTreeType, {
      name: { tg: en, ru: en, en, az: "" },
      // The other way round, so that an order by it is another one.
      latin_name: `L${String(50 - at)}`,
    });
});
afterAll(() => server.close());
beforeEach(() => {
  server.bringUp();
  server.forget();
});
afterEach(cleanup);

const columns: Column<PlantTreeType>[] = [
  { id: "name", header: "Name", sortable: true, cell: (one) => one.name.en },
  { id: "latin_name", header: "Latin", sortable: true, cell: (one) => one.latin_name },
  { id: "task_count", header: "Tasks", secondary: true, cell: (one) => one.task_count },
];

function Types({ search }: { search: ListSearch }) {
  const list = useRecords(paths.plantTreeType, search);
  return (
    <DataTable
      label="Types"
      list={list}
      columns={columns}
      rowId={(one) => String(one.id)}
      rowLabel={(one) => one.name.en}
      bulk={({ rows }) => <p>{[...rows.values()].map((one) => one.name.en).join(", ")}</p>}
      empty={<p>No types yet</p>}
    />
  );
}

/** The list as on a screen: in its main part, where the screen's keys find it. */
function Screen({ search }: { search: ListSearch }) {
  useScreenKeys(() => undefined);
  return (
    <main>
      <Types search={search} />
    </main>
  );
}

const open = (address = "/") => openAt(address, (search) => <Screen search={search} />);
const rows = async () =>
  (await screen.findAllByRole("link")).map((link) => link.getAttribute("aria-label"));
const row = (name: string) => screen.findByRole("link", { name });
const box = (name: string) => screen.getByRole("checkbox", { name: `Select: ${name}` });
const heading = (name: string) => screen.getByRole("columnheader", { name });
const chosen = () => screen.queryByRole("region")?.querySelector("p")?.textContent;

test("while the rows are on their way the table is there and says that it is busy", async () => {
  await open();
  const table = await screen.findByRole("table", { name: "Types" });
  expect(table.closest("[aria-busy]")).not.toBeNull();
  expect(screen.queryAllByRole("link")).toEqual([]);
  expect(await rows()).toEqual(trees);
  await waitFor(() => expect(table.closest("[aria-busy]")).toBeNull());
});

test("a heading orders up, then down, then as the server does, and always from the first page", async () => {
  const { user, search } = await open("/?page=2&page_size=5");
  expect((await rows())[0]).toBe("Juniper");
  const press = () => user.click(within(heading("Latin")).getByRole("button"));
  await press();
  await waitFor(async () => expect((await rows())[0]).toBe("Willow"));
  expect(heading("Latin").getAttribute("aria-sort")).toBe("ascending");
  expect(search()).toMatchObject({ ordering: "latin_name", page_size: 5, page: undefined });
  await press();
  await waitFor(async () => expect((await rows())[0]).toBe("Almond"));
  expect(heading("Latin").getAttribute("aria-sort")).toBe("descending");
  await press();
  expect(heading("Latin").getAttribute("aria-sort")).toBe("none");
  expect(search()).toMatchObject({ page_size: 5, page: undefined, ordering: undefined });
});

test("pages follow each other, and there is none before the first or after the last", async () => {
  const { user, search } = await open("/?page_size=5");
  expect(await rows()).toEqual(trees.slice(0, 5));
  const button = (name: string) => screen.getByRole("button", { name });
  expect(button("Previous page")).toHaveProperty("disabled", true);
  for (const page of [2, 3]) {
    await user.click(button("Next page"));
    await waitFor(async () => expect(await rows()).toEqual(trees.slice(page * 5 - 5, page * 5)));
    expect(search()).toMatchObject({ page });
  }
  expect(screen.getByText(/^11.12 of 12$/)).toBeTruthy();
  expect(button("Next page")).toHaveProperty("disabled", true);
});

test("a page beyond the last one leads back to the first", async () => {
  const { search } = await open("/?page=9&page_size=5");
  await row("Almond");
  expect(await rows()).toEqual(trees.slice(0, 5));
  expect(search()).toMatchObject({ page_size: 5, page: undefined, ordering: undefined });
});

test("arrows, j and k, Home and End move between rows, Enter opens and Escape closes", async () => {
  const { user, search } = await open();
  (await row("Almond")).focus();
  const at = () => document.activeElement?.getAttribute("aria-label");
  for (const [key, name] of [
    ["{ArrowDown}", "Birch"],
    ["j", "Cedar"],
    ["k", "Birch"],
    ["{End}", "Willow"],
    ["{ArrowDown}", "Willow"],
    ["{ArrowUp}", "Rowan"],
    ["{Home}", "Almond"],
    ["{ArrowUp}", "Almond"],
    ["{Control>}{ArrowDown}{/Control}", "Almond"],
  ] as const) {
    await user.keyboard(key);
    expect(at(), key).toBe(name);
  }
  await user.keyboard("{Enter}");
  await waitFor(() => expect(search().open).toMatch(/^\d+$/));
  expect((await row("Almond")).getAttribute("aria-current")).toBe("true");
  expect(screen.queryByRole("columnheader", { name: "Tasks" })).toBeNull();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(search().open).toBeUndefined());
  expect(heading("Tasks")).toBeTruthy();
});

test("with Ctrl the name is a link like any other", async () => {
  const { user, search } = await open();
  const link = await row("Cedar");
  expect(link.getAttribute("href")).toMatch(/open=\d+$/);
  let isLeft: boolean | undefined;
  document.addEventListener(
    "click",
    (event) => {
      isLeft = !event.defaultPrevented;
      event.preventDefault();
    },
    { once: true },
  );
  await user.keyboard("{Control>}");
  await user.click(link);
  await user.keyboard("{/Control}");
  expect(isLeft).toBe(true);
  expect(search().open).toBeUndefined();
});

test("Space selects a row, with Shift all from the last one, and the box takes it out", async () => {
  const { user, search } = await open();
  (await row("Birch")).focus();
  await user.keyboard(" ");
  expect(box("Birch").getAttribute("aria-checked")).toBe("true");
  expect(chosen()).toBe("Birch");
  (await row("Fig")).focus();
  await user.keyboard("{Shift>} {/Shift}");
  expect(chosen()).toBe("Birch, Cedar, Elm, Fig");
  expect(screen.getByText("Selected 4/12")).toBeTruthy();
  await user.click(box("Cedar"));
  expect(chosen()).toBe("Birch, Elm, Fig");
  await user.keyboard("{Shift>}");
  await user.click(box("Oak"));
  await user.keyboard("{/Shift}");
  expect(chosen()).toBe("Birch, Elm, Fig, Cedar, Juniper, Maple, Oak");
  expect(search().open).toBeUndefined();
});

test("the box of the heading takes the page, the selection outlives pages and ends with a filter", async () => {
  const { user, goTo } = await open("/?page_size=5");
  await row("Almond");
  const all = screen.getByRole("checkbox", { name: "Select all rows of this page" });
  await user.click(all);
  expect(chosen()).toBe("Almond, Birch, Cedar, Elm, Fig");
  await user.click(box("Elm"));
  expect(all.getAttribute("aria-checked")).toBe("mixed");
  await user.click(screen.getByRole("button", { name: "Next page" }));
  await user.click(await screen.findByRole("checkbox", { name: "Select: Oak" }));
  expect(chosen()).toBe("Almond, Birch, Cedar, Fig, Oak");
  goTo("/?search=a");
  await row("Maple");
  await waitFor(() => expect(chosen()).toBeUndefined());
});

test("a search that finds nothing says so and is taken off", async () => {
  const { user, search } = await open("/?search=zzz");
  expect(await screen.findByText("Nothing found for “zzz”")).toBeTruthy();
  expect(screen.queryByText("No types yet")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Clear the search" }));
  expect(await rows()).toEqual(trees);
  expect(search().search).toBeUndefined();
});

test("a list that does not come says why, and comes when it is asked for again", async () => {
  server.takeDown();
  const { user } = await open();
  const alert = await screen.findByRole("alert", undefined, { timeout: 20_000 });
  server.bringUp();
  await user.click(within(alert).getByRole("button", { name: "Try again" }));
  expect(await rows()).toEqual(trees);
});

test("rows that are there stay when they cannot be fetched anew", async () => {
  await open("/?page_size=5");
  await row("Almond");
  server.takeDown();
  const isBusy = () => document.querySelector("[aria-busy]") !== null;
  const fetched = refresh(paths.plantTreeType);
  await waitFor(() => expect(isBusy()).toBe(true));
  await fetched;
  // Only then has the failure been drawn.
  await waitFor(() => expect(isBusy()).toBe(false));
  const [query] = queryClient.getQueryCache().findAll({ queryKey: [paths.plantTreeType] });
  expect(query?.state.status).toBe("error");
  expect(screen.queryByRole("alert")).toBeNull();
  expect(await rows()).toEqual(trees.slice(0, 5));
});

test("a final refusal offers the way back, not another try", async () => {
  const nobody = await server.person("Nothing", { permissions: {} });
  const token = localStorage.getItem("access_token") ?? "";
  await signIn(nobody.email, server.password);
  await open();
  const alert = await screen.findByRole("alert");
  expect(within(alert).queryByRole("button", { name: "Try again" })).toBeNull();
  localStorage.setItem("access_token", token);
});
