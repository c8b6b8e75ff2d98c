import { screen } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn } from "../../src/lib/api/api.ts";
import { profileQuery, queryClient } from "../../src/lib/api/query-client.ts";
import { GoToPlace } from "../../src/map/drawing/go-to-place.tsx";
import { loadTexts, openAt } from "./open-panel.tsx";
import { type PanelServer, panelServer } from "./panel-server.ts";

let server: PanelServer;
beforeAll(async () => {
  server = await panelServer();
  await loadTexts("boundary");
  await signIn((await server.person("MasterAdmin")).email, server.password);
  await queryClient.fetchQuery(profileQuery);
});
afterAll(() => server.close());

test("a map on which one draws goes to coordinates that are typed, and says what is none", async () => {
  const gone: (readonly number[])[] = [];
  const { user } = await openAt("/", () => <GoToPlace onGo={(bounds) => void gone.push(bounds)} />);
  const box = await screen.findByRole("searchbox", { name: /^Coordinates/ });
  await user.type(box, "somewhere{Enter}");
  await screen.findByText(/^These are no coordinates/);
  expect(gone).toEqual([]);
  await user.clear(box);
  await user.type(box, "38,5357 68,7790{Enter}");
  const [[west = 0, south = 0, east = 0, north = 0] = []] = gone;
  expect([west < 68.779, 68.779 < east, south < 38.5357, 38.5357 < north]).not.toContain(false);
  expect(screen.queryByText(/^These are no coordinates/)).toBeNull();
});
