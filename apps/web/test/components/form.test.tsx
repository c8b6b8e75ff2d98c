import { plantTreeTypes } from "@nihol/contract/planting/plant-tree-types";
import { paths } from "@nihol/contract/values/paths";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { signIn } from "../../src/lib/api/api.ts";
import { askNew } from "../../src/lib/api/ask.ts";
import { useForm } from "../../src/lib/form/form.ts";
import { NamesField } from "../../src/parts/records/names-field.tsx";
import { FormPanel } from "../../src/ui/form/form-panel.tsx";
import { TextField } from "../../src/ui/form/text-field.tsx";
import { loadTexts, openAt } from "./open-panel.tsx";
import { type PanelServer, panelServer } from "./panel-server.ts";

let server: PanelServer;
let closed: number;
beforeAll(async () => {
  server = await panelServer();
  await loadTexts();
  const { email } = await server.person("MasterAdmin");
  await signIn(email, server.password);
});
afterAll(() => server.close());
beforeEach(() => {
  closed = 0;
  server.bringUp();
  server.watch(undefined);
  server.forget();
});
afterEach(cleanup);

const names = (tg: string) => ({ tg, ru: "", en: "", az: "" });

/** The form of a kind of tree, whose name must be given in three languages and be new. */
function TypeForm({ tg = "" }: { tg?: string }) {
  const form = useForm({
    schema: plantTreeTypes.create,
    initial: { name: names(tg), latin_name: "" },
    submit: async (values) => {
      await askNew(paths.plantTreeType, values);
    },
  });
  return (
    <FormPanel title="New type" form={form} onClose={() => void closed++}>
      <NamesField {...form.field("name")} errorOf={form.errorOf} />
      <TextField {...form.field("latin_name")} label="Botanical name" optional />
    </FormPanel>
  );
}

type NamelessProps = { name: string; load?: () => Promise<typeof plantTreeTypes.create> };

/** The same with a name that it does not show; its rules may come later. */
function NamelessForm({ name, load = async () => plantTreeTypes.create }: NamelessProps) {
  const form = useForm({
    schema: load,
    initial: { name: { tg: name, ru: name, en: name, az: "" }, latin_name: "" },
    submit: async (values) => {
      await askNew(paths.plantTreeType, values);
    },
  });
  return (
    <FormPanel title="New type" form={form} onClose={() => void closed++}>
      <TextField {...form.field("latin_name")} label="Botanical name" optional />
    </FormPanel>
  );
}

const field = (label: RegExp) => screen.getByRole<HTMLInputElement>("textbox", { name: label });
const isWrong = (label: RegExp) => field(label).getAttribute("aria-invalid") === "true";
const save = () => screen.getByRole("button", { name: "Save" });
const latin = /^Botanical name/;

/** Opens the form and fills its names. */
async function openFilled(name: string) {
  const opened = await openAt("/", () => <TypeForm />);
  await screen.findByRole("dialog");
  for (const label of [/^Тоҷикӣ/, /^Русский/, /^English/])
    await opened.user.type(field(label), name);
  return opened;
}

test("each required field says so, nothing is sent, and the first one gets the focus", async () => {
  const { user } = await openAt("/", () => <TypeForm />);
  await user.click(await screen.findByRole("button", { name: "Save" }));
  const first = field(/^Тоҷикӣ/);
  await waitFor(() => expect(document.activeElement).toBe(first));
  for (const label of [/^Тоҷикӣ/, /^Русский/, /^English/]) {
    expect(isWrong(label)).toBe(true);
    const message = document.getElementById(field(label).getAttribute("aria-describedby") ?? "");
    expect(message?.textContent).toBe("This field is required");
  }
  expect(isWrong(/^Azərbaycanca/)).toBe(false);
  expect(server.calls()).toEqual([]);
});

test("a repaired field goes quiet at once; the others keep their error and the focus stays", async () => {
  const { user } = await openAt("/", () => <TypeForm />);
  await user.click(await screen.findByRole("button", { name: "Save" }));
  // Where sending has put it; typing elsewhere must not bring it back here.
  await waitFor(() => expect(document.activeElement).toBe(field(/^Тоҷикӣ/)));
  await user.type(field(/^Русский/), "Орех");
  expect(field(/^Русский/).value).toBe("Орех");
  expect(document.activeElement).toBe(field(/^Русский/));
  expect([/^Тоҷикӣ/, /^Русский/, /^English/].map(isWrong)).toEqual([true, false, true]);
});

test("a refusal of the server stands at its field and goes when that is changed", async () => {
  await askNew(paths.plantTreeType, {
    name: { ...names("Apple"), ru: "Яблоня", en: "Apple tree" },
  });
  const { user } = await openFilled("Apple");
  await user.click(save());
  await waitFor(() => expect(isWrong(/^Тоҷикӣ/)).toBe(true));
  expect(screen.getByText("This name is taken").closest("[data-field]")).toBe(
    field(/^Тоҷикӣ/).closest("[data-field]"),
  );
  expect(within(screen.getByRole("alert")).getByText(/marked in red/)).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(field(/^Тоҷикӣ/)));
  await user.type(field(/^Тоҷикӣ/), " 2");
  expect(isWrong(/^Тоҷикӣ/)).toBe(false);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a refusal of a field that the form does not show stands at the form's end", async () => {
  await askNew(paths.plantTreeType, { name: { tg: "Olma", ru: "Olma", en: "Olma", az: "" } });
  const { user } = await openAt("/", () => <NamelessForm name="Olma" />);
  await user.click(await screen.findByRole("button", { name: "Save" }));
  const alert = await screen.findByRole("alert");
  expect(within(alert).getByText("This name is taken")).toBeTruthy();
});

test("a refusal of the whole is shown at the end, and what was typed stays", async () => {
  const { user } = await openFilled("Pear");
  server.takeDown();
  await user.click(save());
  expect((await screen.findByRole("alert")).textContent).toMatch(/connection|server/i);
  expect(field(/^English/).value).toBe("Pear");
  expect(save()).toHaveProperty("disabled", false);
});

test("pressed twice it is sent once, and the button waits meanwhile", async () => {
  const { user } = await openFilled("Walnut");
  await user.dblClick(save());
  await waitFor(() => expect(server.calls("POST")).toHaveLength(1));
  await waitFor(() => expect(save()).toHaveProperty("disabled", false));
  expect(server.calls("POST")).toEqual(["POST /plant-tree-type"]);
});

test("pressed twice while its rules are still being fetched it is sent once", async () => {
  const rules = Promise.withResolvers<typeof plantTreeTypes.create>();
  const { user } = await openAt("/", () => (
    <NamelessForm name="Mulberry" load={() => rules.promise} />
  ));
  await user.dblClick(await screen.findByRole("button", { name: "Save" }));
  rules.resolve(plantTreeTypes.create);
  await waitFor(() => expect(server.calls("POST").length).toBeGreaterThan(0));
  await waitFor(() => expect(save()).toHaveProperty("disabled", false));
  expect(server.calls("POST")).toEqual(["POST /plant-tree-type"]);
});

test("rules that do not come are told, and asked for again with the next try", async () => {
  let isAway = true;
  const load = async () => {
    if (isAway) throw new Error("Failed to fetch dynamically imported module: x");
    return plantTreeTypes.create;
  };
  const { user } = await openAt("/", () => <NamelessForm name="Medlar" load={load} />);
  await user.click(await screen.findByRole("button", { name: "Save" }));
  expect((await screen.findByRole("alert")).textContent).toMatch(/connection/i);
  expect(server.calls("POST")).toEqual([]);
  isAway = false;
  await user.click(save());
  await waitFor(() => expect(server.calls("POST")).toEqual(["POST /plant-tree-type"]));
});

test("unsaved input is asked about before it is lost", async () => {
  const { user } = await openFilled("Plum");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  const question = await screen.findByRole("dialog", { name: "Leave without saving?" });
  await user.click(within(question).getByRole("button", { name: "Cancel" }));
  expect(closed).toBe(0);
  expect(field(/^English/).value).toBe("Plum");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await user.click(await screen.findByRole("button", { name: "Leave" }));
  expect(closed).toBe(1);
});

test("an address does not change under what was typed until that is confirmed", async () => {
  const { goTo, user } = await openFilled("Fig");
  goTo("/elsewhere");
  await user.click(await screen.findByRole("button", { name: "Leave" }));
  expect(await screen.findByText("elsewhere")).toBeTruthy();
});

test("a form that was put back as it was, or saved, is left without a question", async () => {
  const { user } = await openAt("/", () => <TypeForm />);
  await screen.findByRole("dialog");
  await user.type(field(latin), "Ficus");
  await user.clear(field(latin));
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(closed).toBe(1);

  for (const label of [/^Тоҷикӣ/, /^Русский/, /^English/]) await user.type(field(label), "Quince");
  await user.click(save());
  await waitFor(() => expect(server.calls("POST")).toHaveLength(1));
  await waitFor(() => expect(save()).toHaveProperty("disabled", false));
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(closed).toBe(2);
});

test("a saving that failed leaves the form unsaved", async () => {
  const { user } = await openFilled("Cherry");
  server.takeDown();
  await user.click(save());
  await screen.findByRole("alert");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(await screen.findByRole("dialog", { name: "Leave without saving?" })).toBeTruthy();
  expect(closed).toBe(0);
});
