import type { GardenAnalytics } from "@nihol/contract/gardens";
import type { GardenSurvival } from "@nihol/contract/planting/survival";
import type { Device } from "@nihol/contract/sensors/devices";
import { daysAfter, today } from "@nihol/contract/values/planting/programme-day";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParameters } from "../../../../lib/sensors/parameters.ts";
import { useFormat } from "../../../../lib/text/format.ts";
import { monthNames } from "../../../../lib/text/format-date.ts";
import { ErrorPanel } from "../../../../ui/error-panel.tsx";
import { SkeletonLines } from "../../../../ui/skeleton.tsx";
import {
  type DayValues,
  daysBefore,
  greenShares,
  isDry,
  monthRows,
  survivalRows,
} from "./dry-days.ts";
import { DotLane, Lane, MonthTicks } from "./lanes.tsx";
import { useWater } from "./use-water.ts";

type Props = {
  devices: readonly Device[];
  /** Images of the garden. */
  captures: GardenAnalytics["captures"];
  /** Survival by year; null for whoever may not see it. */
  survival: GardenSurvival["years"] | null;
};
type Water = ReturnType<typeof useWater> & { green: DayValues } & Pick<Props, "survival">;

/** Days of the last year, the present one with them: "2026-05-14". */
const lastYear = () => {
  const end = today();
  return Array.from({ length: daysBefore }, (_, back) => daysAfter(end, back - daysBefore + 1));
};

/**
 * Shows what stands at the trees of a garden and how green they are, over one axis of time: soil with its dry days, warmth,
 * rain, and the images' share of green trees; then survival by dry days.
 */
export default function GardenWater({ devices, captures, survival }: Props) {
  const { t } = useTranslation("gardens");
  const [until] = useState(() => Date.now());
  const water = { ...useWater(devices, until), green: greenShares(captures), survival };
  if (water.error) return <ErrorPanel error={water.error} onRetry={water.refetch} />;
  if (water.isPending) return <SkeletonLines lines={6} />;
  const days = lastYear();
  return (
    <section aria-labelledby="water-title" className="grid min-w-0 gap-3">
      <h3 id="water-title" className="text-sm font-semibold">
        {t("water_title")}
      </h3>
      <DryRule water={water} />
      <Lanes water={water} days={days} />
      <Missing water={water} />
      <Months water={water} days={days} />
      <BySurvival water={water} />
    </section>
  );
}

/** The day that counts as dry, and by whose range. */
function DryRule({ water: { soilDevice, goodFrom } }: { water: Water }) {
  const { t } = useTranslation(["gardens", "devices"]);
  const parameters = useParameters();
  if (!soilDevice || goodFrom === null) return null;
  const texture = t(`devices:texture_${soilDevice.soil_texture ?? "loam"}`);
  return (
    <p className="max-w-2xl text-xs text-ink-2">
      {t("water_dry_rule", {
        limit: `${parameters.number("soil_humidity", goodFrom)} ${parameters.unit("soil_humidity")}`,
        device: soilDevice.name,
        texture,
      })}
    </p>
  );
}

function Lanes({ water, days }: { water: Water; days: readonly string[] }) {
  const { t } = useTranslation("gardens");
  const format = useFormat();
  const parameters = useParameters();
  const { soil, temperature, rain, green, goodFrom } = water;
  const own = (key: string) => ({
    title: parameters.name(key),
    write: (value: number) => `${parameters.number(key, value)} ${parameters.unit(key)}`,
  });
  const isAny = [soil, temperature, rain, green].some((one) => days.some((day) => one.has(day)));
  if (!isAny) return null;
  return (
    <div className="grid min-w-0 gap-2">
      <Lane
        {...own("soil_humidity")}
        days={days}
        values={soil}
        limit={goodFrom}
        isShaded={(value) => isDry(value, goodFrom)}
      />
      <Lane {...own("air_temperature")} days={days} values={temperature} />
      <Lane {...own("rain")} days={days} values={rain} isBars />
      <DotLane
        title={t("water_green")}
        days={days}
        values={green}
        write={(value) => format.share(value, 0)}
      />
      <MonthTicks days={days} />
    </div>
  );
}

/** Says what the garden lacks for the rest of the picture. */
function Missing({ water }: { water: Water }) {
  const { t } = useTranslation("gardens");
  const lacks = [
    water.soil.size === 0 && t("water_no_soil"),
    water.soil.size > 0 && water.goodFrom === null && t("water_no_limit"),
    water.temperature.size === 0 && t("water_no_air"),
    water.rain.size === 0 && t("water_no_rain"),
    water.green.size === 0 && t("water_no_green"),
    water.survival?.every(({ survival }) => !survival) && t("water_no_survival"),
  ].filter((one) => typeof one === "string");
  if (lacks.length === 0) return null;
  return (
    <ul className="grid list-disc gap-0.5 ps-5 text-xs text-ink-3">
      {lacks.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

const cell = "px-2 py-1 text-end";
const head = "px-2 py-1.5 text-end font-medium";

/** The lanes as figures by month. */
function Months({ water, days }: { water: Water; days: readonly string[] }) {
  const { t } = useTranslation("gardens");
  const format = useFormat();
  const parameters = useParameters();
  const rows = monthRows(water, water.goodFrom, days);
  return (
    <details className="text-sm">
      <summary className="cursor-pointer font-medium">{t("water_table")}</summary>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        tabIndex={0}
        aria-label={t("water_table")}
        className="mt-2 overflow-x-auto rounded-md border border-line"
      >
        <table className="numeric w-full min-w-120 text-xs">
          <thead className="bg-sunken text-ink-2">
            <tr>
              <th scope="col" className="px-2 py-1.5 text-start font-medium">
                {t("water_month")}
              </th>
              <th scope="col" className={head}>
                {t("water_dry")}
              </th>
              <th scope="col" className={head}>
                {parameters.name("air_temperature")}, {parameters.unit("air_temperature")}
              </th>
              <th scope="col" className={head}>
                {parameters.name("rain")}, {parameters.unit("rain")}
              </th>
              <th scope="col" className={head}>
                {t("water_green")}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ month, days: { dry, known }, temperature, rain, green }) => (
              <tr key={month} className="border-t border-line">
                <th scope="row" className="px-2 py-1 text-start font-normal">
                  {monthNames[format.language][Number(month.slice(5)) - 1]} {month.slice(0, 4)}
                </th>
                <td className={cell}>
                  {known > 0 ? t("water_of_days", { n: dry, all: known }) : "–"}
                </td>
                <td className={cell}>{parameters.number("air_temperature", temperature)}</td>
                <td className={cell}>{parameters.number("rain", rain)}</td>
                <td className={cell}>{format.share(green, 0) ?? "–"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

/** Survival beside the dry days of the year before it was counted. */
function BySurvival({ water }: { water: Water }) {
  const { t } = useTranslation(["gardens", "survival"]);
  const format = useFormat();
  const rows = survivalRows(water.survival ?? [], water.soil, water.goodFrom);
  if (rows.length === 0) return null;
  return (
    <div className="grid gap-1.5">
      <h4 className="text-sm font-semibold">{t("water_survival")}</h4>
      <p className="max-w-2xl text-xs text-ink-3">{t("water_survival_note")}</p>
      <ul className="grid gap-1 text-sm">
        {rows.map(({ year, survival, counted, days: { dry, known } }) => (
          <li key={year} className="flex flex-wrap gap-x-4">
            <span className="font-medium">
              {year === 1
                ? t("survival:visit_1")
                : year === 2
                  ? t("survival:visit_2")
                  : t("survival:visit_3")}
            </span>
            <span className="numeric">
              {format.share(survival.value, 0)} ({format.share(survival.low, 0)}–
              {format.share(survival.high, 0)})
            </span>
            <span className="text-ink-3">{format.date(counted)}</span>
            <span className="numeric">
              {known > 0
                ? `${t("water_dry")}: ${t("water_of_days", { n: dry, all: known })}`
                : t("water_unknown")}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
