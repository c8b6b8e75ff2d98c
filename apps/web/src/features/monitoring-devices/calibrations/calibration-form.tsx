import type { DeviceCalibration } from "@nihol/contract/sensors/device-calibrations";
import type { Device } from "@nihol/contract/sensors/devices";
import { paths } from "@nihol/contract/values/paths";
import { offsetFrom } from "@nihol/contract/values/sensors/calibrations";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../../lib/api/ask.ts";
import { refresh } from "../../../lib/api/query-client.ts";
import { useForm } from "../../../lib/form/form.ts";
import { useParameters } from "../../../lib/sensors/parameters.ts";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { NumberField } from "../../../ui/form/number-field.tsx";
import { SelectField } from "../../../ui/form/select-field.tsx";
import { Switch } from "../../../ui/form/switch.tsx";
import { TextArea } from "../../../ui/form/text-field.tsx";
import { MomentField } from "../bad-intervals/moment-field.tsx";
import { localParts, minuteOf } from "../bad-intervals/moments.ts";

type Props = {
  device: Device;
  /** Calibration in the place of which it is written. */
  replaced?: DeviceCalibration;
  onClose: () => void;
};

/** Values of the form as it begins: those of the calibration that it replaces, else ones that change nothing. */
function initialOf(device: Device, replaced: DeviceCalibration | undefined, now: number) {
  const own = device.latest.find((one) => one.ts !== null)?.parameter;
  const parameter: string | null = replaced?.parameter ?? own ?? null;
  const to: string | null = replaced?.to ?? null;
  const offset: number | null = replaced?.offset ?? null;
  const reference: number | null = replaced?.reference ?? null;
  const sent: number | null = replaced?.sent ?? null;
  const from = replaced?.from ?? minuteOf(now);
  const note = replaced?.note ?? "";
  return { parameter, from, to, gain: replaced?.gain ?? 1, offset, reference, sent, note };
}

/** Writes from when on a parameter of a device is shown otherwise than it is sent, and why. */
export function CalibrationForm({ device, replaced, onClose }: Props) {
  const { t } = useTranslation("devices");
  const parameters = useParameters();
  const now = Date.now();
  const form = useForm({
    schema: async () =>
      (await import("@nihol/contract/sensors/device-calibrations")).deviceCalibrationAdd.body,
    initial: initialOf(device, replaced, now),
    submit: async (body) => {
      await ask("POST /device/:id/calibration", {
        params: { id: device.id },
        body: { ...body, replaces: replaced?.id ?? null },
      });
      await refresh(paths.device);
      toast.success(t("calibration_added"));
      onClose();
    },
  });
  const { parameter, to, gain, reference, sent } = form.values;
  const unit = parameter === null ? "" : parameters.unitAfter(parameter);
  /** The offset follows from what the reference showed. */
  function handleNumber(changed: {
    gain?: number;
    reference?: number | null;
    sent?: number | null;
  }) {
    const next = { gain, reference, sent, ...changed };
    if (changed.gain !== undefined) form.set("gain", next.gain);
    if (changed.reference !== undefined) form.set("reference", next.reference);
    if (changed.sent !== undefined) form.set("sent", next.sent);
    if (next.reference === null || next.sent === null) return;
    const offset = offsetFrom(next.reference, next.sent, next.gain);
    if (!Number.isNaN(offset)) form.set("offset", offset);
  }
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      width="md"
      title={t("calibration_of", { name: device.name })}
      description={replaced ? t("calibration_replaces") : t("calibration_about")}
    >
      <SelectField
        {...form.field("parameter")}
        label={t("calibration_parameter")}
        disabled={replaced !== undefined}
        options={device.latest
          .filter((one) => one.ts !== null)
          .map((one) => ({ value: one.parameter, label: parameters.name(one.parameter) }))}
      />
      <MomentField
        {...form.field("from")}
        label={t("calibration_from")}
        max={localParts(minuteOf(now)).day}
      />
      <Switch
        label={t("calibration_open")}
        checked={to === null}
        onChange={(open) => form.set("to", open ? null : minuteOf(now))}
      />
      {to !== null && <MomentField {...form.field("to")} value={to} label={t("calibration_to")} />}
      <div className="field-row">
        <NumberField
          {...form.field("reference")}
          onChange={(value) => handleNumber({ reference: value })}
          label={t("calibration_reference")}
          unit={unit}
          optional
        />
        <NumberField
          {...form.field("sent")}
          onChange={(value) => handleNumber({ sent: value })}
          label={t("calibration_sent")}
          hint={t("calibration_sent_hint")}
          unit={unit}
          optional
        />
      </div>
      <div className="field-row">
        <NumberField
          {...form.field("gain")}
          onChange={(value) => handleNumber({ gain: value ?? Number.NaN })}
          label={t("calibration_gain")}
        />
        <NumberField {...form.field("offset")} label={t("calibration_offset")} unit={unit} />
      </div>
      <TextArea {...form.field("note")} label={t("calibration_note")} rows={2} />
    </FormDialog>
  );
}
