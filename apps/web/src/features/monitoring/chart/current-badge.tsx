import type { Device } from "@nihol/contract/sensors/devices";
import type { ReadingState } from "@nihol/contract/values/sensors/sensor-guidance";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import { ReadingBadge } from "../../../parts/states/reading-badge.tsx";
import { Badge } from "../../../ui/badge.tsx";

/** Badge of the newest value of a device; once the device has fallen silent, it says that instead of a state that may be past. */
export function CurrentBadge({ device, state }: { device: Device; state: ReadingState }) {
  const { t } = useTranslation("monitoring");
  if (device.state !== "silent" || state === "unknown") return <ReadingBadge state={state} />;
  return (
    <Badge tone="unknown" shape="waiting">
      {t("device_state_silent")}
    </Badge>
  );
}

/** Age of a value; for a device that has fallen silent, since when. */
export function Age({ device, ts }: { device: Device; ts: string | null }) {
  const { t } = useTranslation("monitoring");
  const format = useFormat();
  const last = ts ?? device.last_reading_at;
  if (!last) return <span className="text-xs text-ink-3">{t("never_sent")}</span>;
  const ago = format.ago(last);
  return (
    <time dateTime={last} title={format.dateTime(last)} className="text-xs text-ink-3">
      {device.state === "silent" ? t("silent_since", { ago }) : ago}
    </time>
  );
}
