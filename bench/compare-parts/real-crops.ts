/** Crops of both dates side by side as PNG files, for the eyes of whoever judges a pair. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Pixels } from "@nihol/vision/pixels/pixels";
import sharp from "sharp";

/** A ring to draw: pixels of the image, `side` 0 on the first image, 1 on the second, 2 on both. */
export interface Ring {
  x: number;
  y: number;
  radius: number;
  color: string;
  side: 0 | 1 | 2;
  text?: string;
}

const TIMES = 6;
const STEP = 16;
const TICKS = 24;

export interface Cut {
  x: number;
  y: number;
  side: number;
}

async function enlarged({ data, width, height, bands }: Pixels, cut: Cut): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: bands as 3 | 4 } })
    .removeAlpha()
    .toColourspace("srgb")
    .extract({ left: cut.x, top: cut.y, width: cut.side, height: cut.side })
    .resize(cut.side * TIMES, cut.side * TIMES, { kernel: "cubic" })
    .png()
    .toBuffer();
}

function drawing(cut: Cut, left: number, rings: readonly Ring[]): string {
  const parts: string[] = [];
  const size = cut.side * TIMES;
  for (let at = Math.ceil(cut.x / STEP) * STEP; at < cut.x + cut.side; at += STEP) {
    const x = left + (at - cut.x) * TIMES;
    parts.push(`<text x="${x - 10}" y="16">${at}</text>`);
    parts.push(`<line x1="${x}" y1="${TICKS}" x2="${x}" y2="${TICKS + size}"/>`);
  }
  for (let at = Math.ceil(cut.y / STEP) * STEP; at < cut.y + cut.side; at += STEP) {
    const y = TICKS + (at - cut.y) * TIMES;
    parts.push(`<text x="${left - 26}" y="${y + 5}">${at}</text>`);
    parts.push(`<line x1="${left}" y1="${y}" x2="${left + size}" y2="${y}"/>`);
  }
  for (const { x, y, radius, color, text } of rings) {
    const [cx, cy] = [left + (x - cut.x) * TIMES, TICKS + (y - cut.y) * TIMES];
    if (cx < left || cx > left + size || cy < TICKS || cy > TICKS + size) continue;
    parts.push(
      `<circle cx="${cx}" cy="${cy}" r="${radius * TIMES}" stroke="${color}" stroke-width="2" fill="none"/>`,
    );
    if (text) parts.push(`<text x="${cx + 4}" y="${cy - 4}" style="fill:${color}">${text}</text>`);
  }
  return parts.join("");
}

/** Writes `name.png` into a folder: a cut of both images with pixel numbers and rings. */
export async function writeCrop(
  folder: string,
  name: string,
  images: readonly [Pixels, Pixels],
  cut: Cut,
  rings: readonly Ring[] = [],
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const size = cut.side * TIMES;
  const lefts = [32, 32 + size + 36] as const;
  const svg = lefts
    .map((left, side) =>
      drawing(
        cut,
        left,
        rings.filter((ring) => ring.side === 2 || ring.side === side),
      ),
    )
    .join("");
  const [width, height] = [lefts[1] + size + 4, TICKS + size + 4];
  const over = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><style>text{font:14px sans-serif;fill:#fff}line{stroke:#fff;stroke-opacity:.13}</style>${svg}</svg>`;
  await sharp({ create: { width, height, channels: 3, background: "#222" } })
    .composite([
      { input: await enlarged(images[0], cut), left: lefts[0], top: TICKS },
      { input: await enlarged(images[1], cut), left: lefts[1], top: TICKS },
      { input: Buffer.from(over), left: 0, top: 0 },
    ])
    .png()
    .toFile(join(folder, `${name}.png`));
}
