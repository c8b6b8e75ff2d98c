/** New values arrive by themselves, without asking again and again. */
import type { Device } from "@nihol/contract/sensors/devices";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { cleanup, screen } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { signIn } from "../../../src/lib/api/api.ts";
import { ask, askNew } from "../../../src/lib/api/ask.ts";
import { recordsQuery } from "../../../src/lib/list/use-list.ts";
import { LiveNote } from "../../../src/parts/states/live-note.tsx";
import { useLiveDevices } from "../../../src/parts/states/use-live-devices.ts";
import { loadTexts, openAt } from "../open-panel.tsx";
import { type PanelServer, panelServer } from "../panel-server.ts";

let server: PanelServer;
let device: number;
let send: (co2: number, minutes: number) => Promise<void>;
beforeAll(async () => {
  server = await panelServer();
  await loadTexts("monitoring");
  const me = (await server.person("MasterAdmin")).email;
  await signIn(me, server.password);
  const made = { name: "Live", type: "air" as const, latitude: 38.5, longitude: 68.7 };
  device = (await askNew(paths.device, made)).id;
  const { token } = await ask("POST /device/:id/token", { params: { id: device } });
  const headers = { authorization: `Device ${token}`, "content-type": "application/json" };
  send = async (co2, minutes) => {
    const ts = new Date(Date.now() - minutes * 60_000).toISOString();
    const body = JSON.stringify({ readings: [{ ts, values: { co2 } }] });
    const sent = await fetch(`/api/device/${device}/reading`, { method: "POST", headers, body });
    expect(sent.status).toBe(200);
  };
  await send(401, 30);
});
afterAll(() => server.close());
beforeEach(() => server.forget());
afterEach(cleanup);

function Newest() {
  const list = useQuery(recordsQuery(paths.device, { type: "air" }));
  const state = useLiveDevices([device], [device]);
  const latest = (list.data?.results ?? []).flatMap((one: Device) => one.latest);
  const co2 = latest.find(({ parameter }) => parameter === "co2")?.value;
  return (
    <>
      <output>{co2}</output>
      <LiveNote state={state} />
    </>
  );
}

test("a value that is sent is shown, and the list is asked for no oftener than that", async () => {
  await openAt("/", () => <Newest />);
  await screen.findByText("401");
  await screen.findByText("New values arrive by themselves");
  const before = server.calls("GET /device?").length;
  await send(402, 20);
  await screen.findByText("402");
  expect(server.calls("GET /device?").length).toBe(before + 1);
  expect(server.calls("GET /device/events")).toHaveLength(1);
});
