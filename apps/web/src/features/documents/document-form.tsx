import type { NewAt } from "@nihol/contract/api/calls";
import type { DocumentDetail } from "@nihol/contract/documents";
import { documentCategories } from "@nihol/contract/values/documents";
import { paths } from "@nihol/contract/values/paths";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { askChange, askNew } from "../../lib/api/ask.ts";
import { refresh } from "../../lib/api/query-client.ts";
import { useForm } from "../../lib/form/form.ts";
import { useMadeOnce } from "../../lib/made-once.ts";
import { useHolds } from "../../lib/permissions.ts";
import { useFormat } from "../../lib/text/format.ts";
import { FilesToSend, useFilesToSend, withFiles } from "../../parts/attachments/files-to-send.tsx";
import { emptyNames, NamesField } from "../../parts/records/names-field.tsx";
import { DateField } from "../../ui/form/date-field.tsx";
import { FormPanel } from "../../ui/form/form-panel.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { TextArea, TextField } from "../../ui/form/text-field.tsx";

type Props = {
  document?: DocumentDetail;
  /** The category the list is filtered by, which a new document most likely has. */
  category?: string | undefined;
  onClose: () => void;
  onSaved: (id: string) => void;
};

/** A document's facts; files of a new one are sent once it is made. */
export function DocumentForm({ document, category, onClose, onSaved }: Props) {
  const { t } = useTranslation(["documents", "files", "app"]);
  const format = useFormat();
  const made = useMadeOnce({
    make: (body: NewAt<typeof paths.document>) => askNew(paths.document, body),
    change: (id, body) => askChange(paths.document, id, body),
  });
  const files = useFilesToSend();
  const mayAttach = useHolds("document.change");
  const form = useForm({
    draft: `document:${document?.id ?? "new"}`,
    schema: async () => (await import("@nihol/contract/documents")).documentCreateSchema,
    initial: {
      name: document?.name ?? emptyNames,
      category: (document?.category ?? category ?? "") as string,
      number: document?.number ?? "",
      date: document?.date ?? null,
      description: document?.description ?? "",
    },
    submit: async (values, settle) => {
      if (document) await askChange(paths.document, document.id, values);
      try {
        if (!document) {
          const id = await made.save(values);
          settle();
          await files.sendTo(`${paths.document}/${id}/file`);
        }
      } finally {
        await refresh(paths.document);
      }
      toast.success(document ? t("app:updated") : t("app:created"));
      onSaved(String(document?.id ?? made.id()));
    },
  });
  const categories = documentCategories.map((one) => ({
    value: one as string,
    label: t(`category_${one}`),
  }));
  return (
    <FormPanel
      title={document ? format.name(document.name) : t("document_new")}
      form={withFiles(form, files)}
      action={document ? undefined : t(made.id() ? "files:send_again" : "app:create")}
      onClose={() => (made.id() ? onSaved(String(made.id())) : onClose())}
    >
      <NamesField {...form.field("name")} errorOf={form.errorOf} />
      <SelectField
        {...form.field("category")}
        label={t("category")}
        placeholder={t("app:choose")}
        options={categories}
      />
      <div className="field-row">
        <TextField {...form.field("number")} label={t("number")} autoComplete="off" optional />
        <DateField {...form.field("date")} label={t("date")} optional />
      </div>
      <TextArea {...form.field("description")} label={t("description")} rows={4} optional />
      {!document && mayAttach && <FilesToSend files={files} />}
    </FormPanel>
  );
}
