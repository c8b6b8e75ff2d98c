/** Folders that import each other, and folders that hold too much. */
import {
  type Cycle,
  fileCycles,
  folderCycles,
  largeFolders,
} from "../../test/architecture/import-graph.ts";
import { product, sources } from "../../test/architecture/sources.ts";
import { atMost, type Row } from "./row.ts";

const described = ({ nodes, imports }: Cycle) => [
  nodes.join(", "),
  ...imports.map(({ from, to }) => `    ${from} → ${to}`),
];

/** Circles among folders (a folder and one inside it are two) and among files of the product. */
export function cycles(): Row[] {
  const folders = folderCycles(product);
  const files = fileCycles(product);
  return [
    atMost("folder cycles", folders.length, 0, folders.flatMap(described)),
    atMost("file cycles", files.length, 0, files.flatMap(described)),
  ];
}

/** Folders of sources, of tests and of the product, that hold too many files. */
export function tooLarge(): Row {
  const found = largeFolders(sources);
  const lines = found.map(({ folder, files }) => `${folder} (${files})`);
  return atMost("folders over 25 files", found.length, 0, lines);
}
