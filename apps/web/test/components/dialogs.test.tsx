import type { Garden } from "@nihol/contract/gardens";
import { plantTreeTypes } from "@nihol/contract/planting/plant-tree-types";
import { paths } from "@nihol/contract/values/paths";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { lazy, type ReactNode } from "react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { GiveTasks } from "../../src/features/gardens/give/give-tasks.tsx";
import { signIn } from "../../src/lib/api/api.ts";
import { ask, askNew } from "../../src/lib/api/ask.ts";
import { profileQuery, queryClient } from "../../src/lib/api/query-client.ts";
import { useForm } from "../../src/lib/form/form.ts";
import { ConfirmDialog } from "../../src/ui/confirm-dialog.tsx";
import { Dialog } from "../../src/ui/dialog.tsx";
import { FormDialog } from "../../src/ui/form/form-dialog.tsx";
import { SelectField } from "../../src/ui/form/select-field.tsx";
import { TextArea } from "../../src/ui/form/text-field.tsx";
import { loadTexts, openAt } from "./open-panel.tsx";
import { type PanelServer, panelServer } from "./panel-server.ts";

let server: PanelServer;
let garden: Garden;
let closed: number;
beforeAll(async () => {
  server = await panelServer();
  await loadTexts("tasks", "planting");
  const { email } = await server.person("MasterAdmin");
  await signIn(email, server.password);
  const name = { tg: "Боғ", ru: "Сад", en: "Garden", az: "" };
  const { id } = await askNew(paths.garden, { name });
  garden = await ask("GET /garden/:id", { params: { id } });
});
afterAll(() => server.close());
beforeEach(() => {
  closed = 0;
  server.forget();
});
afterEach(cleanup);

const options = [
  { value: "apple", label: "Apple" },
  { value: "pear", label: "Pear" },
];

/** A type of tree in a dialog: a list, which may hold a choice, before what is typed. */
function TypeDialog({ sort }: { sort: string | null }) {
  const form = useForm({
    schema: plantTreeTypes.create,
    initial: { name: { tg: "Себ", ru: "Яблоня", en: "Apple", az: "" }, latin_name: "", sort },
    submit: async ({ name, latin_name }) => {
      await askNew(paths.plantTreeType, { name, latin_name });
      closed++;
    },
  });
  return (
    <FormDialog form={form} title="New type" onClose={() => void closed++}>
      <SelectField {...form.field("sort")} label="Sort" options={options} />
      <TextArea {...form.field("latin_name")} label="Botanical name" />
    </FormDialog>
  );
}

const inFocus = () =>
  document.activeElement?.getAttribute("role") ?? document.activeElement?.tagName;
const typed = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Botanical name" });

test("a form over the screen has the focus in its first field, and Ctrl Enter sends it", async () => {
  const { user } = await openAt("/", () => <TypeDialog sort="apple" />);
  // A letter typed at the list would choose another sort: it is the next field that one types in.
  await waitFor(() => expect(document.activeElement).toBe(typed()));
  await user.keyboard("Malus domestica");
  expect(typed().value).toBe("Malus domestica");
  expect(closed).toBe(0);
  await user.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(closed).toBe(1));
  expect(server.calls("POST")).toEqual(["POST /plant-tree-type"]);
});

test("a list that holds no choice yet comes first", async () => {
  await openAt("/", () => <TypeDialog sort={null} />);
  await waitFor(() => expect(inFocus()).toBe("combobox"));
});

test("a space pressed in a question presses nothing", async () => {
  const { user } = await openAt("/", () => (
    <ConfirmDialog
      open
      title="Delete?"
      consequence="It is gone."
      action="Delete"
      onClose={() => void closed++}
      onConfirm={() => void closed++}
    />
  ));
  await waitFor(() => expect(inFocus()).toBe("dialog"));
  await user.keyboard("so it is ");
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(closed).toBe(0);
});

test("typed text is asked about by the cross and by Esc, and stays", async () => {
  const { user } = await openAt("/", () => <TypeDialog sort="apple" />);
  await waitFor(() => expect(document.activeElement).toBe(typed()));
  await user.keyboard("Malus");
  for (const leave of [
    () => user.click(screen.getByRole("button", { name: "Close" })),
    () => user.keyboard("{Escape}"),
  ]) {
    await leave();
    const question = await screen.findByRole("dialog", { name: "Leave without saving?" });
    await user.click(within(question).getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog", { name: /^Leave/ })).toBeNull());
  }
  expect(closed).toBe(0);
  expect(typed().value).toBe("Malus");
});

test("tasks that are being given are asked about before they are lost", async () => {
  await queryClient.fetchQuery(profileQuery);
  const { user } = await openAt("/", () => <GiveTasks gardens={[garden]} />);
  const opener = await screen.findByRole("button", { name: "Give a task" });
  await user.click(opener);
  const dialog = await screen.findByRole("dialog");
  await user.type(within(dialog).getByRole("textbox", { name: "Start" }), "01.03.2027");
  await user.tab();
  await user.keyboard("{Escape}");
  const question = await screen.findByRole("dialog", { name: "Leave without saving?" });
  await user.click(within(question).getByRole("button", { name: "Leave" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  // Asks nothing where nothing was typed.
  await user.click(opener);
  await screen.findByRole("dialog");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

/** Texts of a dialog that come after it. */
const texts = Promise.withResolvers<{ default: () => ReactNode }>();
const Late = lazy(() => texts.promise);

test("a field that comes later than its dialog takes the focus", async () => {
  await openAt("/", () => (
    <Dialog open title="Late" onClose={() => void closed++}>
      <Late />
    </Dialog>
  ));
  await waitFor(() => expect(inFocus()).toBe("dialog"));
  texts.resolve({
    default: () => <TextArea name="note" label="Note" value="" onChange={() => undefined} />,
  });
  await waitFor(() => expect(inFocus()).toBe("TEXTAREA"));
});
