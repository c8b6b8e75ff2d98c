/** QR codes, square by square, as two programs written apart made them of the same texts. */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { qrCode } from "../../src/shared/files/qr-code.ts";

function drawn(text: string): string[] {
  const { size, isDark } = qrCode(text);
  const side = Array.from({ length: size }, (_, n) => n);
  return side.map((y) => side.map((x) => (isDark(x, y) ? "#" : ".")).join(""));
}

test("a short text", () => {
  expect(drawn("nihol")).toEqual([
    "#######.#.###.#######",
    "#.....#..#....#.....#",
    "#.###.#..##...#.###.#",
    "#.###.#.#.###.#.###.#",
    "#.###.#.#.#.#.#.###.#",
    "#.....#.####..#.....#",
    "#######.#.#.#.#######",
    "........##.##........",
    "#...#.###..#.#####..#",
    ".##.#...#.###..#...#.",
    "####..#..###..###..#.",
    "#.#.#....##..##.#...#",
    "...#.##...#.###......",
    "........##..###....#.",
    "#######.##..##...#.#.",
    "#.....#..#.##..#...#.",
    "#.###.#.##.#..###...#",
    "#.###.#..#.##....#.##",
    "#.###.#...##..###.#..",
    "#.....#..#...####....",
    "#######.##..#####...#",
  ]);
});

test("an address with a token: several blocks, alignment and version in it", () => {
  const token = `nihol_${"Ab3_".repeat(11)}`;
  const text = JSON.stringify({ address: "https://nihol.example/api/device/1234/reading", token });
  const rows = drawn(text);
  expect(rows).toHaveLength(45);
  expect(createHash("sha256").update(rows.join("\n")).digest("hex")).toBe(
    "90ab869a229c351e06486ff1dd2bd17361929175f3f7081c3677dd5b73844a23",
  );
});

test("text that no code of these versions holds is refused", () => {
  expect(qrCode("ғ".repeat(330)).size).toBe(97);
  expect(() => qrCode("x".repeat(670))).toThrow(RangeError);
});
