import type { FlightAdvice } from "@nihol/contract/planting/flight-advice";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { monthsInDates } from "../../lib/text/format-date.ts";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";

/** Facts of the task and its place, and assumptions where nobody said any. */
export function FlightBasis({ advice }: { advice: FlightAdvice }) {
  const { t } = useTranslation("flight");
  const format = useFormat();
  const { tree_types, height_m, spacing_m, region, leafless } = advice;
  const metres = (value: number) => t("plants_value", { n: format.number(value, 2) });
  const dayOf = (monthDay: string) => {
    const [month = 1, day = 1] = monthDay.split("-").map(Number);
    return `${day} ${monthsInDates[format.language][month - 1]}`;
  };
  const season = leafless
    ? t("basis_leafless", { from: dayOf(leafless.from), to: dayOf(leafless.to) })
    : t("basis_no_leafless");
  const types = tree_types.map(({ name }) => format.name(name)).join(", ");
  return (
    <section aria-labelledby="flight-basis" className="grid gap-1">
      <h3 id="flight-basis" className="text-sm font-semibold">
        {t("basis")}
      </h3>
      <KeyValues>
        <KeyValue label={t("basis_types")}>{types || t("basis_no_types")}</KeyValue>
        <KeyValue label={t("basis_height")}>
          {height_m === null ? t("basis_no_height") : metres(height_m)}
        </KeyValue>
        <KeyValue label={t("basis_spacing")}>
          {spacing_m === null ? t("basis_no_spacing") : metres(spacing_m)}
        </KeyValue>
        <KeyValue label={t("basis_day")}>
          {t(advice.is_planned ? "due_on" : "planted_on", { date: format.date(advice.planted_on) })}
        </KeyValue>
        <KeyValue label={t("basis_region")}>
          {`${format.name(region?.name) || t("basis_no_region")}; ${season}`}
        </KeyValue>
      </KeyValues>
    </section>
  );
}
