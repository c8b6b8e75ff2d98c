import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ImagerySource } from "@nihol/contract/imagery/imagery-sources";
import { paths } from "@nihol/contract/values/paths";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { NewUploadPanel } from "../../src/features/uploads/new-upload-panel.tsx";
import { signIn } from "../../src/lib/api/api.ts";
import { ask, askNew } from "../../src/lib/api/ask.ts";
import { keepUser } from "../../src/lib/api/session.ts";
import { loadTexts, openAt } from "./open-panel.tsx";
import { type PanelServer, panelServer } from "./panel-server.ts";

const days = ["2026-05-17", "2026-06-20"];
const capabilities = `<WMS_Capabilities version="1.3.0"><Capability><Request><GetMap><Format>image/png</Format></GetMap></Request>
  <Layer><Name>orto</Name><CRS>EPSG:3857</CRS><Dimension name="time">${days.join(",")}</Dimension></Layer>
  </Capability></WMS_Capabilities>`;
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
/** A map server of two days, as small as one can be; servers that others wrote are asked in the tests of the server. */
const maps = createServer((request, reply) =>
  request.url?.includes("GetCapabilities") ? reply.end(capabilities) : reply.end(pixel),
);

let server: PanelServer;
let source: ImagerySource;
const names = (name: string) => ({ tg: name, ru: name, en: name, az: "" });
const square = (west: number, south: number, side: number) => {
  const [east, north] = [west + side, south + side];
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: "MultiPolygon" as const, coordinates: [[ring as [number, number][]]] };
};
beforeAll(async () => {
  await new Promise<void>((resolve) => maps.listen(0, "127.0.0.1", resolve));
  const at = `127.0.0.1:${(maps.address() as AddressInfo).port}`;
  server = await panelServer({ sources: { inside: [at], keyFile: "" } });
  await loadTexts("imagery");
  await signIn((await server.person("MasterAdmin")).email, server.password);
  keepUser(await ask("GET /user-profile"));
  source = await askNew(paths.imagerySource, {
    name: names("Maps of the state"),
    kind: "wms",
    address: `http://${at}/wms`,
    gsd_m: 0.5,
    attribution: "© Somebody",
  });
  const region = await askNew(paths.region, {
    name: names("A region"),
    boundary: square(68, 38, 1),
  });
  await askNew(paths.district, {
    name: names("A small district"),
    region: region.id,
    boundary: square(68.5, 38.5, 0.004),
  });
  await askNew(paths.district, {
    name: names("A wide district"),
    region: region.id,
    boundary: square(68.1, 38.1, 0.3),
  });
});
afterAll(async () => {
  await server?.close();
  maps.close();
});
afterEach(cleanup);

async function opened() {
  const started: string[] = [];
  const { user } = await openAt("/", () => (
    <NewUploadPanel
      source={source.id}
      garden={null}
      onClose={() => undefined}
      onWay={() => undefined}
      onUpload={() => undefined}
      onMany={() => undefined}
      onStarted={(id) => void started.push(id)}
    />
  ));
  const panel = within(await screen.findByRole("dialog", { name: "New process" }));
  await user.click(await panel.findByRole("combobox", { name: "Area" }));
  await user.click(await screen.findByRole("option", { name: "District" }));
  const choose = async (name: string) => {
    await user.click(panel.getByRole("combobox", { name: /^District/ }));
    await user.click(await screen.findByRole("option", { name }));
  };
  return { user, panel, started, choose };
}

test("an area of a source is fetched: days and size are shown first, and a chosen day is sent", async () => {
  const { user, panel, started, choose } = await opened();
  panel.getByText(/Choose a source and an area/);
  await choose("A small district");
  const day = await panel.findByRole("button", { name: /17/ });
  expect(panel.getByText("Pieces").nextSibling?.textContent).toBe("4");
  expect(panel.getByText("© Somebody")).toBeTruthy();
  await user.click(day);
  await panel.findByRole("img", { name: "A sample of the day’s image" });
  await user.click(panel.getByRole("button", { name: "Fetch and start" }));
  await waitFor(() => expect(started).toHaveLength(1));
  const process = await ask("GET /satellite-imagery/:id", { params: { id: Number(started[0]) } });
  expect(process).toMatchObject({
    process_date: days[0],
    source: { id: source.id },
    area: { kind: "district" },
  });
});

test("an area that is too large is said under it, before anything is sent", async () => {
  const { panel, started, choose } = await opened();
  await choose("A wide district");
  await panel.findByText(/million pixels, and at most 400/);
  expect(started).toEqual([]);
});
