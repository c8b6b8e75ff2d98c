import type { Device } from "@nihol/contract/sensors/devices";
import type { DeviceType } from "@nihol/contract/values/devices";
import { readingLimits } from "@nihol/contract/values/sensors/readings";
import type { Parameter } from "@nihol/contract/values/sensors/sensor-guidance";
import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";
import { useParameters } from "../../lib/sensors/parameters.ts";
import { OpenViolation } from "../../parts/records/open-violation.tsx";
import { CheckBox } from "../../ui/form/checkbox.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Age, CurrentBadge } from "./chart/current-badge.tsx";
import { LineSwatch } from "./chart/line-swatch.tsx";
import { type Line, placeOf } from "./chart/lines.ts";
import { shownParameters } from "./shown-parameter.ts";

type Props = {
  type: DeviceType;
  devices: readonly Device[];
  /** Parameters that the chart shows, and its lines. */
  chosen: readonly Parameter[];
  lines: readonly Line[];
  onChosen: (parameters: readonly Parameter[]) => void;
};

/** The newest value of each parameter; pressing one shows it in the chart, its box adds it to what is there. */
export function ValueTiles({ type, devices, chosen, lines, onChosen }: Props) {
  const { t } = useTranslation("monitoring");
  const parameters = useParameters();
  return (
    <ul
      aria-label={t("now")}
      className="grid grid-cols-[repeat(auto-fit,minmax(min(11rem,100%),1fr))] gap-3"
    >
      {shownParameters(parameters.own(type), devices).map((one) => (
        <li
          key={one}
          className={cx(
            "relative grid content-start gap-1.5 rounded-lg border bg-surface p-3.5 hover:border-ink-3",
            chosen.includes(one) ? "border-accent ring-1 ring-accent" : "border-line",
          )}
        >
          <span className="flex items-start justify-between gap-2">
            <button
              type="button"
              aria-pressed={chosen.includes(one)}
              onClick={() => onChosen([one])}
              className="w-fit text-start text-sm font-medium text-ink-2 after:absolute after:inset-0 after:rounded-lg"
            >
              {parameters.name(one)}
            </button>
            <CheckBox
              label={t("add_parameter", { name: parameters.name(one) })}
              checked={chosen.includes(one)}
              disabled={
                chosen.includes(one)
                  ? chosen.length === 1
                  : lines.length + devices.length > readingLimits.series
              }
              onChange={(isAdded) =>
                onChosen(isAdded ? [...chosen, one] : chosen.filter((other) => other !== one))
              }
              className="relative z-1 bg-surface print:hidden"
            />
          </span>
          {devices.length === 0 && <Skeleton className="h-13 w-2/3" />}
          {devices.map((device) => (
            <Value
              key={device.id}
              device={device}
              parameter={one}
              isAlone={devices.length === 1}
              place={lines.length > 1 ? placeOf(lines, device.id, one) : -1}
            />
          ))}
        </li>
      ))}
    </ul>
  );
}

type ValueProps = {
  device: Device;
  parameter: Parameter;
  isAlone: boolean;
  /** Place of its line in the chart; −1 where it has none, or where it is the only one. */
  place: number;
};

/** Value of one device: large when it is alone, with the device's name when there are several. */
function Value({ device, parameter, isAlone, place }: ValueProps) {
  const parameters = useParameters();
  const latest = device.latest.find((one) => one.parameter === parameter);
  const state = latest?.state ?? "unknown";
  return (
    <div className={cx("grid gap-1", !isAlone && "border-t border-line pt-1.5")}>
      {(!isAlone || place >= 0) && (
        <span className="flex min-w-0 items-center gap-1.5 text-xs text-ink-2">
          {place >= 0 && <LineSwatch place={place} />}
          {!isAlone && <span className="truncate">{device.name}</span>}
        </span>
      )}
      <span className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
        <span
          className={cx(
            "numeric font-semibold tracking-tight",
            isAlone ? "text-2xl" : "text-base",
            device.state === "silent" && "text-ink-3",
          )}
        >
          {parameters.number(parameter, latest?.value)}
          {latest?.value != null && (
            <span className="ms-1 text-sm font-normal text-ink-3">
              {parameters.unitAfter(parameter)}
            </span>
          )}
        </span>
        <CurrentBadge device={device} state={state} />
        {(state === "watch" || state === "act" || state === "faulty") && (
          <OpenViolation
            origin={{ device: device.id, parameter }}
            about={`${parameters.name(parameter)} · ${device.name}`}
            className="relative z-1"
          />
        )}
      </span>
      <Age device={device} ts={latest?.ts ?? null} />
    </div>
  );
}
