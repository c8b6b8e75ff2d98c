import type { Device } from "@nihol/contract/sensors/devices";
import { today } from "@nihol/contract/values/planting/programme-day";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { Badge } from "../../ui/badge.tsx";

/** Day on which work on a device is due, what is due, and a word once the day has passed. */
export function ServiceDue({ device }: { device: Pick<Device, "service_due" | "service_kind"> }) {
  const { t } = useTranslation("devices");
  const format = useFormat();
  const { service_due: due, service_kind: kind } = device;
  if (!due || !kind) return "–";
  const text = `${format.date(due)} · ${t(`servicing_${kind}`)}`;
  if (due >= today()) return <span className="numeric">{text}</span>;
  return (
    <Badge tone="act" shape="warning">
      {t("service_overdue", { what: text })}
    </Badge>
  );
}
