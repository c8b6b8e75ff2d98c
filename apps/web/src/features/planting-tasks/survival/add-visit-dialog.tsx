import dayjs from "dayjs";
import { useTranslation } from "react-i18next";
import { useForm } from "../../../lib/form/form.ts";
import { DateField } from "../../../ui/form/date-field.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { TextArea } from "../../../ui/form/text-field.tsx";
import { addVisit } from "./survival-data.ts";

type Props = { task: number; onClose: () => void };

/** A visit besides those of every year, with its reason. */
export function AddVisitDialog({ task, onClose }: Props) {
  const { t } = useTranslation("survival");
  const today = dayjs().format("YYYY-MM-DD");
  const form = useForm({
    schema: async () =>
      (await import("@nihol/contract/planting/survival")).survivalVisitCreateSchema,
    initial: { due_date: today as string | null, purpose: "" },
    submit: async (values) => {
      await addVisit(task, values);
      onClose();
    },
  });
  return (
    <FormDialog form={form} onClose={onClose} title={t("visit_add")} action={t("visit_add")}>
      <DateField {...form.field("due_date")} label={t("visit_day")} min={today} />
      <TextArea {...form.field("purpose")} label={t("purpose")} hint={t("purpose_hint")} />
    </FormDialog>
  );
}
