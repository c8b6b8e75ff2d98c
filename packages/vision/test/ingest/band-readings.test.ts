import type { BandMetadata, BandRoles } from "@nihol/contract/values/imagery/raster-metadata";
import { ImageRefused } from "@nihol/geo/tiff/refusal";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { bandImage } from "../../src/ingest/band-image.ts";
import { bandReadings } from "../../src/ingest/bands.ts";
import { inspectImage } from "../../src/ingest/ingest.ts";
import { paintedTiff, temporaryFolder, translate } from "./geotiff-fixtures.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

const asText = ({ red, green, blue, nir, basis }: BandRoles) =>
  `${red} ${green} ${blue} ${nir} ${basis}`;

function readingsOf(
  names: (string | null)[],
  interpretations: (string | null)[],
  fileName = "image.tif",
) {
  const bands = names.map(
    (description, i): BandMetadata => ({
      ...{ index: i + 1, type: "UInt16", description, nodata: null },
      interpretation: interpretations[i] ?? "Undefined",
    }),
  );
  const samples = bands.map((_, i) => ({
    values: Array.from({ length: 200 }, (_, at) => 300 + ((at * 53 + i * 7) % 1700)),
  }));
  return bandReadings(bands, samples, fileName);
}
/** The orders between which a person is asked, as "red green blue nir". */
const askedOf = (...image: Parameters<typeof readingsOf>) => readingsOf(...image).asked.map(asText);
const unnamed = [null, null, null, null];
const usual = ["Red", "Green", "Blue"];

describe("bands of which more than one reading is possible", () => {
  test("names against the colour interpretation", () => {
    expect(askedOf(["Blue", "Green", "Red", "NIR"], usual)).toEqual([
      "3 2 1 4 description",
      "1 2 3 4 interpretation",
    ]);
  });

  test("the name of the file against the colour interpretation", () => {
    expect(askedOf(unnamed, usual, "20260514_BGRN_SR.tif")).toEqual([
      "1 2 3 4 interpretation",
      "3 2 1 4 file_name",
    ]);
  });

  test("an order alone", () => {
    const orders = ["1 2 3 4 order", "3 2 1 4 order"];
    expect(askedOf(unnamed, [])).toEqual(orders);
    expect(askedOf(["b1", "b2", "b3", "b4"], ["Gray"])).toEqual(orders);
  });

  test("a name that gainsays one colour of the interpretation", () => {
    expect(askedOf(["Red edge", "Green", "Blue", "NIR"], usual)).toEqual([
      "1 2 3 4 interpretation",
      "3 2 1 4 order",
    ]);
  });

  test("names in the languages of the panel", () => {
    for (const names of [
      ["Синий", "Зелёный", "Красный", "Ближний инфракрасный"],
      ["Кабуд", "Сабз", "Сурх", "Инфрасурх"],
      ["Mavi", "Yaşıl", "Qırmızı", "Yaxın infraqırmızı"],
    ])
      expect([asText(readingsOf(names, []).roles), askedOf(names, [])]).toEqual([
        "3 2 1 4 description",
        [],
      ]);
  });

  test("names that tell of other light are refused, not asked about", () => {
    for (const names of [
      ["NIR", "Red", "Green"],
      ["NDVI", "Red edge", "NIR"],
    ])
      expect(() => readingsOf(names, [])).toThrow(ImageRefused);
  });

  test("is not asked where names, interpretation and file agree", () => {
    expect(askedOf(["b1", "b2", "b3", "b4"], usual)).toEqual([]);
    expect(askedOf(["Red", "Green", "Blue", "NIR"], usual, "x_RGBN.tif")).toEqual([]);
    expect(askedOf(["Red", "Green", "Blue", null], usual)).toEqual([]);
    expect(askedOf(["Blue", "Green", "Red", "NIR"], [])).toEqual([]);
    expect(askedOf(unnamed, [], "20260514_BGRN_SR.tif")).toEqual([]);
  });
});

describe("a file whose bands have no names", () => {
  const path = `${folder.path}/unnamed.tif`;

  test("gives each reading with a picture of its own colours, and takes a person's word", async () => {
    const drawn = `${folder.path}/drawn.tif`;
    await paintedTiff(drawn, 900, 700, 4);
    // Band 1 is dark and band 3 bright, so that the pictures differ.
    const options = ["-ot", "UInt16", "-co", "PHOTOMETRIC=MINISBLACK", "-co", "ALPHA=NO"];
    translate([...options, "-colorinterp", "gray,undefined,undefined,undefined", drawn, path]);
    const facts = await inspectImage(path);
    expect(facts.readings).toHaveLength(2);
    const [first, second] = facts.readings ?? [];
    if (!first || !second) throw new Error("nothing was asked");
    const pictures = [first, second].map((roles) => bandImage(path, facts, roles));
    const [one, two] = await Promise.all(
      pictures.map(async (picture) =>
        sharp(await picture)
          .raw()
          .toBuffer({ resolveWithObject: true }),
      ),
    );
    expect(one?.info).toMatchObject({ width: 320, channels: 3 });
    // The same ground with red and blue in each other's place.
    const swapped = one?.data.filter((value, i) => {
      const other = i % 3 === 0 ? i + 2 : i % 3 === 2 ? i - 2 : i;
      return Math.abs(value - (two?.data[other] ?? 0)) < 40;
    });
    expect((swapped?.length ?? 0) / (one?.data.length ?? 1)).toBeGreaterThan(0.95);
    const answered = await inspectImage(path, { roles: { ...second, basis: "person" } });
    expect(answered.roles).toMatchObject({ red: 3, green: 2, blue: 1, basis: "person" });
    expect(answered.readings).toBeUndefined();
  });
});
