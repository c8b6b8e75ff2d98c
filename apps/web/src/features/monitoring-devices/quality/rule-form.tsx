import type { QualityRule } from "@nihol/contract/sensors/quality-rules";
import { paths } from "@nihol/contract/values/paths";
import { failingKinds, qualityLimits } from "@nihol/contract/values/sensors/quality";
import { History } from "lucide-react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../../lib/api/ask.ts";
import { refresh } from "../../../lib/api/query-client.ts";
import { type FieldProps, useForm } from "../../../lib/form/form.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { useAnswer } from "../../../parts/records/use-answer.ts";
import { Button } from "../../../ui/button.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { NumberField } from "../../../ui/form/number-field.tsx";
import { Switch } from "../../../ui/form/switch.tsx";
import { TextArea } from "../../../ui/form/text-field.tsx";

type Props = { rule: QualityRule; unit: string; parameterUnit: string; onClose: () => void };

/** Changes the numbers of a rule, after it was tried on the past. */
export function RuleForm({ rule, unit, parameterUnit, onClose }: Props) {
  const { t } = useTranslation(["devices", "app"]);
  const form = useForm({
    schema: async () =>
      (await import("@nihol/contract/sensors/quality-rules")).qualityRulePatch.body,
    initial: {
      enabled: rule.enabled,
      suspect_at: rule.suspect_at,
      fail_at: rule.fail_at,
      tolerance: rule.tolerance,
      source: rule.source,
      ...(rule.kind === "neighbours" && neighbourNumbers(rule)),
    },
    submit: async (body) => {
      await ask("PATCH /quality-rule/:id", { params: { id: rule.id }, body });
      await refresh(paths.qualityRule);
      toast.success(t("app:updated"));
      onClose();
    },
  });
  const { suspect_at, fail_at, tolerance } = form.values;
  const around = rule.kind === "neighbours" && neighbourNumbers({ ...rule, ...form.values });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t("quality_change", { name: t(`bad_reason_${rule.kind}`) })}
    >
      <Switch
        label={t("quality_on")}
        checked={form.values.enabled}
        onChange={(on) => form.set("enabled", on)}
      />
      <div className="field-row">
        <NumberField
          {...form.field("suspect_at")}
          onChange={(value) => form.set("suspect_at", value ?? Number.NaN)}
          label={t("quality_suspect_at")}
          unit={unit}
        />
        {failingKinds.includes(rule.kind) && (
          <NumberField
            {...form.field("fail_at")}
            label={t("quality_fail_at")}
            hint={t("quality_fail_hint")}
            unit={unit}
            optional
          />
        )}
      </div>
      {rule.kind === "stuck" && (
        <NumberField
          {...form.field("tolerance")}
          onChange={(value) => form.set("tolerance", value ?? Number.NaN)}
          label={t("quality_tolerance")}
          unit={parameterUnit}
        />
      )}
      {around && <NeighbourFields form={form} unit={parameterUnit} />}
      <TextArea {...form.field("source")} label={t("quality_source")} rows={2} />
      <Trial id={rule.id} numbers={{ suspect_at, fail_at, tolerance, ...around }} />
    </FormDialog>
  );
}

type Around = Pick<QualityRule, "radius_km" | "factor" | "altitude_m" | "per_km">;
/** Numbers that say which neighbours are compared. */
const neighbourNumbers = ({ radius_km, factor, altitude_m, per_km }: Around): Around => ({
  ...{ radius_km, factor, altitude_m, per_km },
});

type NeighbourProps = {
  form: { field: (name: keyof Around) => FieldProps<number | null | undefined> };
  unit: string;
};

/** Fields of the rule that compares a device with those around it. */
function NeighbourFields({ form, unit }: NeighbourProps) {
  const { t } = useTranslation("devices");
  return (
    <>
      <p className="text-sm text-ink-2">{t("quality_neighbours_about")}</p>
      <div className="field-row">
        <NumberField
          {...form.field("radius_km")}
          label={t("quality_radius")}
          unit={t("quality_km")}
        />
        <NumberField
          {...form.field("factor")}
          label={t("quality_factor")}
          hint={t("quality_factor_hint")}
        />
      </div>
      <div className="field-row">
        <NumberField
          {...form.field("altitude_m")}
          label={t("quality_altitude")}
          hint={t("quality_altitude_hint")}
          unit={t("metre_unit")}
          optional
        />
        <NumberField {...form.field("per_km")} label={t("quality_per_km")} unit={unit} optional />
      </div>
    </>
  );
}

type Numbers = Pick<QualityRule, "suspect_at" | "fail_at" | "tolerance"> & Partial<Around>;

/** Tries the numbers on the past: how many intervals they would have found. */
function Trial({ id, numbers }: { id: number; numbers: Numbers }) {
  const { t } = useTranslation("devices");
  const format = useFormat();
  const {
    answer: trial,
    problem,
    busy,
    handleAsk,
  } = useAnswer(() => ask("POST /quality-rule/:id/trial", { params: { id }, body: numbers }));
  const n = (value: number) => format.number(value);
  return (
    <section aria-label={t("quality_try")} className="grid gap-3 rounded-md bg-sunken p-3">
      <p className="text-sm text-ink-2">{t("quality_try_about", { n: qualityLimits.trialDays })}</p>
      <Button
        size="sm"
        className="justify-self-start"
        busy={busy}
        icon={<History aria-hidden className="size-4" />}
        onClick={() => void handleAsk()}
      >
        {t("quality_try")}
      </Button>
      <div aria-live="polite" className="grid gap-2 text-sm">
        {problem && <p className="text-act">{problem}</p>}
        {trial && (
          <p className="font-medium">
            {t("quality_tried", {
              n: n(trial.proposed),
              aside: n(trial.set_aside),
              found: n(trial.devices_found),
              devices: n(trial.devices),
            })}
          </p>
        )}
        {trial && trial.devices_read < trial.devices && (
          <p className="text-watch">
            {t("quality_tried_part", { read: n(trial.devices_read), devices: n(trial.devices) })}
          </p>
        )}
      </div>
    </section>
  );
}
