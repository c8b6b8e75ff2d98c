import type { Device } from "@nihol/contract/sensors/devices";
import type { DeviceCondition } from "@nihol/contract/values/devices";
import { readingLimits } from "@nihol/contract/values/sensors/readings";
import type { Parameter } from "@nihol/contract/values/sensors/sensor-guidance";
import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";
import { useParameters } from "../../lib/sensors/parameters.ts";
import { useFormat } from "../../lib/text/format.ts";
import { ConditionBadge, ValueText } from "../../parts/states/device-state.tsx";
import { CheckBox } from "../../ui/form/checkbox.tsx";
import { Age } from "./chart/current-badge.tsx";
import { LineSwatch } from "./chart/line-swatch.tsx";
import type { Line } from "./chart/lines.ts";

type Props = {
  rows: readonly Device[];
  count: number;
  chosen: readonly Device[];
  /** Parameter whose newest value stands beside each device. */
  parameter: Parameter;
  lines: readonly Line[];
  /** No chart holds the lines of another device. */
  isFull: boolean;
  /** Shows this device alone. */
  onChoose: (id: number) => void;
  /** Adds it to the comparison or takes it away. */
  onToggle: (id: number) => void;
};

/** Devices with their newest value and the worst that they say; the name shows one alone, the box compares several. */
export function DeviceList({ rows, count, chosen, onChoose, onToggle, ...rest }: Props) {
  const { t } = useTranslation("monitoring");
  const { parameter, lines, isFull } = rest;
  return (
    <>
      <ul aria-label={t("devices")} className="grid">
        {rows.map((device) => (
          <DeviceRow
            key={device.id}
            device={device}
            parameter={parameter}
            isChosen={chosen.some((one) => one.id === device.id)}
            places={lines.flatMap((line, place) => (line.device.id === device.id ? [place] : []))}
            isFull={isFull}
            onChoose={() => onChoose(device.id)}
            onToggle={() => onToggle(device.id)}
          />
        ))}
      </ul>
      {isFull && (
        <p className="px-4 py-2 text-xs text-ink-3">
          {t("compare_most", { n: readingLimits.series })}
        </p>
      )}
      {count > rows.length && (
        <p className="px-4 py-2 text-xs text-ink-3">
          {t("devices_cut", { shown: rows.length, count })}
        </p>
      )}
    </>
  );
}

const isBad = (condition: DeviceCondition) =>
  condition === "faulty" || condition === "act" || condition === "watch";

type RowProps = {
  device: Device;
  parameter: Parameter;
  isChosen: boolean;
  /** Places of its lines in the chart. */
  places: readonly number[];
  isFull: boolean;
  onChoose: () => void;
  onToggle: () => void;
};

function DeviceRow({ device, parameter, isFull, onChoose, onToggle, ...shown }: RowProps) {
  const { isChosen, places } = shown;
  const { t } = useTranslation("monitoring");
  const format = useFormat();
  const parameters = useParameters();
  const unit = parameters.unitAfter(parameter);
  const latest = device.latest.find((one) => one.parameter === parameter);
  // The parameter that the badge speaks of.
  const worst = isBad(device.condition)
    ? device.latest.find((one) => one.state === device.condition)
    : undefined;
  const elsewhere = worst && worst.parameter !== parameter ? worst : undefined;
  const where = device.garden ?? device.district ?? device.region;
  return (
    <li
      className={cx(
        "flex items-start gap-3 border-b border-line px-4 py-2.5",
        isChosen && "bg-accent-soft",
      )}
    >
      <CheckBox
        label={t("compare", { name: device.name })}
        checked={isChosen}
        disabled={!isChosen && isFull}
        onChange={onToggle}
        className="mt-0.5"
      />
      <div className="grid min-w-0 grow gap-0.5">
        <span className="flex items-center gap-2">
          <button
            type="button"
            onClick={onChoose}
            className="min-w-0 truncate rounded text-start text-sm font-medium hover:underline"
          >
            {device.name}
          </button>
          {places.map((place) => (
            <LineSwatch key={place} place={place} />
          ))}
        </span>
        {where && <span className="truncate text-xs text-ink-3">{format.name(where.name)}</span>}
        <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="numeric text-sm whitespace-nowrap">
            {parameters.number(parameter, latest?.value)}
            {latest?.value != null && unit && (
              <span className="ms-1 text-xs text-ink-3">{unit}</span>
            )}
          </span>
          {!elsewhere && <ConditionBadge condition={device.condition} />}
        </span>
        {elsewhere && (
          <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-xs text-ink-2">
            <span>
              {parameters.name(elsewhere.parameter)}: <ValueText latest={elsewhere} />
            </span>
            <ConditionBadge condition={device.condition} />
          </span>
        )}
        <Age device={device} ts={latest?.ts ?? null} />
      </div>
    </li>
  );
}
