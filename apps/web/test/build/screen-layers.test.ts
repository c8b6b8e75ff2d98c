import { expect, test } from "vitest";
import { type Graph, layersOf } from "../../chunks/screen-layers.ts";

const screen = (name: string) => `/src/routes/admin/${name}.tsx?tsr-split=component`;
const auth = "/src/routes/auth.tsx?tsr-split=component";
const icons = "/node_modules/lucide-react/dist/esm/lucide-react.mjs";
const icon = (name: string) => `/node_modules/lucide-react/dist/esm/icons/${name}.mjs`;

/** Twenty screens with a table; one and two of them with more, and a map that is fetched later. */
function drawnGraph(): Graph {
  const graph = new Map<
    string,
    { importedIds: string[]; dynamicallyImportedIds: string[]; code: string }
  >();
  const add = (id: string, importedIds: string[] = [], code = "") =>
    graph.set(id, { importedIds, dynamicallyImportedIds: [], code });
  add(auth, ["/src/ui/button.tsx"]);
  add("/src/ui/button.tsx");
  add(
    "/src/ui/table.tsx",
    ["/src/ui/button.tsx", icons],
    'import { Pencil, CircleHelp as H } from "lucide-react";',
  );
  add(icons, [icon("pencil"), icon("circle-help"), icon("trees")]);
  for (const name of ["pencil", "circle-help", "trees"]) add(icon(name));
  for (let at = 0; at < 20; at++)
    add(screen(`s${at}`), [
      "/src/ui/table.tsx",
      ...(at < 2 ? ["/src/parts/some.tsx", "/src/features/reports/table.tsx"] : []),
    ]);
  add("/src/features/reports/table.tsx", ["/src/parts/some.tsx"]);
  add("/src/parts/some.tsx", at0Only);
  add(at0Only[0] as string);
  add("/src/map/live-map.tsx", ["/node_modules/maplibre-gl/index.js", "/src/ui/button.tsx"]);
  add("/node_modules/maplibre-gl/index.js");
  return graph;
}
const at0Only = ["/src/lib/deep.ts"];

test("a module goes with as many screens as need it", () => {
  const layers = layersOf(drawnGraph());
  expect(layers.get("/src/ui/button.tsx")).toBe("sign-in");
  expect(layers.get("/src/ui/table.tsx")).toBe("work");
  expect(layers.get("/src/parts/some.tsx")).toBe("some");
  expect(layers.get("/src/lib/deep.ts")).toBe("some");
  expect(layers.get("/src/features/reports/table.tsx")).toBe("reports");
  expect(layers.get("/node_modules/maplibre-gl/index.js")).toBe("map");
  expect(layers.get(screen("s0"))).toBeUndefined();
});

test("a module that names two icons needs these two", () => {
  const layers = layersOf(drawnGraph());
  expect(layers.get(icon("pencil"))).toBe("work");
  expect(layers.get(icon("circle-help"))).toBe("work");
  expect(layers.get(icon("trees"))).toBeUndefined();
});

test("no file imports one that fewer screens need", () => {
  const order = ["sign-in", "work", "some", "reports", "ground", "map"];
  const graph = drawnGraph();
  const layers = layersOf(graph);
  for (const [id, { importedIds }] of graph) {
    const own = layers.get(id);
    if (!own || id === icons) continue;
    for (const other of importedIds.filter((one) => one !== icons))
      expect(order.indexOf(layers.get(other) ?? "")).toBeLessThanOrEqual(order.indexOf(own));
  }
});
