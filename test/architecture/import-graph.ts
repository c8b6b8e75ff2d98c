/** Imports between files, and the cycles among files and among folders. */
import { posix } from "node:path";
import { isGenerated, reached, type Source } from "./sources.ts";

/** Import of a file by another: both ends are paths from the root. */
export interface Import {
  from: string;
  to: string;
}

/** The imports among `sources`, each pair of files once. Generated files and other packages' code are left out. */
export function importsAmong(sources: Source[]): Import[] {
  const known = new Set(sources.map(({ path }) => path));
  return sources
    .filter((source) => !isGenerated(source))
    .flatMap((source) =>
      [...new Set(source.imports.map((specifier) => reached(source, specifier)))]
        .filter((to): to is string => to !== undefined && known.has(to))
        .map((to) => ({ from: source.path, to })),
    );
}

/** A set of nodes of which each reaches each other, and the imports among them. */
export interface Cycle {
  nodes: string[];
  imports: Import[];
}

/** The strongly connected components of more than one node (Tarjan 1972). */
function components(next: Map<string, string[]>): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const found: string[][] = [];
  const lower = (node: string, value = 0) => low.set(node, Math.min(low.get(node) ?? value, value));
  function visit(node: string) {
    lower(node, order.size);
    order.set(node, order.size);
    open.push(node);
    for (const other of next.get(node) ?? []) {
      if (!order.has(other)) {
        visit(other);
        lower(node, low.get(other));
      } else if (open.includes(other)) lower(node, order.get(other));
    }
    if (low.get(node) === order.get(node)) found.push(open.splice(open.indexOf(node)));
  }
  for (const node of next.keys()) if (!order.has(node)) visit(node);
  return found.filter(({ length }) => length > 1);
}

/** The circles of imports; `nodeOf` says which node a file belongs to: itself, or its folder. */
export function cyclesOf(imports: Import[], nodeOf: (path: string) => string): Cycle[] {
  const across = imports.filter(({ from, to }) => nodeOf(from) !== nodeOf(to));
  const next = new Map<string, string[]>();
  for (const { from, to } of across)
    next.set(nodeOf(from), [...(next.get(nodeOf(from)) ?? []), nodeOf(to)]);
  return components(next).map((nodes) => ({
    nodes: nodes.sort(),
    imports: across.filter((i) => nodes.includes(nodeOf(i.from)) && nodes.includes(nodeOf(i.to))),
  }));
}

/** Folders that import each other; a folder and one inside it are two folders. */
export const folderCycles = (sources: Source[]) =>
  cyclesOf(importsAmong(sources), (path) => posix.dirname(path));

/** Files that import each other. */
export const fileCycles = (sources: Source[]) => cyclesOf(importsAmong(sources), (path) => path);

/** A folder with more source files than one can see at a glance. */
export const maxFiles = 25;

/** Folders with more than `maxFiles` sources of their own; migrations, images and texts are no sources. */
export function largeFolders(sources: Source[]): { folder: string; files: number }[] {
  const folders = Map.groupBy(sources, ({ path }) => posix.dirname(path));
  return [...folders]
    .map(([folder, { length }]) => ({ folder, files: length }))
    .filter(({ files }) => files > maxFiles);
}
