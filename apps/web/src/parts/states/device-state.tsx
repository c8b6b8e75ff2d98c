import type { Device } from "@nihol/contract/sensors/devices";
import type { LatestReading } from "@nihol/contract/sensors/readings";
import type { DeviceCondition, DeviceState } from "@nihol/contract/values/devices";
import { useTranslation } from "react-i18next";
import { useParameters } from "../../lib/sensors/parameters.ts";
import { deviceColors, devicePaths } from "../../map/layers/devices/device-icons.ts";
import { Badge } from "../../ui/badge.tsx";

const styles = {
  online: { tone: "good", shape: "done" },
  silent: { tone: "unknown", shape: "none" },
  faulty: { tone: "faulty", shape: "failed" },
  retired: { tone: "unknown", shape: "stopped" },
} as const;

/** Shows by word, shape and colour whether a device sends. */
export function StateBadge({ state }: { state: DeviceState }) {
  const { t } = useTranslation("monitoring");
  return <Badge {...styles[state]}>{t(`device_state_${state}`)}</Badge>;
}

const conditions = {
  faulty: styles.faulty,
  act: { tone: "act", shape: "failed" },
  silent: { tone: "unknown", shape: "waiting" },
  watch: { tone: "watch", shape: "warning" },
  good: { tone: "good", shape: "done" },
  unsent: { tone: "unknown", shape: "none" },
  retired: styles.retired,
} as const;

/** The worst that a device's newest values say, by word, shape and colour. */
export function ConditionBadge({ condition }: { condition: DeviceCondition }) {
  const { t } = useTranslation("monitoring");
  return <Badge {...conditions[condition]}>{t(`condition_${condition}`)}</Badge>;
}

/** The sign that the map has for this type. */
export function TypeSign({ type }: { type: Device["type"] }) {
  return (
    <svg aria-hidden viewBox="0 0 22 22" className="size-4 shrink-0">
      <path d={devicePaths[type]} fill={deviceColors[type]} />
    </svg>
  );
}

/** A value with its unit in a weaker tone; a dash before the first. */
export function ValueText({ latest }: { latest: LatestReading }) {
  const parameters = useParameters();
  if (latest.value === null) return <span className="text-ink-3">–</span>;
  return (
    <span className="numeric whitespace-nowrap">
      {parameters.number(latest.parameter, latest.value)}
      <span className="ms-1 text-ink-3">{parameters.unit(latest.parameter) || latest.unit}</span>
    </span>
  );
}

/** A value of a device that sends: what is not good is marked by colour, shape and a word for those who see neither. */
export function MarkedValue({ latest, device }: { latest: LatestReading; device: Device }) {
  const { t } = useTranslation("monitoring");
  const { state } = latest;
  const isOfNow = device.state === "online" || device.state === "faulty";
  if (isOfNow && latest.suspect)
    return (
      <Badge tone="watch" shape="waiting">
        <span className="sr-only">{t("suspect")}: </span>
        <ValueText latest={latest} />
      </Badge>
    );
  if (!isOfNow || state === "good" || state === "no_limits" || state === "unknown")
    return <ValueText latest={latest} />;
  return (
    <Badge {...conditions[state]}>
      <span className="sr-only">{t(`state_${state}`)}: </span>
      <ValueText latest={latest} />
    </Badge>
  );
}
