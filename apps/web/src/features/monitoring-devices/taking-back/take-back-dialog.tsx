import { paths } from "@nihol/contract/values/paths";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { refresh } from "../../../lib/api/query-client.ts";
import { useForm } from "../../../lib/form/form.ts";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { TextArea } from "../../../ui/form/text-field.tsx";

type Body = { note: string };
type Props = {
  title: string;
  text: string;
  /** Word of its button, where it is another one than that of taking back. */
  action?: string;
  /** Words once it is done, likewise. */
  done?: string;
  schema: () => Promise<z.ZodType<Body>>;
  onSend: (body: Body) => Promise<unknown>;
  onClose: () => void;
};

/** Asks why something that was written about a device is taken back. */
export function TakeBackDialog({ title, text, action, done, schema, onSend, onClose }: Props) {
  const { t } = useTranslation("devices");
  const form = useForm({
    schema,
    initial: { note: "" },
    submit: async (body) => {
      await onSend(body);
      await refresh(paths.device, paths.qualityProposal);
      toast.success(done ?? t("bad_taken_back"));
      onClose();
    },
  });
  return (
    <FormDialog
      {...{ form, title, onClose }}
      description={text}
      action={action ?? t("bad_take_back")}
    >
      <TextArea {...form.field("note")} label={t("bad_note")} rows={2} />
    </FormDialog>
  );
}
