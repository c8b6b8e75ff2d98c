import type { ParameterRow } from "@nihol/contract/sensors/parameters";
import type { QualityRule } from "@nihol/contract/sensors/quality-rules";
import { paths } from "@nihol/contract/values/paths";
import { ruleUnits } from "@nihol/contract/values/sensors/quality";
import { useQuery } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ask } from "../../../lib/api/ask.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { FailureNote } from "../../../ui/error-panel.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { RuleForm } from "./rule-form.tsx";

/** Unit of a rule's numbers, as the reader's language writes it. */
export function useRuleUnit(parameter: ParameterRow) {
  const { t } = useTranslation("devices");
  const format = useFormat();
  const units = { hours: t("quality_hours"), percent: "%" };
  return (kind: QualityRule["kind"]) => {
    const own = ruleUnits[kind];
    return own ? units[own] : format.name(parameter.unit_name);
  };
}

type Props = { parameter: ParameterRow; onClose: () => void };

/** Rules that look at what devices send of a parameter. */
export function RulesDialog({ parameter, onClose }: Props) {
  const { t } = useTranslation(["devices", "app"]);
  const format = useFormat();
  const unitOf = useRuleUnit(parameter);
  const [written, setWritten] = useState<QualityRule>();
  const { data, error } = useQuery({
    queryKey: [paths.qualityRule],
    queryFn: ({ signal }) => ask("GET /quality-rule", { signal }),
  });
  const rows = data?.results.filter((one) => one.parameter === parameter.key) ?? [];
  const amount = (rule: QualityRule, value: number) =>
    `${format.number(value, 2)} ${unitOf(rule.kind)}`;
  return (
    <Dialog
      open
      width="md"
      title={t("quality_rules_title", { name: format.name(parameter.name) })}
      description={t("quality_rules_about")}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t("app:close")}</Button>}
    >
      {error && <FailureNote error={error} />}
      {!data && !error && <SkeletonLines lines={4} />}
      {data && rows.length === 0 && <p className="text-sm text-ink-2">{t("quality_rules_none")}</p>}
      <ul className="divide-y divide-line">
        {rows.map((rule) => (
          <li key={rule.id} className="flex items-center gap-3 py-2 text-sm">
            <span className="grid min-w-0 grow gap-0.5">
              <span className="font-medium">{t(`bad_reason_${rule.kind}`)}</span>
              <span className="text-ink-2">
                {rule.enabled
                  ? [
                      `${t("quality_suspect_at")}: ${amount(rule, rule.suspect_at)}`,
                      ...(rule.fail_at === null
                        ? []
                        : [`${t("quality_fail_at")}: ${amount(rule, rule.fail_at)}`]),
                      ...(rule.radius_km === null
                        ? []
                        : [
                            `${t("quality_radius")}: ${format.number(rule.radius_km, 1)} ${t("quality_km")}`,
                          ]),
                    ].join(" · ")
                  : t("quality_off")}
              </span>
              <span className="text-xs break-words text-ink-3">{rule.source}</span>
              {rule.changed && (
                <span className="text-xs text-ink-3">
                  {t("quality_changed", {
                    name: rule.changed.name,
                    date: format.dateTime(rule.changed.at),
                  })}
                </span>
              )}
            </span>
            {data?.can.change && (
              <IconButton
                label={t("quality_change", { name: t(`bad_reason_${rule.kind}`) })}
                onClick={() => setWritten(rule)}
              >
                <Pencil />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {written && (
        <RuleForm
          rule={written}
          unit={unitOf(written.kind)}
          parameterUnit={format.name(parameter.unit_name)}
          onClose={() => setWritten(undefined)}
        />
      )}
    </Dialog>
  );
}
