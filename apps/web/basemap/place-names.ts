import type { Language } from "@nihol/contract/values/languages";

export type Named = Record<Language, string>;

const named = (tg: string, ru: string, en: string, az: string): Named => ({ tg, ru, en, az });

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

/** Cities for finding one's way; positions in degrees. `rank` 1 is shown from farthest away. */
export const cities: { at: [lon: number, lat: number]; rank: 1 | 2; name: Named }[] = [
  { at: [68.774, 38.56], rank: 1, name: named("Душанбе", "Душанбе", "Dushanbe", "Düşənbə") },
  { at: [49.867, 40.409], rank: 1, name: named("Боку", "Баку", "Baku", "Bakı") },
  { at: [69.24, 41.3], rank: 1, name: named("Тошканд", "Ташкент", "Tashkent", "Daşkənd") },
  { at: [74.57, 42.875], rank: 1, name: named("Бишкек", "Бишкек", "Bishkek", "Bişkek") },
  { at: [69.172, 34.528], rank: 1, name: named("Кобул", "Кабул", "Kabul", "Kabil") },
  { at: [58.383, 37.95], rank: 1, name: named("Ишқобод", "Ашхабад", "Ashgabat", "Aşqabad") },
  { at: [44.827, 41.715], rank: 1, name: named("Тбилиси", "Тбилиси", "Tbilisi", "Tbilisi") },
  { at: [44.515, 40.187], rank: 1, name: named("Ереван", "Ереван", "Yerevan", "İrəvan") },
  { at: [51.389, 35.689], rank: 1, name: named("Теҳрон", "Тегеран", "Tehran", "Tehran") },
  { at: [71.43, 51.13], rank: 1, name: named("Остона", "Астана", "Astana", "Astana") },
  { at: [69.622, 40.283], rank: 2, name: named("Хуҷанд", "Худжанд", "Khujand", "Xocənd") },
  { at: [68.78, 37.836], rank: 2, name: named("Бохтар", "Бохтар", "Bokhtar", "Boxtar") },
  { at: [69.785, 37.915], rank: 2, name: named("Кӯлоб", "Куляб", "Kulob", "Kulob") },
  { at: [71.549, 37.49], rank: 2, name: named("Хоруғ", "Хорог", "Khorugh", "Xoruq") },
  {
    at: [66.975, 39.654],
    rank: 2,
    name: named("Самарқанд", "Самарканд", "Samarkand", "Səmərqənd"),
  },
  { at: [46.361, 40.683], rank: 2, name: named("Ганҷа", "Гянджа", "Ganja", "Gəncə") },
  { at: [49.669, 40.59], rank: 2, name: named("Сумқоит", "Сумгаит", "Sumqayit", "Sumqayıt") },
  {
    at: [45.412, 39.209],
    rank: 2,
    name: named("Нахичеван", "Нахичевань", "Nakhchivan", "Naxçıvan"),
  },
  { at: [48.851, 38.754], rank: 2, name: named("Ланкаран", "Ленкорань", "Lankaran", "Lənkəran") },
  {
    at: [47.049, 40.764],
    rank: 2,
    name: named("Мингечавир", "Мингечевир", "Mingachevir", "Mingəçevir"),
  },
];
