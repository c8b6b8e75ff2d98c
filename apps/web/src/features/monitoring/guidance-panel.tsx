import type { Device } from "@nihol/contract/sensors/devices";
import type { SensorGuidance } from "@nihol/contract/sensors/sensor-guidance";
import type { Parameter } from "@nihol/contract/values/sensors/sensor-guidance";
import { PenLine } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";
import { useParameters } from "../../lib/sensors/parameters.ts";
import { segmentsOf, segmentsText, sideOf } from "../../lib/sensors/range-segments.ts";
import { useFormat } from "../../lib/text/format.ts";
import { ReadingBadge } from "../../parts/states/reading-badge.tsx";
import { Button } from "../../ui/button.tsx";
import { GuidanceForm } from "./guidance-form.tsx";

type Props = {
  parameter: Parameter;
  /** The rows of this parameter: one, or one for each kind of soil. */
  rows: readonly SensorGuidance[];
  /** The row that holds for the chosen devices; null when they differ. */
  shown: SensorGuidance | null | undefined;
  devices: readonly Device[];
};

/** Explains a parameter: what it means, what is good, why, and what to do when it is not. */
export function GuidancePanel({ parameter, rows, shown, devices }: Props) {
  const { t, i18n } = useTranslation(["monitoring", "guidance", "devices"]);
  const [editing, setEditing] = useState(false);
  const row = shown ?? rows.find((one) => one.key === parameter);
  if (!row) return null;
  const sides = new Set(
    devices.flatMap(({ latest }) => {
      const one = latest.find((each) => each.parameter === parameter);
      const isOff = one?.state === "watch" || one?.state === "act";
      return one?.value != null && isOff ? [sideOf(one.value, row)] : [];
    }),
  );
  return (
    <section
      aria-labelledby="guidance-title"
      className="grid gap-5 rounded-lg border border-line bg-surface p-4 lg:grid-cols-2"
    >
      <div className="grid content-start gap-3">
        <h2 id="guidance-title" className="text-base font-semibold">
          {t("guidance")}
        </h2>
        {i18n.exists(`guidance:means_${parameter}`) && (
          <p className="max-w-prose text-ink-2">{t(`guidance:means_${parameter}`)}</p>
        )}
        <Advice kind="low" parameter={parameter} isNow={sides.has("low")} />
        <Advice kind="high" parameter={parameter} isNow={sides.has("high")} />
      </div>
      <div className="grid content-start gap-3">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h3 className="text-sm font-semibold">{t("ranges")}</h3>
          {row.can.change && (
            <Button
              size="sm"
              data-print="no"
              icon={<PenLine className="size-3.5" />}
              onClick={() => setEditing(true)}
            >
              {t("edit_ranges")}
            </Button>
          )}
        </div>
        {row.texture && (
          <p className="text-sm text-ink-2">
            {t("for_soil", { texture: t(`devices:texture_${row.texture}`) })}
          </p>
        )}
        <RangeList row={row} />
        <Basis row={row} />
      </div>
      {editing && <GuidanceForm rows={rows} row={row} onClose={() => setEditing(false)} />}
    </section>
  );
}

type AdviceProps = { kind: "low" | "high"; parameter: Parameter; isNow: boolean };

function Advice({ kind, parameter, isNow }: AdviceProps) {
  const { t, i18n } = useTranslation(["monitoring", "guidance"]);
  // Words for what an administrator has added nobody has written.
  if (!i18n.exists(`guidance:${kind}_${parameter}`)) return null;
  return (
    <div className={cx("rounded-md px-3 py-2", isNow ? "bg-watch-soft" : "bg-canvas")}>
      <h3 className="text-sm font-semibold">
        {t(`when_${kind}`)}
        {isNow && <span className="font-normal text-watch">{` – ${t("so_now")}`}</span>}
      </h3>
      <p className="max-w-prose text-sm text-ink-2">{t(`guidance:${kind}_${parameter}`)}</p>
    </div>
  );
}

function RangeList({ row }: { row: SensorGuidance }) {
  const { t } = useTranslation("monitoring");
  const format = useFormat();
  const parameters = useParameters();
  const segments = segmentsOf(row);
  const number = (value: number) => format.number(value, 2);
  const unit = parameters.unitAfter(row.parameter);
  return (
    <dl className="grid gap-2 text-sm">
      {segments.length === 0 && (
        <div>
          <dt className="sr-only">{t("ranges")}</dt>
          <dd>
            <ReadingBadge state="no_limits" />
          </dd>
        </div>
      )}
      {(["good", "watch", "act"] as const).map((state) => {
        const text = segmentsText(segments, state, number);
        return (
          text && (
            <div key={state} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <dt className="flex min-w-44 items-center gap-2">
                <ReadingBadge state={state} />
                {state === "good" && <span className="text-xs text-ink-3">{t("ideal_range")}</span>}
              </dt>
              <dd className={cx("numeric", state === "good" && "font-semibold")}>
                {text} {unit && <span className="font-normal text-ink-3">{unit}</span>}
              </dd>
            </div>
          )
        );
      })}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-3">
        <dt className="min-w-44 text-xs">{t("measurable")}</dt>
        <dd className="numeric">
          {`${number(row.faulty_min)}–${number(row.faulty_max)}`} {unit}
        </dd>
      </div>
    </dl>
  );
}

function Basis({ row }: { row: SensorGuidance }) {
  const { t, i18n } = useTranslation(["monitoring", "guidance"]);
  const format = useFormat();
  const own = format.name(useParameters().of(row.parameter)?.basis);
  const written = i18n.exists(`guidance:basis_${row.key}`) ? t(`guidance:basis_${row.key}`) : "";
  const basis = own || written;
  return (
    <div className="text-xs text-ink-3">
      {basis && (
        <p>
          <span className="font-medium text-ink-2">{t("basis")}: </span>
          {basis}
        </p>
      )}
      {!row.is_default && row.updated_at && (
        <p className="pt-1">{t("is_changed", { date: format.date(row.updated_at) })}</p>
      )}
    </div>
  );
}
