import type { Language } from "@nihol/contract/values/languages";

export type Named = Record<Language, string>;

export const named = (tg: string, ru: string, en: string, az: string): Named => ({
  tg,
  ru,
  en,
  az,
});

/**
 * Countries that get a label, by their ISO 3166-1 number as world-atlas gives it. These are drawn
 * in the finer outline too; the rest of the world stays coarse and unnamed.
 */
export const countryNames: Record<string, Named> = {
  "762": named("Тоҷикистон", "Таджикистан", "Tajikistan", "Tacikistan"),
  "031": named("Озарбойҷон", "Азербайджан", "Azerbaijan", "Azərbaycan"),
  "860": named("Ӯзбекистон", "Узбекистан", "Uzbekistan", "Özbəkistan"),
  "417": named("Қирғизистон", "Кыргызстан", "Kyrgyzstan", "Qırğızıstan"),
  "398": named("Қазоқистон", "Казахстан", "Kazakhstan", "Qazaxıstan"),
  "795": named("Туркманистон", "Туркменистан", "Turkmenistan", "Türkmənistan"),
  "004": named("Афғонистон", "Афганистан", "Afghanistan", "Əfqanıstan"),
  "156": named("Чин", "Китай", "China", "Çin"),
  "586": named("Покистон", "Пакистан", "Pakistan", "Pakistan"),
  "356": named("Ҳиндустон", "Индия", "India", "Hindistan"),
  "364": named("Эрон", "Иран", "Iran", "İran"),
  "368": named("Ироқ", "Ирак", "Iraq", "İraq"),
  "792": named("Туркия", "Турция", "Türkiye", "Türkiyə"),
  "268": named("Гурҷистон", "Грузия", "Georgia", "Gürcüstan"),
  "051": named("Арманистон", "Армения", "Armenia", "Ermənistan"),
  "643": named("Русия", "Россия", "Russia", "Rusiya"),
  "496": named("Муғулистон", "Монголия", "Mongolia", "Monqolustan"),
  "804": named("Украина", "Украина", "Ukraine", "Ukrayna"),
  "760": named("Сурия", "Сирия", "Syria", "Suriya"),
  "524": named("Непал", "Непал", "Nepal", "Nepal"),
};

/** Where a label stands better than at the middle of the country's largest part. */
export const labelPlaces: Record<string, [lon: number, lat: number]> = {
  "643": [50.5, 54.2],
  "156": [86.5, 38.6],
  "356": [77.2, 26.5],
  "804": [34.5, 48.6],
  "031": [48.3, 40.2],
};
