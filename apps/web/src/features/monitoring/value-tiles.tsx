import type { Device } from "@nihol/contract/sensors/devices";
import type { DeviceType } from "@nihol/contract/values/devices";
import type { Parameter } from "@nihol/contract/values/sensors/sensor-guidance";
import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";
import { OpenViolation } from "../../parts/records/open-violation.tsx";
import { useParameters } from "../../parts/states/parameters.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Age, CurrentBadge } from "./chart/current-badge.tsx";
import { LineSwatch } from "./chart/line-swatch.tsx";
import { shownParameters } from "./shown-parameter.ts";

type Props = {
  type: DeviceType;
  devices: readonly Device[];
  parameter: Parameter;
  onParameter: (parameter: Parameter) => void;
};

/** The newest value of each parameter; pressing one shows it in the chart. */
export function ValueTiles({ type, devices, parameter, onParameter }: Props) {
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
            one === parameter ? "border-accent ring-1 ring-accent" : "border-line",
          )}
        >
          <button
            type="button"
            aria-pressed={one === parameter}
            onClick={() => onParameter(one)}
            className="w-fit text-start text-sm font-medium text-ink-2 after:absolute after:inset-0 after:rounded-lg"
          >
            {parameters.name(one)}
          </button>
          {devices.length === 0 && <Skeleton className="h-13 w-2/3" />}
          {devices.map((device, place) => (
            <Value
              key={device.id}
              device={device}
              parameter={one}
              place={devices.length > 1 ? place : undefined}
            />
          ))}
        </li>
      ))}
    </ul>
  );
}

type ValueProps = { device: Device; parameter: Parameter; place: number | undefined };

/** Value of one device: large when it is alone, with the device's name when there are several. */
function Value({ device, parameter, place }: ValueProps) {
  const parameters = useParameters();
  const latest = device.latest.find((one) => one.parameter === parameter);
  const state = latest?.state ?? "unknown";
  const isAlone = place === undefined;
  return (
    <div className={cx("grid gap-1", !isAlone && "border-t border-line pt-1.5")}>
      {!isAlone && (
        <span className="flex min-w-0 items-center gap-1.5 text-xs text-ink-2">
          <LineSwatch place={place} />
          <span className="truncate">{device.name}</span>
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
