/** Readings as the programs of loggers write them, written by us: one trait each. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ReadingImport } from "@nihol/contract/sensors/readings";

export interface SensorSample {
  name: string;
  bytes: Buffer;
  /** Of the device it is read for. */
  type: "air" | "water";
  /** The columns that are taken, and as what. */
  roles: Record<string, string>;
  /** Counts of the dry run. */
  counts: Partial<ReadingImport>;
  /** Words of the person beside the file. */
  query?: Record<string, string>;
}

const ROWS = 120;
const two = (n: number) => String(n).padStart(2, "0");
/** Four readings a day of May 2024: a day past the twelfth shows which number is the month. */
const moment = (i: number) => new Date(Date.UTC(2024, 4, 1, i * 6));
const day = (at: Date) =>
  `${at.getUTCFullYear()}-${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}`;
const lines = (heading: string, row: (i: number, at: Date) => string, end = "\n") =>
  Buffer.from(
    [heading, ...Array.from({ length: ROWS }, (_, i) => row(i, moment(i)))].join(end) + end,
  );
const degrees = (i: number) => (18 + 6 * Math.sin(i / 4)).toFixed(2);

/** Day and time in columns of their own, day before month; -200 is the logger's word for a fault. */
const dateAndTime: SensorSample = {
  name: "date-and-time.csv",
  type: "air",
  bytes: lines("Date,Time,CO_GT,NOx_GT,NO2_GT,T,RH,AH", (i, at) => {
    const value = (good: string) => (i % 30 === 29 ? "-200" : good);
    const date = `${two(at.getUTCDate())}/${two(at.getUTCMonth() + 1)}/${at.getUTCFullYear()}`;
    return `${date},${two(at.getUTCHours())}:00:00,2.6,166,113,${value(degrees(i))},${value("48.9")},0.75`;
  }),
  roles: {
    Date: "date",
    Time: "time",
    CO_GT: "co",
    NO2_GT: "no2",
    T: "air_temperature",
    RH: "air_humidity",
  },
  counts: { rows: ROWS, accepted: ROWS, refused_count: 0, faulty: ROWS / 30 },
};

/** A statistics program's table: quoted, its rows numbered in a column without a heading. */
const numberedRows: SensorSample = {
  name: "numbered-rows.txt",
  type: "air",
  bytes: lines(
    '"date","Temperature","Humidity","Light","CO2","Occupancy"',
    (i, at) =>
      `"${i + 1}","${day(at)} ${two(at.getUTCHours())}:51:59",${degrees(i)},27.272,426,721.25,1`,
    "\r\n",
  ),
  roles: {
    ...{ date: "ts", Temperature: "air_temperature", Humidity: "air_humidity" },
    ...{ Light: "light", CO2: "co2" },
  },
  counts: { rows: ROWS, accepted: ROWS, refused_count: 0, first: "2024-04-30T19:51:59.000Z" },
  query: { timezone: "Asia/Dushanbe" },
};

/** Headings that say nothing: the person says what they are. */
const timestampValue: SensorSample = {
  name: "timestamp-value.csv",
  type: "air",
  bytes: lines(
    "timestamp,value",
    (i, at) => `${day(at)} ${two(at.getUTCHours())}:00:00,${degrees(i)}083514`,
  ),
  roles: { timestamp: "ts", value: "air_temperature" },
  counts: { rows: ROWS, accepted: ROWS, refused_count: 0 },
  query: { mapping: "ts,air_temperature" },
};

/** Units in the headings, hours of one digit, columns that nobody asked for. */
const unitsInHeadings: SensorSample = {
  name: "units-in-headings.csv",
  type: "air",
  bytes: lines(
    "datetime_local,Air temperature (degC),Dew point temperature (degC),Relative humidity (%),Atmospheric pressure (kPa),Wind speed (km.h-1),Precipitation (mm)",
    (i, at) => `${day(at)} ${at.getUTCHours()}:00,${degrees(i)},16.625,87.75,92.5,0.4,0`,
  ),
  roles: {
    datetime_local: "ts",
    "Air temperature (degC)": "air_temperature",
    "Relative humidity (%)": "air_humidity",
    "Atmospheric pressure (kPa)": "air_pressure",
    "Wind speed (km.h-1)": "wind_speed",
    "Precipitation (mm)": "rain",
  },
  counts: { rows: ROWS, accepted: ROWS, refused_count: 0 },
};

/** Month before day without zeros, a column of symbols behind each value, oxygen in a share before its weight. */
const symbolsBehindValues: SensorSample = {
  name: "marks-behind-values.csv",
  type: "water",
  bytes: lines(
    "StationCode,isSWMP,DateTimeStamp,Temp,F_Temp,SpCond,F_SpCond,DO_Pct,F_DO_Pct,DO_mgl,F_DO_mgl,Depth,F_Depth,cDepth,F_cDepth,pH,F_pH,Turb,F_Turb",
    (i, at) =>
      `nihol01   ,P,${at.getUTCMonth() + 1}/${at.getUTCDate()}/2024 ${at.getUTCHours()}:00,${degrees(i)},<0> ,13.73,<0> ,77.1,<0> ,5.5,<0> ,0.63,<0> ,,<-1> [GCU],6.9,<0> ,11,<0> `,
  ),
  roles: {
    DateTimeStamp: "ts",
    Temp: "water_temperature",
    SpCond: "water_conductivity",
    DO_mgl: "dissolved_oxygen",
    pH: "water_ph",
    Turb: "turbidity",
  },
  counts: { rows: ROWS, accepted: ROWS, refused_count: 0, first: "2024-05-01T00:00:00.000Z" },
};

/** Checked by another program: NA for nothing, the raw value beside the checked one. */
const checkedElsewhere: SensorSample = {
  name: "checked-elsewhere.csv",
  type: "water",
  bytes: lines(
    '"","SiteID","Date","Time","Date.Time","Water.Temp.C","Water.LoggerID","Flag.Water.Temp.C","Month","RAW.Date.Time","Comment.MOD.Water.Temp.C","RAW.Water.Temp.C"',
    (i, at) => {
      const time = `${two(at.getUTCHours())}:01:00`;
      const both = `${day(at)} ${time}`;
      return `"${i + 1}","Ellis","${day(at)}","${time}","${both}",${degrees(i)},20312702,"P",5,"${both}",NA,${degrees(i)}`;
    },
  ),
  roles: { "Date.Time": "ts", "Water.Temp.C": "water_temperature" },
  counts: { rows: ROWS, accepted: ROWS, refused_count: 0 },
};

const real = join(import.meta.dirname, "../../../../../shared/data/real/sensors");

/** The files of real loggers, where they are at hand, read as the samples of their kind. */
const realFiles: [path: string, as: SensorSample, counts: Partial<ReadingImport>][] = [
  [
    "air/uci-airquality-commas.csv",
    dateAndTime,
    { rows: 9357, accepted: 9357, refused_count: 0, faulty: 2416 },
  ],
  [
    "air/occupancy-datatraining.txt",
    numberedRows,
    { rows: 8143, accepted: 8143, refused_count: 0, first: "2015-02-04T12:51:00.000Z" },
  ],
  [
    "air/nab-ambient_temperature_system_failure.csv",
    timestampValue,
    { rows: 7267, refused_count: 0 },
  ],
  ["soil/svs-average-stations.csv", unitsInHeadings, { rows: 27584 }],
  [
    "water/nerrs-gndblwq2021.csv",
    symbolsBehindValues,
    { rows: 5856, first: "2021-07-02T00:00:00.000Z" },
  ],
  ["water/contdata-Ellis.csv", checkedElsewhere, { rows: 5612, refused_count: 0 }],
  ["water/contdata-DATA_test2_Aw_20130101_20141231.csv", checkedElsewhere, {}],
];

export const sensorSamples: SensorSample[] = [
  dateAndTime,
  numberedRows,
  timestampValue,
  unitsInHeadings,
  symbolsBehindValues,
  checkedElsewhere,
  ...realFiles
    .filter(([path]) => existsSync(join(real, path)))
    .map(([path, as, counts]) => ({
      ...as,
      name: path,
      counts,
      bytes: readFileSync(join(real, path)),
    })),
];
