import { describe, expect, test } from "vitest";
import { type TextLanguage, textLanguages } from "../src/text.ts";
import { all, bare, files, read } from "./read-texts.ts";

/** Names, formats and units that are written in Latin letters in every language. */
const latinWords =
  /\b(X-Device-Token|Authorization: Device|TOKEN|ECW|MrSID|MBTiles|tfw|jgw|prj|jp2|jpg|png|zip|Nihol|KMZ|KML|GeoJSON|GeoTIFF|TIFF|TIF|COG|XYZ|WMTS|WMS|STAC|SensorThings|XML|JSON|GDAL|LZW|Deflate|UTM|tiff?|TMS|JPEG|JPG|PNG|WebP|HEIC|HEIF|doctor|basemap\.pmtiles|PMTiles|OpenMapTiles|Protomaps|Shortbread|PDF|QR|DOCX|XLSX|CSV|ZIP|RGB|NIR|NDVI|GLI|VARI|ExG|EXIF|GPS|GPX|GeoPackage|QGIS|URL|HTTP|HTTPS|API|SHA-256|MQTT|CO|NO|SO|NTU|PM2|PM10|pH|WGS|NAD83|ETRS89|Ctrl|Enter|Esc|Shift|Backspace|Tab|GSD|COCO|ONNX|EPSG|IoU|ID|ppm|FAO-56|FAO|NRCS|WebGL|Web Mercator|Cloud Optimized|MasterAdmin|SysAdmin|NIHOL_SOURCES_INSIDE|catalog\.json|tiles\.example\.org|https?|date|[xyz]|EPA|ASHRAE|EIFAC|[A-Z])\b/g;

/** Texts that read the same in Tajik and Russian. */
const sameInTajikAndRussian = new Set([
  "га",
  "м",
  "м²",
  "км",
  "км²",
  "Токен",
  "Формат",
  "см",
  "%",
  "№",
  "Сервер",
  "Файл",
  "График",
  "Контур",
  "Телефон",
  "Мониторинг",
  "Радиус",
  "дСм/м",
  "мкСм/см",
  "мкг/м³",
  "мг/л",
  "мг/м³",
  "гПа",
  "Масштаб",
  "Процесс",
  "Индекс",
  "Модель",
]);

const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((hit) => hit[1]).sort();

describe.each(files)("%s", (file) => {
  test("has the same keys in all four languages", () => {
    const keys = Object.keys(read("ru", file)).sort();
    for (const language of textLanguages) {
      expect(Object.keys(read(language, file)).sort(), language).toEqual(keys);
    }
  });

  test("has the same placeholders in all four languages", () => {
    for (const [key, text] of Object.entries(read("ru", file))) {
      for (const language of textLanguages) {
        const other = read(language, file)[key] ?? "";
        expect(placeholders(other), `${language} ${key}`).toEqual(placeholders(text));
      }
    }
  });
});

test("no text is empty or has blanks at its ends", () => {
  for (const language of textLanguages) {
    const bad = all(language).filter(([, text]) => text.trim() === "" || text.trim() !== text);
    expect(bad, language).toEqual([]);
  }
});

test("Tajik has only letters of the Tajik alphabet", () => {
  // щ, ы, ц and ь left the alphabet in 1998; where they stand, Russian was left over.
  const bad = all("tg").filter(([, text]) => /[щыць]/i.test(text));
  expect(bad).toEqual([]);
});

test("Azerbaijani has no Cyrillic letters and no letters that its alphabet lacks", () => {
  const bad = all("az").filter(([, text]) => {
    const words = bare(text).replace(latinWords, "");
    return /[\u0400-\u04ff]/.test(words) || /w/i.test(words.replace(/\bweb\b|www/gi, ""));
  });
  expect(bad).toEqual([]);
});

test("Russian and Tajik have no Latin words but names of formats and keys", () => {
  for (const language of ["ru", "tg"]) {
    const bad = all(language).filter(([, text]) =>
      /[a-z]/i.test(bare(text).replace(latinWords, "")),
    );
    expect(bad, language).toEqual([]);
  }
});

test("Russian has no Tajik letters", () => {
  expect(all("ru").filter(([, text]) => /[ғӣқӯҳҷ]/i.test(text))).toEqual([]);
});

test("no Tajik text is simply the Russian one", () => {
  const russian = new Map(all("ru"));
  const bad = all("tg").filter(([key, text]) => {
    const hasWords = /[а-яё]{2}/i.test(bare(text));
    return hasWords && russian.get(key) === text && !sameInTajikAndRussian.has(bare(text).trim());
  });
  expect(bad).toEqual([]);
});

test("English has no letters of the other three", () => {
  expect(
    all("en").filter(([, text]) => /[\u0400-\u04ffəğış]/i.test(text.replace(/[Ii]/g, ""))),
  ).toEqual([]);
});

test("no Azerbaijani text puts a suffix on what is filled in, which it could not harmonise with", () => {
  const bad = all("az").filter(([, text]) => /\{\w+\}[-’']?\p{Ll}/u.test(text));
  expect(bad).toEqual([]);
});

test("each language has one kind of quotes and one kind of dash", () => {
  const wrong = { tg: /[“”„"—]/, ru: /[“”„"—]/, az: /[«»„"—]/, en: /[«»„"—]/ };
  for (const language of textLanguages) {
    const bad = all(language).filter(([, text]) => wrong[language].test(text));
    expect(bad, language).toEqual([]);
  }
});

test("a filter that is off says so in one way: all of them", () => {
  const first: Record<TextLanguage, RegExp> = {
    en: /^All /,
    ru: /^(Все|Вся|Всё) /,
    tg: /^Ҳама(и)? /,
    az: /^Bütün /,
  };
  for (const language of textLanguages) {
    const off = all(language).filter(([key]) => /: any_/.test(key));
    expect(off.length).toBeGreaterThan(9);
    expect(
      off.filter(([, text]) => !first[language].test(text)),
      language,
    ).toEqual([]);
  }
});

test("Azerbaijani: a satellite image is təsvir, never şəkil", () => {
  const texts = ["imagery.json", "map.json", "compare.json"].flatMap((file) =>
    Object.entries(read("az", file)),
  );
  // "Şəkildə" is also a way in which something is done.
  const wrong = texts.filter(([, text]) => /şək(il|l)(?!də)/i.test(text));
  expect(wrong).toEqual([]);
});
