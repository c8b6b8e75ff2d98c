import type { Device } from "@nihol/contract/sensors/devices";
import { paths } from "@nihol/contract/values/paths";
import { daysAfter, today } from "@nihol/contract/values/planting/programme-day";
import { type ServicingKind, servicingKinds } from "@nihol/contract/values/sensors/servicing";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../../lib/api/ask.ts";
import { refresh } from "../../../lib/api/query-client.ts";
import { useForm } from "../../../lib/form/form.ts";
import { DateField } from "../../../ui/form/date-field.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { SelectField } from "../../../ui/form/select-field.tsx";
import { TextArea, TextField } from "../../../ui/form/text-field.tsx";

type Props = { device: Device; onClose: () => void };

/** Writes down what was done to a device, and when it is due again. */
export function ServicingForm({ device, onClose }: Props) {
  const { t } = useTranslation(["devices", "app"]);
  const form = useForm({
    draft: `servicing:${device.id}`,
    schema: async () => (await import("@nihol/contract/sensors/servicing")).servicingAdd.body,
    initial: {
      done_on: today(),
      kind: null as ServicingKind | null,
      done_by: "",
      note: "",
      due_on: null as string | null,
    },
    submit: async (body) => {
      await ask("POST /device/:id/servicing", { params: { id: device.id }, body });
      await refresh(paths.device);
      toast.success(t("app:created"));
      onClose();
    },
  });
  const { kind, done_on: doneOn } = form.values;
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      width="md"
      title={t("servicing_of", { name: device.name })}
      action={t("app:create")}
    >
      <div className="field-row">
        <SelectField
          {...form.field("kind")}
          label={t("servicing_kind")}
          options={servicingKinds.map((value) => ({ value, label: t(`servicing_${value}`) }))}
        />
        <DateField {...form.field("done_on")} label={t("servicing_day")} max={today()} />
      </div>
      <TextField
        {...form.field("done_by")}
        label={t("servicing_who")}
        hint={t("servicing_who_hint")}
        optional
        autoComplete="off"
      />
      <TextArea
        {...form.field("note")}
        label={t("bad_note")}
        rows={3}
        optional={kind !== "other"}
      />
      <DateField
        {...form.field("due_on")}
        optional
        label={t("servicing_next")}
        hint={t("servicing_next_hint")}
        min={doneOn ? daysAfter(doneOn, 1) : today()}
      />
    </FormDialog>
  );
}
