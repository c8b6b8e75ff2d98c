import type { Process } from "@nihol/contract/imagery/processes";
import { paths } from "@nihol/contract/values/paths";
import dayjs from "dayjs";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { refresh } from "../../lib/api/query-client.ts";
import { useForm } from "../../lib/form/form.ts";
import { DateField } from "../../ui/form/date-field.tsx";
import { FormDialog } from "../../ui/form/form-dialog.tsx";

type Props = { process: Process; onClose: () => void };

/** The day on which the image was taken; its trees are counted under the new one at once. */
export function DateDialog({ process, onClose }: Props) {
  const { t } = useTranslation(["imagery", "app"]);
  const form = useForm({
    schema: async () => (await import("@nihol/contract/imagery/processes")).processDatesSchema,
    initial: { date: process.process_date ?? "" },
    submit: async (values) => {
      await ask("POST /satellite-imagery/:id/dates", { params: { id: process.id }, body: values });
      await refresh(paths.satelliteImagery, paths.wholeImage, paths.statistics);
      toast.success(t("app:updated"));
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t("update_dates")}
      description={t("update_dates_text", { name: process.file_name })}
    >
      <DateField
        {...form.field("date")}
        max={dayjs().format("YYYY-MM-DD")}
        label={t("capture_date")}
      />
    </FormDialog>
  );
}
