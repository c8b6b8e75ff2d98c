/** A country's own base map: an archive in the data folder takes the place of the one that comes with the panel. */
import { open } from "node:fs/promises";
import { join } from "node:path";
import { PMTiles, type Source, TileType } from "pmtiles";

const fileName = "basemap.pmtiles";

/** Layers without which the panel would draw nothing: those of apps/web/basemap. */
const drawn = ["ground", "ocean", "lake", "river", "road", "place"];

/** What lies in the data folder; `problem` says why an archive is not used. */
export type OwnBaseMap = { file: string; problem?: string } | undefined;

const sourceOf = (path: string): Source => ({
  getKey: () => path,
  async getBytes(offset, length) {
    await using file = await open(path);
    const bytes = new Uint8Array(length);
    const { bytesRead } = await file.read(bytes, 0, length, offset);
    return { data: bytes.buffer.slice(0, bytesRead) };
  },
});

async function problemOf(path: string): Promise<string | undefined> {
  const archive = new PMTiles(sourceOf(path));
  const header = await archive.getHeader();
  if (header.tileType !== TileType.Mvt) return "its tiles are no vector tiles";
  const metadata = (await archive.getMetadata()) as { vector_layers?: { id: string }[] } | null;
  const names = new Set((metadata?.vector_layers ?? []).map(({ id }) => id));
  if (drawn.some((name) => names.has(name))) return undefined;
  return `it has none of the layers ${drawn.join(", ")}`;
}

/** Looks for `basemap.pmtiles` in the data folder and reads its header and the names of its layers. */
export async function findOwnBaseMap(dataDir: string): Promise<OwnBaseMap> {
  const file = join(dataDir, fileName);
  try {
    const problem = await problemOf(file);
    return problem === undefined ? { file } : { file, problem };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    return { file, problem: "it cannot be read as a PMTiles archive" };
  }
}
