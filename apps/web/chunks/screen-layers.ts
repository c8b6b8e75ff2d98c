/**
 * Assigns each module to a file of the build. By default each set of screens that shares something has a file of its
 * own: 144 of them for one list, and a slow line waits for each. Here a module's file follows from how many screens need
 * it. What a module imports is needed by at least as many, so that files import in one direction only.
 */
import type { Plugin, Rolldown } from "vite";

type Info = Pick<Rolldown.ModuleInfo, "importedIds" | "dynamicallyImportedIds" | "code">;
export type Graph = ReadonlyMap<string, Info>;

const isScreen = (id: string) => /\/routes\/admin\/.+\.tsx\?tsr-split=component/.test(id);
const isFrame = (id: string) => /\/routes\/admin\/route\.tsx\?tsr-split=component/.test(id);
const isSignIn = (id: string) => /\/routes\/auth\.tsx\?tsr-split=component/.test(id);
const isMap = (id: string) => /\/src\/map\/(live-map|map-view|twins\/.+)\.tsx?$/.test(id);
const isField = (id: string) => /\/routes\/field\.tsx\?tsr-split=component/.test(id);
/** The list of all icons: who imports it needs the few that it names. */
const isIconList = (id: string) => /lucide-react\/dist\/esm\/lucide-react\./.test(id);

/** One icon: some 200 bytes, too little for a file of its own. */
const isIcon = (id: string) => /lucide-react\/dist\/esm\/icons\//.test(id);

/** The words between `import {` and `} from "lucide-react"`, as the icons' files are named: `Trash2` is `trash-2`. */
function iconsNamed(code: string): Set<string> {
  const [, words = ""] = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/.exec(code) ?? [];
  const names = words.split(",").map((word) => word.trim().split(/\s+as\s+/)[0] ?? "");
  return new Set(names.map((name) => name.replace(/(?!^)([A-Z]|\d+)/g, "-$1").toLowerCase()));
}

/** Modules that a module imports; of the list of icons only those that it names. */
function importedBy(info: Info, graph: Graph): string[] {
  return info.importedIds.flatMap((id) => {
    if (!isIconList(id)) return [id];
    const named = iconsNamed(info.code ?? "");
    const icons = graph.get(id)?.importedIds ?? [];
    return icons.filter((icon) => named.has(icon.replace(/^.*\/|\.\w+$/g, "")));
  });
}

/** Everything that has to be there before one of these can run. */
function neededBy(roots: Iterable<string>, graph: Graph): Set<string> {
  const needed = new Set<string>();
  const waiting = [...roots];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (needed.has(id)) continue;
    needed.add(id);
    const info = graph.get(id);
    if (info) waiting.push(...importedBy(info, graph));
  }
  return needed;
}

/** Features with several screens that no other feature needs a part of: each is a file, which other screens do not fetch. */
const families = ["reports", "monitoring"];
const familyOf = (id: string) => families.find((name) => id.includes(`/src/features/${name}/`));

/**
 * The share of the screens from which on all of them may as well have it at once: what fewer need is fetched whole by
 * whoever needs a part of it, and most lists are better off with a little more and without that file.
 */
const inMany = 0.15;

/** The name of each shared module's file; modules of one screen alone are left to it. */
export function layersOf(graph: Graph): Map<string, string> {
  const screens = [...graph.keys()].filter(isScreen);
  const counts = new Map<string, number>();
  for (const screen of screens)
    for (const id of neededBy([screen], graph)) counts.set(id, (counts.get(id) ?? 0) + 1);
  const of = (isRoot: (id: string) => boolean) => neededBy([...graph.keys()].filter(isRoot), graph);
  const [signIn, frame, map, field] = [of(isSignIn), of(isFrame), of(isMap), of(isField)];
  const parts = [...graph.values()].flatMap(({ dynamicallyImportedIds }) => dynamicallyImportedIds);
  const laterParts = new Set(parts.filter((id) => !isScreen(id)));
  const later = neededBy(laterParts, graph);
  const partCounts = new Map<string, number>();
  for (const part of laterParts)
    for (const id of neededBy([part], graph)) partCounts.set(id, (partCounts.get(id) ?? 0) + 1);
  const isSharedIcon = (id: string) => isIcon(id) && (partCounts.get(id) ?? 0) > 1;
  const layers = new Map<string, string>();
  for (const id of graph.keys()) {
    const count = counts.get(id) ?? 0;
    const isOfMap = map.has(id);
    if (isSignIn(id) || isScreen(id)) continue;
    if (signIn.has(id)) layers.set(id, "sign-in");
    else if (frame.has(id) || count >= screens.length * inMany) layers.set(id, "work");
    else if (count > 1 && familyOf(id)) layers.set(id, familyOf(id) as string);
    else if (count > 1 || (count === 1 && later.has(id)) || isSharedIcon(id))
      layers.set(id, "some");
    else if (isOfMap) layers.set(id, field.has(id) ? "ground" : "map");
  }
  return layers;
}

/**
 * Files in the order in which they take their modules, first those that more screens need: a file takes along what its
 * modules import and no file before it holds. "ground" is what the map shares with the page for the field: as part of
 * "some", every screen fetched it.
 */
const names = ["sign-in", "work", "some", ...families, "ground", "map"];

/** The plugin reads who imports whom when all modules are known; the groups are asked afterwards. */
export function screenLayers(): { plugin: Plugin; groups: Rolldown.CodeSplittingGroup[] } {
  let layers = new Map<string, string>();
  return {
    groups: names.map((name, at) => ({
      name,
      test: (id) => layers.get(id) === name,
      priority: names.length - at,
    })),
    plugin: {
      name: "screen-layers",
      apply: "build",
      buildEnd() {
        const graph = new Map<string, Info>();
        for (const id of this.getModuleIds()) {
          const info = this.getModuleInfo(id);
          if (info) graph.set(id, info);
        }
        layers = layersOf(graph);
      },
    },
  };
}
