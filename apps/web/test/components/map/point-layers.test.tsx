/** What every layer of the registry needs for itself, and what the map asks of each. */

import type { UserProfile } from "@nihol/contract/people/sign-in";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { keepUser } from "../../../src/lib/api/session.ts";
import { shownLayers } from "../../../src/map/data/map-search.ts";
import { pointLayers, usePointLayers } from "../../../src/map/layers/registry.ts";
import { hitLayers } from "../../../src/map/map-hit.ts";
import type { PointKind } from "../../../src/map/points/point-layer.tsx";
import { loadTexts } from "../open-panel.tsx";

beforeAll(() => loadTexts("map", "planting"));
beforeEach(() => {
  const permissions = { planttreetask: { view: true } };
  keepUser({ id: 1, permissions } as unknown as UserProfile);
});
afterEach(cleanup);

const place = {
  ...{ garden: { id: 7, name: { tg: "Боғ", ru: "Сад", en: "Garden", az: "" } } },
  ...{ longitude: 68.5, latitude: 38.5, count: 3, overdue: 1 },
  states: {
    ...{ pending: 3, in_progress: 0, submitted: 0 },
    ...{ needs_changes: 0, completed: 0, cancelled: 0 },
  },
};

/** Asks every layer: tasks are the screen's own, and no other is wanted. */
function askForTasks() {
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const askOf = (kind: PointKind) => ({
    ...{ wanted: kind === "tasks", area: {} },
    choice: kind === "tasks" ? { places: [place] } : {},
  });
  return renderHook(() => usePointLayers(askOf), { wrapper }).result.current;
}

test("no two layers share a name, a place of their clusters or a symbol", () => {
  const all = (of: (layer: (typeof pointLayers)[number]) => readonly unknown[]) =>
    pointLayers.flatMap((layer) => of(layer));
  for (const values of [
    all(({ kind }) => [kind]),
    all(({ hit }) => [hit]),
    all(({ clusterOffset }) => [clusterOffset]),
    all(({ symbols }) => symbols.map(([name]) => name)),
  ])
    expect(new Set(values).size).toBe(values.length);
  const kinds = pointLayers.map(({ kind }) => kind);
  expect([...shownLayers(kinds.join(","))].sort()).toEqual(kinds.sort());
});

test("clusters are pressed before single records, those before trees, and trees before gardens", () => {
  const at = (layer: string) => hitLayers.indexOf(layer);
  const clusters = pointLayers.map(({ hit }) => at(`hit-${hit}-cluster`));
  const singles = ["hit-task", "hit-case", "hit-device"].map(at);
  expect(Math.min(...clusters, ...singles)).toBe(0);
  expect(Math.max(...clusters)).toBeLessThan(Math.min(...singles));
  expect(Math.max(...singles)).toBeLessThan(at("hit-tree"));
  expect(at("hit-tree")).toBeLessThan(at("hit-garden-dot"));
});

test("a layer that is wanted answers with its records and their legend, and no other does", () => {
  const [tasks, ...others] = askForTasks();
  expect(others).toEqual([]);
  expect(tasks).toMatchObject({ kind: "tasks", count: 1, without: 0, left: 0 });
  const { container } = render(tasks?.legend);
  expect(container.querySelectorAll("li")).toHaveLength(1);
});

test("a layer is not shown to somebody without its right", () => {
  keepUser({ id: 1, permissions: {} } as unknown as UserProfile);
  expect(askForTasks()).toEqual([]);
});
