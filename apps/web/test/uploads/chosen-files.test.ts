import { expect, test } from "vitest";
import { filesOfDrop, folderOf, sortOut } from "../../src/features/uploads/chosen/collect-files.ts";
import { isSent, type Known, remarksOf } from "../../src/features/uploads/chosen/remarks.ts";
import { goesWith, metadataBeside } from "../../src/features/uploads/sending/files-beside.ts";
import { totalsOf } from "../../src/features/uploads/sending/totals.ts";
import type { UploadEntry } from "../../src/features/uploads/sending/upload-store.ts";

const file = (name: string) => new File(["x"], name);

test("of a folder the images are taken, other kinds counted, and what systems write passed over", () => {
  const { images, leftOut } = sortOut(
    [
      "a.tif",
      "B.TIFF",
      "a.tfw",
      "c.jpg",
      "d.JPG",
      "x.tfw",
      ".DS_Store",
      "Thumbs.db",
      "read me",
    ].map(file),
  );
  expect(images.map(({ name }) => name)).toEqual(["a.tif", "B.TIFF"]);
  expect(leftOut).toEqual({ tfw: 1, jpg: 2, "": 1 });
});

test("files that say where an image lies go with it, and make a plain photo count as one", async () => {
  const beside = ["Orto.jgw", "orto.prj", "a.tif.aux.xml", "orto.xyz"];
  const { images, leftOut } = sortOut(["orto.JPG", "a.tif", "b.jp2", "c.zip", ...beside].map(file));
  expect(images.map(({ name }) => name)).toEqual(["orto.JPG", "a.tif", "b.jp2", "c.zip"]);
  expect(leftOut).toEqual({ xyz: 1 });
  const [plain, tiff, other] = images as [File, File, File];
  expect(await metadataBeside(plain)).toEqual({ worldfile: "x", projection: "x" });
  expect(await metadataBeside(tiff)).toEqual({ auxxml: "x" });
  expect(await metadataBeside(other)).toEqual({});
});

/** Stands for a dropped folder as a browser gives it: a file knows its folder by its entry alone. */
function dropOf(folders: Record<string, Record<string, string>>): DataTransfer {
  const entryOf = (folder: string, name: string, text: string) => ({
    isFile: true,
    fullPath: `/${folder}/${name}`,
    file: (done: (file: File) => void) => done(new File([text], name, { lastModified: 1 })),
  });
  const entries = Object.entries(folders).map(([folder, files]) => ({
    isDirectory: true,
    createReader: () => {
      const left = [Object.entries(files).map(([name, text]) => entryOf(folder, name, text)), []];
      return { readEntries: (done: (some: object[]) => void) => done(left.shift() ?? []) };
    },
  }));
  const items = entries.map((entry) => ({ webkitGetAsEntry: () => entry }));
  return Object.create({ items });
}

test("equal names in folders of one drop stay apart, each with what lies beside it", async () => {
  const files = await filesOfDrop(
    dropOf({
      "2024": { "orto.tif": "x", "orto.tfw": "place of 2024", "orto.prj": "system of 2024" },
      "2025": { "orto.tif": "x", "orto.tfw": "place of 2025" },
      "2026": { "orto.jpg": "x" },
    }),
  );
  const { images, leftOut } = sortOut(files);
  expect(await Promise.all(images.map(metadataBeside))).toEqual([
    { worldfile: "place of 2024", projection: "system of 2024" },
    { worldfile: "place of 2025" },
  ]);
  expect(leftOut).toEqual({ jpg: 1 });
  expect(images.map(folderOf)).toEqual(["/2024/", "/2025/"]);
});

test.each([
  ["a.tif", "a.tfw", true],
  ["a.tif", "a.jgw", false],
  ["a.jpg", "A.JGW", true],
  ["a.jpg", "a.wld", true],
  ["a.tif", "a.tif.aux.xml", true],
  ["a.jpg", "a.tif.aux.xml", false],
  ["a.jpg", "a.aux.xml", true],
  ["a.tif", "b.prj", false],
])("beside %s, %s is its own: %s", (image, beside, isOwn) => {
  expect(goesWith(image, beside)).toBe(isOwn);
});

test("a file that is converted after sending is sent, and that is said of it", () => {
  const remarks = remarksOf({ ...known, header: null, isMendable: true });
  expect(remarks).toEqual([{ code: "mended_later", severity: "notes" }]);
  expect(isSent(remarks, null)).toBe(true);
});

const header: Known["header"] = {
  width: 100,
  height: 100,
  bands: 3,
  bits: 8,
  place: null,
  epsg: 28412,
  isColourKnown: true,
  captureDate: { date: "2025-05-01", precision: "day", basis: "file_name" },
};
const known: Known = {
  size: 100,
  isUnreadable: false,
  isRefused: false,
  isMendable: false,
  isTwice: false,
  header,
  hasView: true,
  check: null,
};
const check = { too_coarse: false, out_of_scope: false, same_file: null, same_day: null };
const codes = (of: Partial<Known>) => remarksOf({ ...known, ...of }).map(({ code }) => code);

test("a place that cannot be read before sending is said to be known after it", () => {
  expect(codes({})).toEqual(["place_later"]);
});

test("of a file that cannot be taken nothing else is said, and it cannot be sent", () => {
  const remarks = remarksOf({ ...known, isRefused: true, isTwice: true });
  expect(remarks).toEqual([{ code: "refused", severity: "stops" }]);
  expect(isSent(remarks, true)).toBe(false);
});

test("a file that is probably here already is left out unless it is asked for", () => {
  const same = { basis: "content" as const, file_name: "a.tif", process: null };
  const remarks = remarksOf({ ...known, check: { ...check, same_file: same } });
  expect(isSent(remarks, null)).toBe(false);
  expect(isSent(remarks, true)).toBe(true);
});

test("a coarse image and another one of the day are warned of, and sent", () => {
  const found = { ...check, too_coarse: true, same_day: { whole_image: 1, file_name: "b.tif" } };
  const remarks = remarksOf({ ...known, check: found });
  expect(codes({ check: found })).toEqual(["same_day", "too_coarse", "place_later"]);
  expect(isSent(remarks, null)).toBe(true);
  expect(isSent(remarks, false)).toBe(false);
});

const entry = (columns: Partial<UploadEntry>): UploadEntry => ({
  key: "a",
  owner: 1,
  fileName: "a.tif",
  size: 1000,
  modified: 0,
  id: null,
  state: "sending",
  sent: 0,
  speed: null,
  problem: null,
  process: null,
  ...columns,
});

test("the time left for many files counts those under way and waiting, at the speed of all", () => {
  const totals = totalsOf([
    entry({ sent: 500, speed: 100 }),
    entry({ sent: 500, speed: 50 }),
    entry({ state: "waiting" }),
    entry({ state: "paused", sent: 10 }),
    entry({ state: "sent", sent: 1000 }),
    entry({ state: "failed" }),
  ]);
  expect(totals).toMatchObject({
    ...{ files: 6, arrived: 1, failed: 1, size: 6000, sent: 2010, speed: 150 },
    secondsLeft: 2000 / 150,
    ...{ isMoving: true, isHeld: true },
  });
});
