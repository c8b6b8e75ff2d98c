/** The texts of the demonstration programme. Names of places are real, everything else is made up. */
import type { Language } from "@nihol/contract/values/languages";

type Names = { tg: string; ru: string; en: string; az: string };
const n = (tg: string, ru: string, en: string, az: string): Names => ({ tg, ru, en, az });

export const organizationTypes = [
  n("Вазорат", "Министерство", "Ministry", "Nazirlik"),
  n("Кумита", "Комитет", "Committee", "Komitə"),
  n("Мақомоти маҳаллӣ", "Местный орган власти", "Local authority", "Yerli hakimiyyət orqanı"),
  n(
    "Бригада ё пудратчӣ",
    "Бригада или подрядчик",
    "Brigade or contractor",
    "Briqada və ya podratçı",
  ),
];
/** The place in `organizationTypes` of those that plant for others. */
export const contractorType = 3;

/** `type` is the place in organizationTypes. */
export const ministries = [
  {
    type: 0,
    name: n(
      "Вазорати кишоварзӣ",
      "Министерство сельского хозяйства",
      "Ministry of Agriculture",
      "Kənd Təsərrüfatı Nazirliyi",
    ),
  },
  {
    type: 1,
    name: n(
      "Кумитаи ҳифзи муҳити зист",
      "Комитет охраны окружающей среды",
      "Committee for Environmental Protection",
      "Ətraf Mühitin Mühafizəsi Komitəsi",
    ),
  },
  {
    type: 1,
    name: n(
      "Агентии хоҷагии ҷангал",
      "Агентство лесного хозяйства",
      "Forestry Agency",
      "Meşə Təsərrüfatı Agentliyi",
    ),
  },
  {
    type: 2,
    name: n(
      "Ҳукумати шаҳри Душанбе",
      "Исполнительный орган города Душанбе",
      "Dushanbe City Executive",
      "Düşənbə şəhər icra hakimiyyəti",
    ),
  },
  {
    type: contractorType,
    name: n("Бригадаи Сабзорон", "Бригада «Сабзорон»", "Sabzoron Brigade", "«Sabzoron» briqadası"),
  },
];

/**
 * `place`: a rectangle about a centre, in metres, turned by degrees, so many metres above the sea; what is not named so is a column of the
 * garden's table. The images of each are in `season.ts`.
 */
export const gardens = [
  {
    code: "TJ-RA-02",
    ministry: 0,
    place: { lon: 68.5561, lat: 38.5203, altitude: 790, width: 330, height: 310, turn: 4 },
    soil_type: "loam",
    name: n("Боғи Ҳисор", "Гиссарский сад", "Hisor Garden", "Hisor bağı"),
  },
  {
    code: "TJ-DU-01",
    ministry: 3,
    place: { lon: 68.7712, lat: 38.5742, altitude: 840, width: 420, height: 260, turn: 18 },
    soil_type: "sandy_loam",
    name: n("Боғи Наврӯз", "Сад Навруз", "Navruz Garden", "Novruz bağı"),
  },
  {
    code: "TJ-SU-08",
    ministry: 1,
    place: { lon: 69.6325, lat: 40.2771, altitude: 320, width: 360, height: 240, turn: -12 },
    soil_type: "saline",
    name: n("Боғи Сирдарё", "Сырдарьинский сад", "Syr Darya Garden", "Sırdərya bağı"),
  },
  {
    code: "TJ-KT-03",
    ministry: 0,
    place: { lon: 68.7283, lat: 37.8222, altitude: 430, width: 520, height: 380, turn: 9 },
    soil_type: "clay_loam",
    name: n("Боғи Вахш", "Вахшский сад", "Vakhsh Garden", "Vaxş bağı"),
  },
  {
    code: "TJ-GB-03",
    ministry: 2,
    place: { lon: 71.5562, lat: 37.4874, altitude: 2140, width: 220, height: 160, turn: 33 },
    soil_type: "stony",
    name: n("Боғи Помир", "Памирский сад", "Pamir Garden", "Pamir bağı"),
  },
] as const;

const made = (model: string, height_m: number) => (serial: string) => ({
  ...{ maker: "Demo Instruments", model, height_m, serial },
});
const airStation = made("Air 2", 2);
const soilProbe = made("Soil 30", -0.3);
const waterProbe = made("Water 1", -0.5);

export const devices = [
  {
    type: "air",
    garden: 0,
    name: "HIS-AIR-01",
    east: 40,
    north: 60,
    facts: airStation("A-2025-1037"),
  },
  {
    type: "soil",
    garden: 0,
    name: "HIS-SOIL-01",
    east: -60,
    north: -30,
    facts: soilProbe("S-2024-1074"),
  },
  {
    type: "water",
    garden: 2,
    name: "SYR-WATER-01",
    east: 20,
    north: 90,
    facts: waterProbe("W-2025-1111"),
  },
  {
    type: "air",
    garden: 1,
    name: "DSH-AIR-01",
    east: 0,
    north: 0,
    facts: airStation("A-2024-1148"),
  },
  {
    type: "soil",
    garden: 1,
    name: "DSH-SOIL-01",
    east: -90,
    north: 20,
    facts: soilProbe("S-2025-1185"),
  },
  {
    type: "soil",
    garden: 3,
    name: "VKH-SOIL-01",
    east: 110,
    north: -60,
    facts: soilProbe("S-2024-1222"),
  },
  {
    type: "water",
    garden: 3,
    name: "VKH-WATER-01",
    east: -170,
    north: 120,
    facts: waterProbe("W-2025-1259"),
  },
  {
    type: "air",
    garden: 4,
    name: "PMR-AIR-01",
    east: 15,
    north: -20,
    facts: airStation("A-2024-1296"),
  },
] as const;

export type Grants = Record<string, string>;
/** v a c d: view, add, change, delete. */
export const roles: { name: string; grants: Grants }[] = [
  {
    name: "Ministry",
    grants: {
      garden: "vacd",
      region: "v",
      district: "v",
      satelliteimagery: "vac",
      wholeimage: "vc",
      planttreedetail: "v",
      planttreetask: "vac",
      planttreetaskreport: "va",
      planttreetype: "v",
      ministry: "v",
      device: "v",
      violation: "va",
    },
  },
  {
    name: "District inspector",
    grants: {
      garden: "v",
      region: "v",
      district: "v",
      wholeimage: "v",
      planttreedetail: "v",
      planttreetask: "vc",
      device: "v",
      violation: "vac",
    },
  },
  {
    name: "Brigade",
    grants: { planttreetask: "v", planttreetaskreport: "va" },
  },
  {
    name: "Viewer",
    grants: {
      garden: "v",
      region: "v",
      district: "v",
      satelliteimagery: "v",
      wholeimage: "v",
      planttreedetail: "v",
      ministry: "v",
      device: "v",
    },
  },
];

interface DemoPerson {
  email: string;
  first: string;
  last: string;
  role: string;
  language: Language;
  ministry?: number;
  district?: string;
}

export const people: DemoPerson[] = [
  {
    email: "sysadmin@nihol.example",
    first: "Фарҳод",
    last: "Раҳимов",
    role: "SysAdmin",
    language: "tg",
  },
  {
    email: "ministry@nihol.example",
    first: "Мадина",
    last: "Каримова",
    role: "Ministry",
    language: "ru",
    ministry: 0,
  },
  {
    email: "inspector@nihol.example",
    first: "Leyla",
    last: "Məmmədova",
    role: "District inspector",
    language: "az",
    district: "TJ-RA-02",
  },
  {
    email: "brigade@nihol.example",
    first: "Далер",
    last: "Шарипов",
    role: "Brigade",
    language: "tg",
    ministry: 4,
  },
  { email: "viewer@nihol.example", first: "Anna", last: "Smith", role: "Viewer", language: "en" },
];
