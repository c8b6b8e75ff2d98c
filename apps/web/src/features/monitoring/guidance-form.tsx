import type { SensorGuidance } from "@nihol/contract/sensors/sensor-guidance";
import { paths } from "@nihol/contract/values/paths";
import {
  type GuidanceKey,
  limitNames,
  limitsOf,
  rangesInOrder,
} from "@nihol/contract/values/sensors/sensor-guidance";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { refresh } from "../../lib/api/query-client.ts";
import { useForm } from "../../lib/form/form.ts";
import { useParameters } from "../../lib/sensors/parameters.ts";
import { Button } from "../../ui/button.tsx";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { NumberField } from "../../ui/form/number-field.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";

type Props = { rows: readonly SensorGuidance[]; row: SensorGuidance; onClose: () => void };

/** The ranges of one parameter, and of one kind of soil where that matters. */
export function GuidanceForm({ rows, row, onClose }: Props) {
  const [key, setKey] = useState<GuidanceKey>(row.key);
  const chosen = rows.find((one) => one.key === key) ?? row;
  return <RangesDialog key={key} {...{ rows, onClose }} row={chosen} onKey={setKey} />;
}

const orderedSchema = async () => {
  const { rangesSchema } = await import("@nihol/contract/sensors/sensor-guidance");
  return rangesSchema.refine(rangesInOrder, { error: "range_order" });
};

function RangesDialog({
  rows,
  row,
  onClose,
  onKey,
}: Props & { onKey: (key: GuidanceKey) => void }) {
  const { t } = useTranslation(["monitoring", "devices", "app"]);
  const parameters = useParameters();
  async function saved() {
    // Refreshes devices too: what values say, and with it the state of devices, follows from the ranges.
    await refresh(paths.sensorGuidance, paths.device);
    toast.success(t("app:updated"));
    onClose();
  }
  const form = useForm({
    schema: orderedSchema,
    initial: limitsOf(row),
    submit: async (values) => {
      await ask("PATCH /sensor-guidance/:key", { params: { key: row.key }, body: values });
      await saved();
    },
  });
  async function handleRestore() {
    await ask("DELETE /sensor-guidance/:key", { params: { key: row.key } });
    await saved();
  }
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      width="md"
      title={t("edit_title", { parameter: parameters.name(row.parameter) })}
      description={t("edit_text")}
      aside={
        !row.is_default && (
          <Button tone="quiet" className="me-auto" onClick={() => void handleRestore()}>
            {t("restore")}
          </Button>
        )
      }
    >
      {rows.length > 1 && (
        <SelectField
          label={t("devices:texture")}
          value={row.key}
          onChange={onKey}
          options={rows.map((one) => ({
            value: one.key,
            label: t(`devices:texture_${one.texture ?? "loam"}`),
          }))}
        />
      )}
      <div className="field-row">
        {limitNames.map((name) => (
          <NumberField
            key={name}
            {...form.field(name)}
            label={t(name)}
            unit={parameters.unit(row.parameter)}
          />
        ))}
      </div>
    </FormDialog>
  );
}
