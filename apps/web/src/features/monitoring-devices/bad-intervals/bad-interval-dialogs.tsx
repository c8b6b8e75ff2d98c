import type { BadInterval } from "@nihol/contract/sensors/bad-intervals";
import { paths } from "@nihol/contract/values/paths";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../../lib/api/ask.ts";
import { refresh } from "../../../lib/api/query-client.ts";
import { useForm } from "../../../lib/form/form.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { TextArea } from "../../../ui/form/text-field.tsx";
import { MomentField } from "./moment-field.tsx";
import { minuteOf } from "./moments.ts";

type Props = { device: number; interval: BadInterval; onClose: () => void };

/** Asks why the values are right after all. */
export function TakeBackDialog({ device, interval, onClose }: Props) {
  const { t } = useTranslation("devices");
  const format = useFormat();
  const form = useForm({
    schema: async () =>
      (await import("@nihol/contract/sensors/bad-intervals")).badIntervalTakeBack.body,
    initial: { note: "" },
    submit: async (body) => {
      await ask("POST /device/:id/bad-interval/:interval/take-back", {
        params: { id: device, interval: interval.id },
        body,
      });
      await refresh(paths.device);
      toast.success(t("bad_taken_back"));
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t("bad_take_back_title")}
      description={t("bad_take_back_text", { n: format.number(interval.values) })}
      action={t("bad_take_back")}
    >
      <TextArea {...form.field("note")} label={t("bad_note")} rows={2} />
    </FormDialog>
  );
}

/** Asks when an open interval ended. */
export function EndDialog({ device, interval, onClose }: Props) {
  const { t } = useTranslation("devices");
  const form = useForm({
    schema: async () => (await import("@nihol/contract/sensors/bad-intervals")).badIntervalEnd.body,
    initial: { to: minuteOf(Date.now()) },
    submit: async (body) => {
      await ask("POST /device/:id/bad-interval/:interval/end", {
        params: { id: device, interval: interval.id },
        body,
      });
      await refresh(paths.device);
      toast.success(t("bad_ended"));
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t("bad_end_title")}
      description={t("bad_end_text")}
      action={t("bad_end")}
    >
      <MomentField {...form.field("to")} label={t("bad_to")} />
    </FormDialog>
  );
}
