/** Names in archives: in which letters they are, and that each stands once. */
import { listEntries } from "@nihol/geo/files/kmz-archive";
import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";

/** An archive of two files, whose names of one letter are other bytes than they were written with. */
function archive(first: number, second: number): Uint8Array {
  const bytes = zipSync({ "a.kml": strToU8("x"), "b.kml": strToU8("y") });
  const letters = new Map([
    [0x61, first],
    [0x62, second],
  ]);
  return bytes.map((byte, i) =>
    bytes[i + 1] === 0x2e && bytes[i + 2] === 0x6b ? (letters.get(byte) ?? byte) : byte,
  );
}

test("a name that is no UTF-8 is read in the code page of Windows' archiver", () => {
  expect(listEntries(archive(0xa1, 0xa2)).map(({ name }) => name)).toEqual(["б.kml", "в.kml"]);
});

test("a name that stands twice is refused by its name", () => {
  expect(() => listEntries(archive(0x61, 0x61))).toThrow(
    expect.objectContaining({ code: "kmz_name_twice", params: { what: "a.kml" } }),
  );
});
