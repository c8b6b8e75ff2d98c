import type { AlertRule } from "@nihol/contract/sensors/alert-rules";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { Badge } from "../../ui/badge.tsx";

/** All devices of a kind, those of a garden, or one. */
export function useRulePlace(): (rule: AlertRule) => string {
  const { t } = useTranslation(["alerts", "map"]);
  const format = useFormat();
  return ({ garden, device, device_type }) => {
    if (device) return device.name;
    const kind = t(`map:device_${device_type}`);
    return garden ? `${format.name(garden.name)}, ${kind}` : `${t("place_all")}, ${kind}`;
  };
}

export function OnOff({ rule }: { rule: Pick<AlertRule, "enabled"> }) {
  const { t } = useTranslation("alerts");
  return (
    <Badge tone={rule.enabled ? "good" : "unknown"} shape={rule.enabled ? "done" : "stopped"}>
      {t(rule.enabled ? "on" : "off")}
    </Badge>
  );
}
