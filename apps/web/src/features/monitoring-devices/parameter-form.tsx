import type { ParameterRow } from "@nihol/contract/sensors/parameters";
import { type DeviceType, deviceTypes } from "@nihol/contract/values/devices";
import { languages } from "@nihol/contract/values/languages";
import { paths } from "@nihol/contract/values/paths";
import { conversionOf } from "@nihol/contract/values/sensors/column-units";
import {
  type Averaging,
  averagings,
  limitNames,
  limitsOf,
} from "@nihol/contract/values/sensors/sensor-guidance";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { refresh } from "../../lib/api/query-client.ts";
import { type Form, useForm } from "../../lib/form/form.ts";
import { useFormat } from "../../lib/text/format.ts";
import { emptyNames, NamesField } from "../../parts/records/names-field.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { FieldError } from "../../ui/form/field.tsx";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { NumberField } from "../../ui/form/number-field.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { Switch } from "../../ui/form/switch.tsx";
import { TextField } from "../../ui/form/text-field.tsx";

const usual: Averaging = "mean";

/** Values of the fields; the ranges are asked for a new one alone. */
function startOf(row: ParameterRow | undefined) {
  return {
    key: row?.key ?? "",
    device_types: row?.device_types ?? ([] satisfies DeviceType[]),
    name: row?.name ?? emptyNames,
    unit: row?.unit ?? "",
    unit_name: row?.unit_name ?? emptyNames,
    decimals: row?.decimals ?? 1,
    averaging: row?.averaging ?? usual,
    optional: row?.optional ?? true,
    headings: row?.headings ?? [],
    basis: row?.basis ?? null,
    ...limitsOf(),
  };
}
type Values = ReturnType<typeof startOf>;

type Props = { row: ParameterRow | undefined; onClose: () => void };

/** Adds a parameter, or changes what may change of one. */
export function ParameterForm({ row, onClose }: Props) {
  const { t } = useTranslation(["devices", "app"]);
  const format = useFormat();
  async function saved(word: "app:created" | "app:updated") {
    await refresh(paths.parameter, paths.sensorGuidance, paths.device);
    toast.success(t(word));
    onClose();
  }
  const contract = () => import("@nihol/contract/sensors/parameters");
  const added = useForm({
    schema: async () => (await contract()).parameterCreateSchema,
    initial: startOf(row),
    submit: async (body) => {
      await ask("POST /parameter", { body });
      await saved("app:created");
    },
  });
  const changed = useForm({
    schema: async () => (await contract()).parameterPatchSchema,
    initial: startOf(row),
    submit: async (body) => {
      await ask("PATCH /parameter/:key", { params: { key: row?.key ?? "" }, body });
      await saved("app:updated");
    },
  });
  const form = row ? changed : added;
  const name = format.name(row?.name);
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      width="md"
      title={row ? t("parameter_change", { name }) : t("parameter_new")}
      action={row ? undefined : t("app:create")}
    >
      <Fields form={form} before={row} />
    </FormDialog>
  );
}

/** Says what becomes of ranges and of limits of rules in another unit than before. */
function useUnitHint(unit: string, before: string | undefined) {
  const { t } = useTranslation("devices");
  if (before === undefined || unit === "" || unit === before)
    return t("parameter_unit_hint", { example: "µg/m³, °C, hPa" });
  return t(conversionOf(before, unit) ? "parameter_unit_converted" : "parameter_unit_kept", {
    unit: before,
  });
}

type FieldsProps = { form: Form<Values>; before: ParameterRow | undefined };

function Fields({ form, before }: FieldsProps) {
  const { t } = useTranslation(["devices", "monitoring"]);
  const isNew = !before;
  const { basis } = form.values;
  const unitHint = useUnitHint(form.values.unit.trim(), before?.unit);
  return (
    <>
      {isNew && (
        <TextField
          {...form.field("key")}
          label={t("parameter_key")}
          hint={t("parameter_key_hint", { example: "pm1" })}
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      <NamesField {...form.field("name")} errorOf={form.errorOf} />
      <Types form={form} />
      <div className="field-row">
        <TextField {...form.field("unit")} label={t("parameter_unit")} hint={unitHint} />
        <NumberField
          {...form.field("decimals")}
          onChange={(value) => form.set("decimals", value ?? Number.NaN)}
          label={t("parameter_decimals")}
        />
      </div>
      <NamesField
        {...form.field("unit_name")}
        errorOf={form.errorOf}
        legend={t("parameter_unit_names")}
        optional
      />
      <SelectField
        label={t("parameter_averaging")}
        value={form.values.averaging}
        onChange={(averaging) => form.set("averaging", averaging)}
        error={form.errorOf("averaging")}
        options={averagings.map((value) => ({ value, label: t(`averaging_${value}`) }))}
      />
      <Headings form={form} />
      <Switch
        label={t("parameter_optional")}
        hint={t("parameter_optional_hint")}
        checked={form.values.optional}
        onChange={(on) => form.set("optional", on)}
      />
      {isNew && (
        <fieldset className="grid min-w-0 gap-3 rounded-lg border border-line p-3 pt-2">
          <legend className="px-1 text-sm font-medium text-ink-2">{t("monitoring:ranges")}</legend>
          <p className="text-xs text-ink-3">{t("parameter_ranges_hint")}</p>
          <div className="field-row">
            {limitNames.map((limit) => (
              <NumberField
                key={limit}
                {...form.field(limit)}
                label={t(`monitoring:${limit}`)}
                optional={!limit.startsWith("faulty")}
                unit={form.values.unit}
              />
            ))}
          </div>
        </fieldset>
      )}
      <NamesField
        name="basis"
        value={basis ?? emptyNames}
        onChange={(next) =>
          form.set("basis", languages.every((one) => next[one] === "") ? null : next)
        }
        errorOf={form.errorOf}
        legend={t("monitoring:basis")}
        optional={basis === null}
      />
    </>
  );
}

/** Kinds of device that measure it. */
function Types({ form }: { form: Form<Values> }) {
  const { t } = useTranslation(["devices", "map"]);
  const { device_types: chosen } = form.values;
  const error = form.errorWithin("device_types");
  return (
    <fieldset className="grid min-w-0 gap-1">
      <legend className="text-sm font-medium text-ink-2">{t("parameter_types")}</legend>
      <div className="flex flex-wrap gap-x-5">
        {deviceTypes.map((type) => (
          <Checkbox
            key={type}
            checked={chosen.includes(type)}
            onChange={(on) =>
              form.set(
                "device_types",
                on ? [...chosen, type] : chosen.filter((one) => one !== type),
              )
            }
          >
            {t(`map:device_${type}`)}
          </Checkbox>
        ))}
      </div>
      {error && <FieldError text={error} />}
    </fieldset>
  );
}

/** Other words of files, written with commas between. */
function Headings({ form }: { form: Form<Values> }) {
  const { t } = useTranslation("devices");
  const [text, setText] = useState(() => form.values.headings.join(", "));
  function handleChange(next: string) {
    setText(next);
    const words = next.split(",").map((word) => word.trim());
    form.set(
      "headings",
      words.filter((word) => word !== ""),
    );
  }
  return (
    <TextField
      name="headings"
      value={text}
      onChange={handleChange}
      error={form.errorWithin("headings")}
      label={t("parameter_headings")}
      hint={t("parameter_headings_hint")}
      optional
    />
  );
}
