/**
 * Finds photos that look alike among millions, without reading them all: multi-index hashing (M. Norouzi, A. Punjani
 * and D. J. Fleet, Fast Search in Hamming Space with Multi-Index Hashing, CVPR 2012). The first 64 bits are cut into
 * four bands, each with an index; two hashes that are near have a band that is nearer still.
 */
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";

/** Four words of 64 bits, each 16 hexadecimal digits, as packages/vision makes them. */
export type PhotoHash = readonly [string, string, string, string];

/**
 * Bits in which two hashes of one photo may differ: in the first word, and in all four. Chosen on 6,332 aerial photos
 * of trees (NEON and others), 40 million pairs as they are and mirrored: within these bits were 20 files that stood
 * there twice, eleven pairs of the same ground in another year, and no other; the nearest two that had nothing to do
 * with each other differed in 81 bits. Found again were all photos saved anew at quality 40, halved, a third as
 * large, brighter, darker, hazy, grey, turned by a degree, mirrored or cropped by 1 % a side; 98 % with a date
 * stamped over them, 88 % cropped by 2 % a side, 4 % of those cropped by 4 %.
 */
export const nearBits = { first: 11, all: 72 } as const;

const bands = [0, 1, 2, 3] as const;
const bandBits = 16;

/**
 * Bits in which a band may differ. Where all four differed in more, the word would differ in more than `first`:
 * with first = 4a + b, the first b + 1 bands are searched to a bits and the others to a − 1.
 */
const radiusOf = (band: number): number =>
  Math.floor(nearBits.first / bands.length) - (band <= nearBits.first % bands.length ? 0 : 1);

/** All numbers of 16 bits that differ from one in at most `radius` bits. */
function probesOf(value: number, radius: number, from = 0): number[] {
  if (radius <= 0) return radius === 0 ? [value] : [];
  const probes = [value];
  for (let bit = from; bit < bandBits; bit++)
    probes.push(...probesOf(value ^ (1 << bit), radius - 1, bit + 1));
  return probes;
}

const unsigned = (word: string) => BigInt(`0x${word}`);
/** As the column holds it. */
export const signed = (word: string): string => BigInt.asIntN(64, unsigned(word)).toString();

/** The hash of the same photo seen in a mirror: every odd frequency across the photo has the other sign. */
export const mirrored = (hash: PhotoHash): PhotoHash =>
  hash.map((word) => (unsigned(word) ^ 0x5555_5555_5555_5555n).toString(16).padStart(16, "0")) as [
    string,
    string,
    string,
    string,
  ];

const bandOf = {
  0: sql`(hash_0 & 65535)`,
  1: sql`(hash_0 >> 16 & 65535)`,
  2: sql`(hash_0 >> 32 & 65535)`,
  3: sql`(hash_0 >> 48 & 65535)`,
};

const differing = (column: string, word: string) =>
  sql`bit_count((${sql.ref(column)} # ${signed(word)}::int8)::bit(64))`;

interface SimilarPhoto {
  report_id: number;
  /** Bits of 256. */
  distance: number;
}

/** The nearest photos whose hashes differ in at most `nearBits`, nearest first. */
export async function searchSimilar(
  db: Db,
  hash: PhotoHash,
  limit: number,
): Promise<SimilarPhoto[]> {
  const searches = bands.map((band) => {
    const value = Number((unsigned(hash[0]) >> BigInt(band * bandBits)) & 0xffffn);
    return sql`select report_id from planting_photo
      where ${bandOf[band]} = any(${probesOf(value, radiusOf(band))}::int8[])
        and ${differing("hash_0", hash[0])} <= ${nearBits.first}`;
  });
  const distance = sql.join(
    hash.map((word, index) => differing(`p.hash_${index}`, word)),
    sql` + `,
  );
  const { rows } = await sql<SimilarPhoto>`
    select * from (
      select p.report_id, (${distance})::int as distance
      from planting_photo p where p.report_id in (${sql.join(searches, sql` union `)})) as near
    where distance <= ${nearBits.all} order by distance, report_id limit ${limit}`.execute(db);
  return rows;
}
