/** Image sources of the demonstration: drone flights that are uploaded, and two servers under names that are nobody's. */
import type { Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";

// Names below .example lead nowhere (RFC 2606): the demonstration asks nobody for anything.
const sources = [
  {
    name: {
      tg: "Аксҳои ҳавоии Кумитаи замин",
      ru: "Аэроснимки Комитета по земле",
      en: "Aerial images of the Land Committee",
      az: "Torpaq Komitəsinin aerotəsvirləri",
    },
    kind: "wmts" as const,
    address: "https://orto.nihol.example/wmts/1.0.0/WMTSCapabilities.xml",
    layer: "orto",
    max_zoom: 20,
    bands: "R, G, B",
    attribution: "© Кумитаи замин",
    licence: "CC BY 4.0",
  },
  {
    name: {
      tg: "Парвозҳои дрон",
      ru: "Съёмки с дрона",
      en: "Drone flights",
      az: "Dron çəkilişləri",
    },
    kind: "upload" as const,
    bands: "R, G, B",
    attribution: "© Nihol",
  },
  {
    name: {
      tg: "Феҳристи аксҳои моҳвораӣ",
      ru: "Каталог спутниковых снимков",
      en: "Catalogue of satellite images",
      az: "Peyk təsvirləri kataloqu",
    },
    kind: "stac" as const,
    address: "https://stac.nihol.example/catalog.json",
    layer: "visual",
    bands: "R, G, B, NIR",
    attribution: "© Nihol",
    enabled: false,
  },
];

export async function seedImagerySources(db: Db) {
  await db
    .insertInto("imagery_source")
    .values(sources.map((source) => ({ ...source, name: json(source.name), demo: true })))
    .execute();
}
