/** The search by bands finds exactly what a comparison with every photo finds. */
import { type FreshDatabase, freshDatabase } from "@nihol/db/test-database";
import { seededRandom } from "@nihol/geo/seeded-random";
import {
  mirrored,
  nearBits,
  type PhotoHash,
  searchSimilar,
  signed,
} from "@nihol/store/evidence/photo-search";
import { afterAll, beforeAll, expect, test } from "vitest";

let db: FreshDatabase;
const random = seededRandom(7);
const word = () =>
  [1, 2, 3, 4]
    .map(() =>
      Math.floor(random() * 65536)
        .toString(16)
        .padStart(4, "0"),
    )
    .join("");
const hash = (): PhotoHash => [word(), word(), word(), word()];
/** So many bits of the first word and of the others turned round, drawn at random. */
function changed(of: PhotoHash, first: number, others: number): PhotoHash {
  const words = of.map((one) => BigInt(`0x${one}`));
  const turn = (bits: number, from: number) => {
    const places = new Set<number>();
    while (places.size < bits) places.add(from + Math.floor(random() * (from ? 192 : 64)));
    for (const place of places)
      words[place >> 6] = (words[place >> 6] ?? 0n) ^ (1n << BigInt(place & 63));
  };
  turn(first, 0);
  turn(others, 64);
  const [a = "", b = "", c = "", d = ""] = words.map((one) => one.toString(16).padStart(16, "0"));
  return [a, b, c, d];
}

const asked = hash();
/** Around the limits of both distances, among many that are far. */
const near = Array.from({ length: 400 }, (_, index) => ({
  first: index % 16,
  others: (index * 7) % 80,
}));
beforeAll(async () => {
  db = await freshDatabase();
  await db.pool.query("alter table planting_photo drop constraint planting_photo_report_id_fkey");
  const hashes = [
    ...near.map(({ first, others }) => changed(asked, first, others)),
    ...Array.from({ length: 3000 }, hash),
  ];
  const column = (at: 0 | 1 | 2 | 3) => hashes.map((one) => signed(one[at]));
  await db.pool.query(
    `insert into planting_photo (report_id, of_photo, hash_0, hash_1, hash_2, hash_3, sent_at)
     select n, 'photo', a, b, c, d, now()
     from unnest($1::int[], $2::int8[], $3::int8[], $4::int8[], $5::int8[]) as v (n, a, b, c, d)`,
    [hashes.map((_, index) => index), column(0), column(1), column(2), column(3)],
  );
});
afterAll(() => db.close());

const expected = near
  .map(({ first, others }, report_id) => ({ report_id, first, distance: first + others }))
  .filter(({ first, distance }) => first <= nearBits.first && distance <= nearBits.all)
  .map(({ report_id, distance }) => ({ report_id, distance }))
  .sort((a, b) => a.distance - b.distance || a.report_id - b.report_id);

test("photos within both distances are found, nearest first, and no other", async () => {
  expect(expected.length).toBeGreaterThan(200);
  expect(await searchSimilar(db.sql, asked, 1000)).toEqual(expected);
  expect(await searchSimilar(db.sql, asked, 3)).toEqual(expected.slice(0, 3));
});

test("a mirrored photo has the hash that is mirrored back", async () => {
  expect(mirrored(mirrored(asked))).toEqual(asked);
  expect(await searchSimilar(db.sql, mirrored(asked), 1000)).toEqual([]);
});
