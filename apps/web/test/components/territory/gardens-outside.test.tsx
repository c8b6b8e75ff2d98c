import { paths } from "@nihol/contract/values/paths";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { RegionPanel } from "../../../src/features/regions/region-panel.tsx";
import { signIn } from "../../../src/lib/api/api.ts";
import { ask, askNew } from "../../../src/lib/api/ask.ts";
import { queryClient } from "../../../src/lib/api/query-client.ts";
import { keepUser } from "../../../src/lib/api/session.ts";
import { BoundaryImport } from "../../../src/parts/boundary/boundary-import.tsx";
import { loadTexts, openAt } from "../open-panel.tsx";
import { type PanelServer, panelServer } from "../panel-server.ts";

let server: PanelServer;
let region: number;
const names = (name: string) => ({ tg: name, ru: name, en: name, az: "" });
const rectangle = (west: number, south: number, east: number, north: number) => ({
  type: "Polygon" as const,
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ] as [number, number][],
  ],
});

beforeAll(async () => {
  server = await panelServer();
  await loadTexts("territory", "boundary");
  await signIn((await server.person("MasterAdmin")).email, server.password);
  keepUser(await ask("GET /user-profile"));
  const boundary = rectangle(68, 38, 68.4, 38.4);
  region = (await askNew(paths.region, { name: names("Wide"), boundary })).id;
  for (let i = 1; i <= 6; i++) {
    const west = 68.3 + i * 0.005;
    const place = rectangle(west, 38.1, west + 0.002, 38.102);
    await askNew(paths.garden, { name: names(`Garden ${i}`), region, boundary: place });
  }
});
afterAll(() => server?.close());
afterEach(cleanup);

test("an import names the gardens that it leaves outside before and after it is written, as the region's page does", async () => {
  const close = vi.fn();
  const { user } = await openAt("/", () => (
    <BoundaryImport title="Borders" path={paths.region} onClose={close} />
  ));
  const features = [
    { type: "Feature", properties: { name: "Wide" }, geometry: rectangle(68, 38, 68.2, 38.4) },
  ];
  const content = JSON.stringify({ type: "FeatureCollection", features });
  const file = new File([content], "wide.geojson", { type: "application/geo+json" });
  const dialog = within(await screen.findByRole("dialog", { name: "Borders" }));
  await waitFor(() => expect(document.querySelector('input[type="file"]')).not.toBeNull());
  await user.upload(document.querySelector('input[type="file"]') as HTMLInputElement, file);
  const named = "Garden 1, Garden 2, Garden 3, Garden 4, Garden 5, …";
  await dialog.findByText(new RegExp(`Once this is written, 6 gardens lie outside .*: ${named}`));
  await user.click(dialog.getByRole("button", { name: "Replace boundaries" }));
  const lying = new RegExp(`^6 gardens lie outside .*: ${named}`);
  await screen.findByText(lying);
  expect(close).not.toHaveBeenCalled();
  await user.click(screen.getAllByRole("button", { name: "Close" }).at(-1) as HTMLElement);
  expect(close).toHaveBeenCalledOnce();
  cleanup();
  queryClient.clear();
  await openAt("/", () => <RegionPanel id={String(region)} onClose={close} />);
  await screen.findByText(lying);
});
