import type { AlertRule } from "@nihol/contract/sensors/alert-rules";
import { deviceTypes } from "@nihol/contract/values/devices";
import { paths } from "@nihol/contract/values/paths";
import {
  type AlertKind,
  alertKinds,
  alertSeverities,
  dailyUsual,
  hasLimit,
  isRate,
} from "@nihol/contract/values/sensors/alerts";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { refresh } from "../../lib/api/query-client.ts";
import { resourceApi } from "../../lib/api/resource-api.ts";
import { useForm } from "../../lib/form/form.ts";
import { useParameters } from "../../lib/sensors/parameters.ts";
import { useFormat } from "../../lib/text/format.ts";
import { ReferenceField } from "../../parts/records/reference-field.tsx";
import { hourText, useAlertWords } from "../../parts/states/alert-words.ts";
import { FormPanel } from "../../ui/form/form-panel.tsx";
import { NumberField } from "../../ui/form/number-field.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { Switch } from "../../ui/form/switch.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { RuleTrial, sentCondition } from "./rule-trial.tsx";

const api = resourceApi(paths.alertRule);
const rulePlaces = ["all", "garden", "device"] as const;
type RulePlace = (typeof rulePlaces)[number];

type Props = { rule?: AlertRule; onClose: () => void; onSaved: (id: string) => void };

/** Values with which a form begins. */
const startOf = (rule: AlertRule | undefined) => ({
  name: rule?.name ?? "",
  severity: rule?.severity ?? "major",
  kind: rule?.kind ?? "above",
  device_type: rule?.device_type ?? "air",
  parameter: rule?.parameter ?? null,
  limit: rule?.limit ?? null,
  minutes: rule?.minutes ?? 60,
  garden: rule?.garden?.id ?? null,
  device: rule?.device?.id ?? null,
  enabled: rule?.enabled ?? false,
  quiet_from: rule?.quiet_from ?? null,
  quiet_to: rule?.quiet_to ?? null,
  daily_max: rule ? rule.daily_max : dailyUsual,
});

type RuleFields = ReturnType<typeof useForm<never, ReturnType<typeof startOf>>>;

/** Words under the time, by what it means. */
const timeLabel = (kind: AlertKind) =>
  kind === "silent" ? "minutes_silent" : isRate(kind) ? "minutes_within" : "minutes_for";

/** A new rule, and changing one: what it asks, where, and its trial on the past before it is switched on. */
export function RuleForm({ rule, onClose, onSaved }: Props) {
  const { t } = useTranslation(["alerts", "map", "app"]);
  const [place, setPlace] = useState<RulePlace>(
    rule?.device ? "device" : rule?.garden ? "garden" : "all",
  );
  const form = useForm({
    draft: `alert-rule:${rule?.id ?? "new"}`,
    schema: async () => (await import("@nihol/contract/sensors/alert-rules")).alertRules.create,
    initial: startOf(rule),
    submit: async (values) => {
      const { name, severity, enabled, quiet_from, quiet_to, daily_max } = values;
      const own = { name, severity, enabled, quiet_from, quiet_to, daily_max };
      const sent = { ...sentCondition(values), ...own };
      const saved = rule ? await api.patch(rule.id, sent) : await api.create(sent);
      toast.success(rule ? t("app:updated") : t("app:created"));
      await refresh(paths.alertRule, paths.alert);
      onSaved(String(saved.id));
    },
  });
  const { values } = form;
  function handlePlace(next: RulePlace) {
    setPlace(next);
    if (next !== "garden") form.set("garden", null);
    if (next !== "device") form.set("device", null);
  }
  return (
    <FormPanel
      wide
      title={t(rule ? "rule" : "rule_new")}
      form={form}
      action={rule ? undefined : t("app:create")}
      onClose={onClose}
    >
      <div className="field-row">
        <TextField {...form.field("name")} label={t("rule_name")} autoComplete="off" />
        <SelectField
          {...form.field("severity")}
          label={t("severity")}
          options={alertSeverities.map((one) => ({ value: one, label: t(`severity_${one}`) }))}
        />
      </div>
      <div className="field-row">
        <SelectField
          {...form.field("device_type")}
          label={t("device_type")}
          onChange={(type) => {
            form.set("device_type", type);
            form.set("parameter", null);
            form.set("device", null);
          }}
          options={deviceTypes.map((one) => ({ value: one, label: t(`map:device_${one}`) }))}
        />
        <SelectField
          {...form.field("kind")}
          label={t("kind")}
          options={alertKinds.map((one) => ({ value: one, label: t(`kind_${one}`) }))}
        />
      </div>
      <Amounts form={form} />
      <SelectField
        name="place"
        label={t("place")}
        value={place}
        onChange={handlePlace}
        options={rulePlaces.map((one) => ({ value: one, label: t(`place_${one}`) }))}
      />
      {place === "garden" && (
        <ReferenceField {...form.field("garden")} label={t("garden")} path={paths.garden} />
      )}
      {place === "device" && (
        <ReferenceField
          {...form.field("device")}
          label={t("device")}
          path={paths.device}
          filters={{ type: values.device_type }}
        />
      )}
      <RuleTrial key={JSON.stringify(values)} condition={values} />
      <Telling form={form} />
      <Switch
        label={t("enabled_switch")}
        hint={t("enabled_hint")}
        checked={values.enabled}
        onChange={(next) => form.set("enabled", next)}
      />
    </FormPanel>
  );
}

/** Hours in which nobody is told, and how often a day one device is told of. */
function Telling({ form }: { form: RuleFields }) {
  const { t } = useTranslation("alerts");
  const hours = [
    { value: "", label: t("quiet_none") },
    ...Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour) })),
  ];
  return (
    <>
      <div className="field-row">
        {(["quiet_from", "quiet_to"] as const).map((key) => (
          <SelectField
            key={key}
            {...form.field(key)}
            label={t(key)}
            value={String(form.values[key] ?? "")}
            onChange={(hour) => form.set(key, hour === "" ? null : Number(hour))}
            options={hours}
          />
        ))}
      </div>
      <NumberField
        {...form.field("daily_max")}
        label={t("daily_max")}
        hint={t("daily_max_hint")}
        optional
      />
    </>
  );
}

/** Parameter, limit and time, as far as the kind of rule asks for them. */
function Amounts({ form }: { form: RuleFields }) {
  const { t } = useTranslation("alerts");
  const format = useFormat();
  const words = useAlertWords();
  const { kind, device_type, parameter, minutes } = form.values;
  const rows = useParameters().own(device_type);
  // A direction has no rise and no fall.
  const asked = rows.filter((one) => !isRate(kind) || one.averaging !== "vector");
  const options = asked.map((one) => ({ value: one.key, label: format.name(one.name) }));
  const any = kind === "faulty" ? [{ value: "", label: t("each_parameter") }] : [];
  return (
    <>
      {kind !== "silent" && (
        <SelectField
          {...form.field("parameter")}
          label={t("parameter")}
          value={parameter ?? (kind === "faulty" ? "" : null)}
          placeholder={t("choose_parameter")}
          onChange={(key) => form.set("parameter", key || null)}
          options={[...any, ...options]}
        />
      )}
      <div className="field-row">
        {hasLimit(kind) && (
          <NumberField
            {...form.field("limit")}
            label={t(isRate(kind) ? "limit_change" : "limit")}
            unit={words.unit(parameter)}
          />
        )}
        <NumberField
          {...form.field("minutes")}
          label={t(timeLabel(kind))}
          hint={Number.isInteger(minutes) && minutes >= 60 ? words.time(minutes) : undefined}
          unit={t("minute_unit")}
          onChange={(next) => form.set("minutes", next ?? Number.NaN)}
        />
      </div>
    </>
  );
}
