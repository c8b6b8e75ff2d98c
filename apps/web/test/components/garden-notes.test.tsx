import type { GardenNote } from "@nihol/contract/garden-notes";
import { paths } from "@nihol/contract/values/paths";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { GardenNotes } from "../../src/features/gardens/hub/garden-notes.tsx";
import { NoteForm } from "../../src/features/gardens/note-form.tsx";
import { signIn } from "../../src/lib/api/api.ts";
import { askNew } from "../../src/lib/api/ask.ts";
import { loadTexts, openAt } from "./open-panel.tsx";
import { type PanelServer, panelServer } from "./panel-server.ts";

let server: PanelServer;
let me: string;
beforeAll(async () => {
  server = await panelServer();
  await loadTexts("gardens");
  me = (await server.person("MasterAdmin")).email;
});
afterAll(() => server.close());
beforeEach(async () => {
  await signIn(me, server.password);
  server.forget();
});
afterEach(cleanup);

const newGarden = async () => {
  const name = { tg: "Боғ", ru: "Сад", en: "Garden", az: "" };
  return String((await askNew(paths.garden, { name })).id);
};
const write = (garden: string, observed_on: string, text: string) =>
  askNew(paths.gardenNote, { garden: Number(garden), observed_on, kind: "care", text });
const items = async () => within(await screen.findByRole("list", { name: "Notes" }));
const buttons = (item: HTMLElement | undefined) =>
  within(item as HTMLElement)
    .queryAllByRole("button")
    .map((button) => button.getAttribute("aria-label"));

test("a garden without notes says what belongs there, and begins the first one", async () => {
  const garden = await newGarden();
  const written: (GardenNote | undefined)[] = [];
  const { user } = await openAt("/", () => (
    <GardenNotes garden={garden} onWrite={(note) => void written.push(note)} />
  ));
  await screen.findByText("No notes yet");
  await user.click(screen.getByRole("button", { name: "New note" }));
  expect(written).toEqual([undefined]);
});

test("a person who may only see gardens is not offered to write", async () => {
  const garden = await newGarden();
  const grant = { garden: { view: true } };
  const { email } = await server.person("Garden reader", { permissions: grant });
  await signIn(email, server.password);
  await openAt("/", () => <GardenNotes garden={garden} onWrite={() => undefined} />);
  await screen.findByText("No notes yet");
  expect(screen.queryByRole("button", { name: "New note" })).toBeNull();
});

test("notes stand newest first; another's may be deleted after a question, and is not corrected", async () => {
  const garden = await newGarden();
  const other = await server.person("MasterAdmin");
  await signIn(other.email, server.password);
  await write(garden, "2026-04-01", "Pruned");
  await signIn(me, server.password);
  await write(garden, "2026-05-02", "Watered");
  const { user } = await openAt("/", () => (
    <GardenNotes garden={garden} onWrite={() => undefined} />
  ));
  const [mine, others] = (await items()).getAllByRole("listitem");
  expect(mine?.textContent).toContain("Watered");
  expect(buttons(mine)).toEqual([
    "Correct the note of 2 May 2026",
    "Delete the note of 2 May 2026",
  ]);
  expect(buttons(others)).toEqual(["Delete the note of 1 April 2026"]);
  await user.click(screen.getByRole("button", { name: "Delete the note of 1 April 2026" }));
  const question = await screen.findByRole("dialog", { name: "Delete the note of 1 April 2026?" });
  await user.click(within(question).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(screen.queryByText("Pruned")).toBeNull());
  expect((await items()).getAllByRole("listitem")).toHaveLength(1);
});

test("a note of a known garden is sent with its text, and not without", async () => {
  const garden = await newGarden();
  const saved: string[] = [];
  const { user } = await openAt("/", () => (
    <NoteForm
      garden={garden}
      isGardenKnown
      onClose={() => undefined}
      onSaved={(id) => void saved.push(id)}
    />
  ));
  const panel = within(await screen.findByRole("dialog", { name: "New note" }));
  expect(panel.queryByRole("combobox", { name: "Garden" })).toBeNull();
  await user.click(panel.getByRole("button", { name: "Create" }));
  await panel.findByText("This field is required");
  expect(server.calls("POST /garden-note")).toEqual([]);
  await user.type(panel.getByLabelText("Note"), "Roots are dry");
  await user.click(panel.getByRole("button", { name: "Create" }));
  await waitFor(() => expect(saved).toHaveLength(1));
});
