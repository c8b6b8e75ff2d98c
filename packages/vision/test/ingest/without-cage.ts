import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * A search path with every program of this one but bubblewrap and unshare, as links in `folder`: GDAL then runs without
 * a cage, as on a system that has none.
 */
export function searchPathWithoutCage(folder: string): string {
  mkdirSync(folder);
  for (const place of (process.env.PATH ?? "").split(delimiter))
    for (const name of namesIn(place))
      if (name !== "bwrap" && name !== "unshare") linkUnlessThere(place, name, folder);
  return folder;
}

/** Of two programs with one name the first is the one that runs. */
function linkUnlessThere(place: string, name: string, folder: string): void {
  try {
    symlinkSync(join(place, name), join(folder, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
