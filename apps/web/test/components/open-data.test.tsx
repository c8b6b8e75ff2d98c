import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import OpenDataDialog from "../../src/features/open-data/open-data-dialog.tsx";
import { signIn } from "../../src/lib/api/api.ts";
import { ask } from "../../src/lib/api/ask.ts";
import { loadTexts, openAt } from "./open-panel.tsx";
import { type PanelServer, panelServer } from "./panel-server.ts";

let server: PanelServer;
beforeAll(async () => {
  server = await panelServer();
  await loadTexts("open-data");
  await signIn((await server.person("MasterAdmin")).email, server.password);
});
afterAll(() => server.close());
afterEach(cleanup);

const published = async () =>
  (await ask("GET /open-data")).results.flatMap(({ name, published_at }) =>
    published_at ? [name] : [],
  );

test("a collection is published and withdrawn after a question; the others stay as they are", async () => {
  await ask("PUT /open-data", { body: { published: ["regions"], confirm_publish: true } });
  const { user } = await openAt("/", () => <OpenDataDialog onClose={() => undefined} />);
  await user.click(await screen.findByRole("button", { name: "Publish: Trees" }));
  const question = await screen.findByRole("dialog", { name: "Publish “Trees” for everybody?" });
  expect(await published()).toEqual(["regions"]);
  await user.click(within(question).getByRole("button", { name: "Publish" }));
  await screen.findByRole("button", { name: "Withdraw: Trees" });
  expect(await published()).toEqual(["regions", "trees"]);
  await user.click(screen.getByRole("button", { name: "Withdraw: Regions" }));
  const other = await screen.findByRole("dialog", { name: /Withdraw “Regions”/ });
  await user.click(within(other).getByRole("button", { name: "Withdraw" }));
  await waitFor(async () => expect(await published()).toEqual(["trees"]));
});

test("the addresses stand there to be copied, and the command that reads one", async () => {
  await openAt("/", () => <OpenDataDialog onClose={() => undefined} />);
  const how = within(await screen.findByRole("region", { name: "How to read it" }));
  const address = `${window.location.origin}/api/ogc`;
  how.getByText(address);
  how.getByText(`${window.location.origin}/api/stac`);
  how.getByText(`ogr2ogr -f GPKG nihol.gpkg "OAPIF:${address}"`);
});
