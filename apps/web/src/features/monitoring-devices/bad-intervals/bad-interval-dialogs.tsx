import type { BadInterval } from "@nihol/contract/sensors/bad-intervals";
import { paths } from "@nihol/contract/values/paths";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../../lib/api/ask.ts";
import { refresh } from "../../../lib/api/query-client.ts";
import { useForm } from "../../../lib/form/form.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { TakeBackDialog } from "../taking-back/take-back-dialog.tsx";
import { MomentField } from "./moment-field.tsx";
import { minuteOf } from "./moments.ts";

type Props = { device: number; interval: BadInterval; onClose: () => void };

/** Asks why the values are right after all. */
export function BadTakeBack({ device, interval, onClose }: Props) {
  const { t } = useTranslation("devices");
  const format = useFormat();
  const params = { id: device, interval: interval.id };
  const isProposed = interval.rule?.state === "proposed";
  return (
    <TakeBackDialog
      title={t("bad_take_back_title")}
      text={
        isProposed
          ? t("bad_dismiss_text")
          : t("bad_take_back_text", { n: format.number(interval.values) })
      }
      {...(isProposed && { action: t("bad_dismiss") })}
      schema={async () =>
        (await import("@nihol/contract/sensors/bad-intervals")).badIntervalTakeBack.body
      }
      onSend={(body) => ask("POST /device/:id/bad-interval/:interval/take-back", { params, body })}
      onClose={onClose}
    />
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
