/** Fetches the pieces of an image into files; those that are there already are not asked for again. */
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { fetchLimits, type SourceSettings } from "@nihol/contract/values/imagery/imagery-sources";
import { forEachOf, type Politeness, patiently } from "@nihol/sources/fetch/politely";
import type { SourceFetcher } from "@nihol/sources/fetch/source-fetcher";
import { SourceProblem } from "@nihol/sources/fetch/source-problem";
import type { Grid } from "@nihol/sources/kinds/grid";
import { openPieces } from "@nihol/sources/kinds/pieces";
import type { MosaicOrder } from "@nihol/vision/mosaic/tile-mosaic";

/** For the text of a refusal. */
const gigabytes = { gigabytes: fetchLimits.imageBytes / 1024 ** 3 };

interface Order {
  settings: SourceSettings;
  fetcher: SourceFetcher;
  grid: Grid;
  day: string;
  /** Kept from one try to the next. */
  folder: string;
  politeness: Politeness;
  signal: AbortSignal;
  onProgress: (share: number) => void;
}

/** The size of a file that was fetched before; undefined where there is none. */
const sizeOf = (file: string) =>
  stat(file).then(
    ({ size }) => size,
    () => undefined,
  );

/** Of a disk that was full, or a worker that was killed, halves are left: nobody would take them up. */
async function removeHalves(folder: string) {
  for (const name of await readdir(folder).catch(() => []))
    if (name.endsWith(".part")) await rm(`${folder}/${name}`, { force: true });
}

/** Name of a piece for people: level, column and row of a tile, or column and row of a map server's requests. */
export function pieceName({ zoom, firstColumn, firstRow, columns }: Grid, n: number): string {
  const at = [firstColumn + (n % columns), firstRow + Math.floor(n / columns)];
  return (zoom === null ? at : [zoom, ...at]).join("/");
}

/** Codes of a problem of one piece, by what the server did. */
const ofPiece: Record<string, string> = {
  source_status: "source_piece_status",
  source_timeout: "source_piece_timeout",
  source_unreachable: "source_piece_unreachable",
  source_damaged: "source_piece_broken",
  source_not_image: "source_piece_broken",
};

/** The problem of one piece, with its name. */
function placed(error: unknown, grid: Grid, n: number): unknown {
  if (!(error instanceof SourceProblem)) return error;
  const code = ofPiece[error.reason.code];
  const params = { ...error.reason.params, tile: pieceName(grid, n) };
  return code ? new SourceProblem(code, params) : error;
}

/**
 * Fetches what is missing.
 * @returns the mosaic to be written, without its target.
 * @throws SourceProblem that names the piece; the signal's reason
 */
export async function fetchPieces(order: Order): Promise<Omit<MosaicOrder, "target">> {
  const { settings, fetcher, grid, day, folder, politeness, signal, onProgress } = order;
  const { columns, rows, westM, northM, piecePixels, pixelM } = grid;
  await mkdir(folder, { recursive: true });
  const ask = () => openPieces(settings, fetcher, grid, signal);
  const addressOf = (await patiently(ask, politeness.pausesMs, signal)).addressesOn(day);
  const pieces = new Array<string | null>(columns * rows).fill(null);
  let done = 0;
  let bytesHere = 0;
  const expected = { kind: "image", maxBytes: fetchLimits.tileBytes, mayBeAbsent: true } as const;
  await forEachOf([...pieces.keys()], { ...politeness, signal }, async (n, either) => {
    const [column, row] = [n % columns, Math.floor(n / columns)];
    const file = `${folder}/${n}`;
    let size = await sizeOf(file);
    if (size === undefined) {
      const ask = () => fetcher.get(addressOf(column, row), expected, either);
      const { bytes } = await patiently(ask, politeness.pausesMs, either).catch((error) => {
        throw placed(error, grid, n);
      });
      // Whole or not there at all: a killed worker leaves no half of one.
      await writeFile(`${file}.part`, bytes);
      await rename(`${file}.part`, file);
      size = bytes.length;
    }
    if (size > 0) pieces[n] = file;
    bytesHere += size;
    if (bytesHere > fetchLimits.imageBytes)
      throw new SourceProblem("source_image_bytes", gigabytes);
    done++;
    onProgress(done / pieces.length);
  }).finally(() => removeHalves(folder));
  return { pieces, columns, rows, westM, northM, pieceM: piecePixels * pixelM };
}
