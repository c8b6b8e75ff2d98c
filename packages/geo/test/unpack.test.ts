/** Blocks of a TIFF that are cut or damaged, as a picture before upload may hold them. */
import { unpackBlock } from "@nihol/geo/tiff/unpack";
import { zlibSync } from "fflate";
import { expect, test } from "vitest";

const deflate = 8;
const plain = Uint8Array.from({ length: 20_000 }, (_, i) => (i * i) % 251);
const packed = zlibSync(plain);

test("a whole block is unpacked, and no more of it than was asked for", async () => {
  expect(await unpackBlock(packed, deflate, plain.length)).toEqual(plain);
  expect(await unpackBlock(packed, deflate, 7)).toEqual(plain.subarray(0, 7));
});

test("a block that is cut gives what came before the cut", async () => {
  const part = await unpackBlock(packed.subarray(0, packed.length >> 1), deflate, plain.length);
  expect(part.length).toBeLessThan(plain.length);
  expect(part).toEqual(plain.subarray(0, part.length));
});

test("a block that is no packed data at all gives nothing", async () => {
  expect(await unpackBlock(new Uint8Array(100).fill(255), deflate, 50)).toHaveLength(0);
});

test("other compressions are refused", async () => {
  await expect(unpackBlock(packed, 7, 10)).rejects.toThrow("compression 7");
});
