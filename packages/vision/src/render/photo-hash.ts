/**
 * A perceptual hash: photos that look alike have hashes that differ in few bits, whatever was done to the file.
 * The signs of the low frequencies of a discrete cosine transform, as in C. Zauner, Implementation and Benchmarking
 * of Perceptual Image Hash Functions, 2010 (pHash, 64 bits), with the 256 bits of Facebook's PDQ (The TMK+PDQF
 * Video-Hashing Algorithm and the PDQ Image-Hashing Algorithm, 2019). Signs instead of the comparison with the
 * median: the sign of a mirrored photo's coefficient is known without transforming it again.
 */
import { ImageRefused } from "@nihol/geo/tiff/refusal";
import { sharp } from "../native/image-library.ts";

/**
 * 256 bits as four words of 64, each 16 hexadecimal digits. The first word holds the lowest 8 by 8 frequencies.
 */
export type PhotoHash = [string, string, string, string];

/** The photo is averaged to so many pixels a side first. */
const side = 64;
/** Frequencies 1 to 16 in each direction: 0 is what the whole line or column has in common. */
const frequencies = 16;
const half = frequencies / 2;

/**
 * A coefficient that stands for a pattern of less than an eighth of a grey level is as good as noise: rounding to
 * whole grey levels alone makes coefficients of 0.3.
 */
const noise = 4;
/**
 * So many of the first word's 64 bits must stand for something. Clear sky, fog and a lens cap have fewer, and their
 * other bits are chance or equal in all of them.
 */
const minInformativeBits = 40;

const basis = Array.from({ length: frequencies }, (_, index) =>
  Float64Array.from(
    { length: side },
    (_, at) => Math.sqrt(2 / side) * Math.cos(((2 * at + 1) * (index + 1) * Math.PI) / (2 * side)),
  ),
);

/** The orthonormal DCT-II of the grey levels at the frequencies 1 to 16, row by row. */
function lowFrequencies(grey: Uint8Array): Float64Array {
  const across = new Float64Array(side * frequencies);
  for (let y = 0; y < side; y++)
    for (const [u, wave] of basis.entries()) {
      let sum = 0;
      for (let x = 0; x < side; x++) sum += (grey[y * side + x] ?? 0) * (wave[x] ?? 0);
      across[y * frequencies + u] = sum;
    }
  const result = new Float64Array(frequencies * frequencies);
  for (const [v, wave] of basis.entries())
    for (let u = 0; u < frequencies; u++) {
      let sum = 0;
      for (let y = 0; y < side; y++) sum += (across[y * frequencies + u] ?? 0) * (wave[y] ?? 0);
      result[v * frequencies + u] = sum;
    }
  return result;
}

/** The 64 coefficients of one word, from `left` and `top` on. */
const block = (coefficients: Float64Array, left: number, top: number) =>
  Array.from(
    { length: half * half },
    (_, bit) =>
      coefficients[(top + Math.floor(bit / half)) * frequencies + left + (bit % half)] ?? 0,
  );

function wordOf(values: readonly number[]): string {
  let word = 0n;
  for (const [bit, value] of values.entries()) if (value > 0) word |= 1n << BigInt(bit);
  return word.toString(16).padStart(16, "0");
}

/**
 * The hash of a stored photo, upright; undefined where it shows too little to tell it from another.
 * Throws `ImageRefused` when no pixels come out.
 */
export async function photoHash(photo: Buffer): Promise<PhotoHash | undefined> {
  const grey = await sharp(photo)
    .flatten({ background: "#808080" })
    .greyscale()
    .resize(side, side, { fit: "fill" })
    .raw()
    .toBuffer()
    .catch(() => {
      throw new ImageRefused("damaged", { reason: "not decodable" });
    });
  const coefficients = lowFrequencies(grey);
  const lowest = block(coefficients, 0, 0);
  const informative = lowest.filter((value) => Math.abs(value) >= noise).length;
  if (informative < minInformativeBits) return undefined;
  return [
    wordOf(lowest),
    wordOf(block(coefficients, half, 0)),
    wordOf(block(coefficients, 0, half)),
    wordOf(block(coefficients, half, half)),
  ];
}
