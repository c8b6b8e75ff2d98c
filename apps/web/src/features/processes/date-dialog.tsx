import { type Process, processDatesSchema } from "@nihol/contract/imagery";
import { paths } from "@nihol/contract/paths";
import dayjs from "dayjs";
import { useId } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { post } from "../../lib/api.ts";
import { useForm } from "../../lib/form.ts";
import { refresh } from "../../lib/query-client.ts";
import { Button } from "../../ui/button.tsx";
import { DateField } from "../../ui/date-field.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FailureNote } from "../../ui/error-panel.tsx";

type Props = { process: Process; onClose: () => void };

/** The day on which the picture was taken; its trees are counted under the new one at once. */
export function DateDialog({ process, onClose }: Props) {
  const { t } = useTranslation(["imagery", "app"]);
  const id = useId();
  const form = useForm({
    schema: processDatesSchema,
    initial: { date: process.process_date ?? "" },
    submit: async (values) => {
      await post<Process>(`${paths.satelliteImagery}/${process.id}/dates`, values);
      await refresh(paths.satelliteImagery, paths.wholeImage, paths.statistics);
      toast.success(t("app:updated"));
      onClose();
    },
  });
  const actions = (
    <>
      <Button onClick={onClose}>{t("app:cancel")}</Button>
      <Button type="submit" form={id} tone="primary" busy={form.busy}>
        {t("app:save")}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("update_dates")}
      description={t("update_dates_text", { name: process.file_name })}
      actions={actions}
    >
      <form
        id={id}
        ref={form.ref}
        noValidate
        onSubmit={(event) => void form.handleSubmit(event)}
        className="grid gap-3"
      >
        <DateField
          {...form.field("date")}
          max={dayjs().format("YYYY-MM-DD")}
          label={t("capture_date")}
        />
        <FailureNote error={form.failure} />
      </form>
    </Dialog>
  );
}
