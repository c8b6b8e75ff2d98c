import type { ImagerySource } from "@nihol/contract/imagery/imagery-sources";
import { paths } from "@nihol/contract/values/paths";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { HostsDialog } from "../../src/features/imagery-sources/hosts-dialog.tsx";
import { SourceForm } from "../../src/features/imagery-sources/source-form.tsx";
import { SourcePanel } from "../../src/features/imagery-sources/source-panel.tsx";
import { signIn } from "../../src/lib/api/api.ts";
import { ask, askNew } from "../../src/lib/api/ask.ts";
import { loadTexts, openAt } from "./open-panel.tsx";
import { type PanelServer, panelServer } from "./panel-server.ts";

let server: PanelServer;
let me: string;
beforeAll(async () => {
  server = await panelServer();
  await loadTexts("sources");
  me = (await server.person("MasterAdmin")).email;
  await signIn(me, server.password);
  await ask("PUT /imagery-host", { body: { hosts: ["tiles.nihol.example"] } });
});
afterAll(() => server.close());
beforeEach(async () => {
  await signIn(me, server.password);
  server.forget();
});
afterEach(cleanup);

const names = (name: string) => ({ tg: name, ru: name, en: name, az: "" });
const address = "https://tiles.nihol.example/{z}/{x}/{y}.png";

test("a source of a server that is not allowed is refused under its address; an allowed one is kept", async () => {
  const saved: string[] = [];
  const { user } = await openAt("/", () => (
    <SourceForm onClose={() => undefined} onSaved={(id) => void saved.push(id)} />
  ));
  const panel = within(await screen.findByRole("dialog", { name: "New source" }));
  for (const [label, name] of [
    [/Tajik|Тоҷикӣ/, "Тайлҳо"],
    [/Russian|Русский/, "Тайлы"],
    [/English/, "Tiles"],
  ] as const)
    await user.type(panel.getByLabelText(label), name);
  // Braces are special to `type`.
  await user.click(panel.getByLabelText(/^Address/));
  await user.paste(address.replace("tiles", "other"));
  await user.click(panel.getByRole("button", { name: "Create" }));
  await panel.findByText(/other\.nihol\.example is not among the allowed ones/);
  await user.clear(panel.getByLabelText(/^Address/));
  await user.click(panel.getByLabelText(/^Address/));
  await user.paste(address);
  await user.click(panel.getByRole("button", { name: "Create" }));
  await waitFor(() => expect(saved).toHaveLength(1));
});

test("the test says in words why a server could not be asked", async () => {
  const source: ImagerySource = await askNew(paths.imagerySource, {
    name: names("Away"),
    kind: "xyz",
    address,
  });
  const { user } = await openAt("/", () => (
    <SourcePanel id={String(source.id)} onClose={() => undefined} />
  ));
  await user.click(await screen.findByRole("button", { name: "Ask for one image" }));
  await screen.findByText(/Nobody knows a server called tiles\.nihol\.example/);
});

test("the list of servers is written line by line by an administrator, and only read by others", async () => {
  const { user } = await openAt("/", () => <HostsDialog onClose={() => undefined} />);
  const list = await screen.findByLabelText(/^Names of servers/);
  await user.type(list, "\n*.maps.example");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(async () =>
    expect((await ask("GET /imagery-host")).hosts).toEqual([
      "*.maps.example",
      "tiles.nihol.example",
    ]),
  );
  cleanup();
  const reader = await server.person("Imagery reader", {
    permissions: { satelliteimagery: { view: true } },
  });
  await signIn(reader.email, server.password);
  await openAt("/", () => <HostsDialog onClose={() => undefined} />);
  await screen.findByText("tiles.nihol.example");
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
});
