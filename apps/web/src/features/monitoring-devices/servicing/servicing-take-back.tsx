import type { Servicing } from "@nihol/contract/sensors/servicing";
import { paths } from "@nihol/contract/values/paths";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../../lib/api/ask.ts";
import { refresh } from "../../../lib/api/query-client.ts";
import { useForm } from "../../../lib/form/form.ts";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { TextArea } from "../../../ui/form/text-field.tsx";

type Props = { device: number; entry: Servicing; onClose: () => void };

/** Asks why an entry is wrong before it is taken back. */
export function ServicingTakeBack({ device, entry, onClose }: Props) {
  const { t } = useTranslation("devices");
  const form = useForm({
    schema: async () => (await import("@nihol/contract/sensors/servicing")).servicingTakeBack.body,
    initial: { note: "" },
    submit: async (body) => {
      const params = { id: device, entry: entry.id };
      await ask("POST /device/:id/servicing/:entry/take-back", { params, body });
      await refresh(paths.device);
      toast.success(t("bad_taken_back"));
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t("servicing_take_back_title")}
      description={t("servicing_take_back_text")}
      action={t("bad_take_back")}
    >
      <TextArea {...form.field("note")} label={t("bad_note")} rows={2} optional />
    </FormDialog>
  );
}
