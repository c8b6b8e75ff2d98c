import type { GardenNote } from "@nihol/contract/garden-notes";
import { gardenNoteKinds } from "@nihol/contract/values/gardens";
import { paths } from "@nihol/contract/values/paths";
import { today } from "@nihol/contract/values/planting/programme-day";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { resourceApi } from "../../lib/api/resource-api.ts";
import { useForm } from "../../lib/form/form.ts";
import { useFormat } from "../../lib/text/format.ts";
import { ReferenceField } from "../../parts/records/reference-field.tsx";
import { DateField } from "../../ui/form/date-field.tsx";
import { FormPanel } from "../../ui/form/form-panel.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { TextArea } from "../../ui/form/text-field.tsx";

const api = resourceApi(paths.gardenNote);

type Props = {
  note?: GardenNote;
  /** The garden that a new one is most likely about. */
  garden?: string | number | undefined;
  /** The form stands in that garden's own panel, which leaves nothing to choose. */
  isGardenKnown?: boolean;
  onClose: () => void;
  onSaved: (id: string) => void;
};

/** Writing down what was seen or done, and correcting it. */
export function NoteForm({ note, garden, isGardenKnown, onClose, onSaved }: Props) {
  const { t } = useTranslation(["gardens", "app"]);
  const format = useFormat();
  const form = useForm({
    draft: `garden-note:${note?.id ?? "new"}`,
    schema: async () => (await import("@nihol/contract/garden-notes")).gardenNotes.create,
    initial: {
      garden: note?.garden.id ?? (garden ? Number(garden) : null),
      observed_on: note?.observed_on ?? today(),
      kind: note?.kind ?? "observation",
      text: note?.text ?? "",
    },
    submit: async (values) => {
      const saved = note ? await api.patch(note.id, values) : await api.create(values);
      toast.success(note ? t("app:updated") : t("app:created"));
      onSaved(String(saved.id));
    },
  });
  return (
    <FormPanel
      title={note ? (format.name(note.garden.name) ?? "") : t("note_new")}
      form={form}
      action={note ? undefined : t("app:create")}
      onClose={onClose}
    >
      {!note && !isGardenKnown && (
        <ReferenceField {...form.field("garden")} label={t("note_garden")} path={paths.garden} />
      )}
      <div className="field-row">
        <DateField {...form.field("observed_on")} label={t("note_day")} max={today()} />
        <SelectField
          {...form.field("kind")}
          label={t("note_kind")}
          options={gardenNoteKinds.map((one) => ({ value: one, label: t(`kind_${one}`) }))}
        />
      </div>
      <TextArea {...form.field("text")} label={t("note_text")} rows={6} />
    </FormPanel>
  );
}
