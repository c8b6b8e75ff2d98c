import type { Device } from "@nihol/contract/sensors/devices";
import { paths } from "@nihol/contract/values/paths";
import {
  badIntervalReasons,
  type PersonReason,
} from "@nihol/contract/values/sensors/bad-intervals";
import { useQuery } from "@tanstack/react-query";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../../lib/api/ask.ts";
import { refresh } from "../../../lib/api/query-client.ts";
import { useForm } from "../../../lib/form/form.ts";
import { useParameters } from "../../../lib/sensors/parameters.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { SelectField } from "../../../ui/form/select-field.tsx";
import { Switch } from "../../../ui/form/switch.tsx";
import { TextArea } from "../../../ui/form/text-field.tsx";
import { MomentField } from "./moment-field.tsx";
import { localParts, minuteOf } from "./moments.ts";

const all = "";
const dayMs = 86_400_000;

type Props = { device: Device; onClose: () => void };

/** Says that values of a device are wrong over a time, and how many there are before it is sent. */
export function BadIntervalForm({ device, onClose }: Props) {
  const { t } = useTranslation("devices");
  const parameters = useParameters();
  const now = Date.now();
  const form = useForm({
    schema: async () => (await import("@nihol/contract/sensors/bad-intervals")).badIntervalAdd.body,
    initial: {
      parameter: null as string | null,
      from: minuteOf(now - dayMs),
      to: minuteOf(now) as string | null,
      reason: null as PersonReason | null,
      note: "",
    },
    submit: async (body) => {
      await ask("POST /device/:id/bad-interval", { params: { id: device.id }, body });
      await refresh(paths.device);
      toast.success(t("bad_added"));
      onClose();
    },
  });
  const { from, to, parameter } = form.values;
  const isOpen = to === null;
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      width="md"
      title={t("bad_form_title", { name: device.name })}
      description={t("bad_about")}
      action={t("bad_set_aside")}
      tone="danger"
    >
      <SelectField
        name="parameter"
        label={t("bad_parameter")}
        value={parameter ?? all}
        onChange={(key) => form.set("parameter", key === all ? null : key)}
        error={form.errorOf("parameter")}
        options={[
          { value: all, label: t("bad_all") },
          ...device.latest.map((one) => ({
            value: one.parameter,
            label: parameters.name(one.parameter),
          })),
        ]}
      />
      <MomentField
        {...form.field("from")}
        label={t("bad_from")}
        max={localParts(minuteOf(now)).day}
      />
      <Switch
        label={t("bad_open")}
        hint={t("bad_open_hint")}
        checked={isOpen}
        onChange={(open) => form.set("to", open ? null : minuteOf(now))}
      />
      {to !== null && <MomentField {...form.field("to")} value={to} label={t("bad_to")} />}
      <SelectField
        {...form.field("reason")}
        label={t("bad_reason")}
        options={badIntervalReasons.map((value) => ({ value, label: t(`bad_reason_${value}`) }))}
      />
      <TextArea {...form.field("note")} label={t("bad_note")} rows={2} />
      <Count device={device} {...{ from, to, parameter }} />
    </FormDialog>
  );
}

type CountProps = { device: Device; from: string; to: string | null; parameter: string | null };

/** Number of values that would be set aside now. */
function Count({ device, from, to, parameter }: CountProps) {
  const { t } = useTranslation("devices");
  const format = useFormat();
  const query = { from, ...(to !== null && { to }), ...(parameter !== null && { parameter }) };
  const { data } = useQuery({
    queryKey: [paths.device, "bad-interval", device.id, "count", query],
    queryFn: ({ signal }) =>
      ask("GET /device/:id/bad-interval/count", { params: { id: device.id }, query, signal }),
    enabled: from !== "" && to !== "" && (to === null || from < to),
    retry: false,
  });
  return (
    <p role="status" className="rounded-md bg-watch-soft px-3 py-2 text-sm text-watch">
      {data ? t("bad_count", { n: format.number(data.values) }) : t("bad_count_unknown")}
    </p>
  );
}
