import {
  type DocumentDetail,
  documentCategories,
  documentCreateSchema,
  documentPatchSchema,
} from "@nihol/contract/documents";
import { paths } from "@nihol/contract/paths";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { patch, post } from "../../lib/api.ts";
import { useForm } from "../../lib/form.ts";
import { useFormat } from "../../lib/format.ts";
import { refresh } from "../../lib/query-client.ts";
import { DateField } from "../../ui/date-field.tsx";
import { FormPanel } from "../../ui/form-panel.tsx";
import { emptyNames, NamesField } from "../../ui/names-field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { TextArea, TextField } from "../../ui/text-field.tsx";

type Props = {
  document?: DocumentDetail;
  /** The category the list is filtered by, which a new document most likely has. */
  category?: string | undefined;
  onClose: () => void;
  onSaved: (id: string) => void;
};

/** A document's facts; its files are added once it is there. */
export function DocumentForm({ document, category, onClose, onSaved }: Props) {
  const { t } = useTranslation(["documents", "app"]);
  const format = useFormat();
  const form = useForm({
    schema: document ? documentPatchSchema : documentCreateSchema,
    initial: {
      name: document?.name ?? emptyNames,
      category: (document?.category ?? category ?? "") as string,
      number: document?.number ?? "",
      date: document?.date ?? null,
      description: document?.description ?? "",
    },
    submit: async (values) => {
      const saved = document
        ? await patch<DocumentDetail>(`${paths.document}/${document.id}`, values)
        : await post<DocumentDetail>(paths.document, values);
      await refresh(paths.document);
      toast.success(document ? t("app:updated") : t("app:created"));
      onSaved(String(saved.id));
    },
  });
  const categories = documentCategories.map((one) => ({
    value: one as string,
    label: t(`category_${one}`),
  }));
  return (
    <FormPanel
      title={document ? format.name(document.name) : t("document_new")}
      form={form}
      action={document ? undefined : t("app:create")}
      onClose={onClose}
    >
      <NamesField {...form.field("name")} errors={form.errors} />
      <SelectField
        {...form.field("category")}
        label={t("category")}
        placeholder={t("app:choose")}
        options={categories}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...form.field("number")} label={t("number")} autoComplete="off" optional />
        <DateField {...form.field("date")} label={t("date")} optional />
      </div>
      <TextArea {...form.field("description")} label={t("description")} rows={4} optional />
      {!document && <p className="text-sm text-ink-3">{t("files_later")}</p>}
    </FormPanel>
  );
}
