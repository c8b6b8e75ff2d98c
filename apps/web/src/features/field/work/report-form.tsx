import dayjs from "dayjs";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import { Button } from "../../../ui/button.tsx";
import { DateField } from "../../../ui/form/date-field.tsx";
import { FieldError } from "../../../ui/form/field.tsx";
import { RestoredNote } from "../../../ui/form/restored-note.tsx";
import { SelectField } from "../../../ui/form/select-field.tsx";
import { UnsavedDialog } from "../../../ui/form/unsaved-guard.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import type { PositionState } from "../place/use-position.ts";
import { WhereField } from "../place/where-field.tsx";
import type { StoredPhoto } from "../queue/entry.ts";
import { CountInput } from "./count-input.tsx";
import { draftKey, useFoundDraft } from "./draft.ts";
import { PhotoField } from "./photo-field.tsx";
import { type Begun, type Filled, type ReportProps, useReport } from "./use-report.ts";

type Props = ReportProps & { position: PositionState; onStart: () => void };

/** Trees of one type, planted on one day in one place, with a photo of them; what was begun before is there again. */
export function ReportForm(props: Props) {
  const { person, task, entry } = props;
  const key = draftKey(person, task.id, entry ? `report-${entry.id}` : "report");
  const filled = useFoundDraft<Filled>(key);
  const photo = useFoundDraft<StoredPhoto>(`${key}-photo`);
  if (filled === undefined || photo === undefined) return <SkeletonLines />;
  return <Fields key={key} {...props} begun={{ key, filled, photo }} />;
}

function Fields({ begun, ...props }: Props & { begun: Begun }) {
  const { task, entry, position, onStart, onClose } = props;
  const { t } = useTranslation(["field", "planting", "errors", "app"]);
  const format = useFormat();
  const form = useReport(props, begun);
  const [isAsking, setIsAsking] = useState(false);
  const { filled, set } = form;
  const required = (isMissing: boolean) => (isMissing ? t("errors:required") : undefined);
  const title = t(entry ? "entry_correct" : "planting:report_new");
  const handleLeave = () => void form.drop().then(onClose);
  return (
    <section aria-label={title} className="grid gap-4">
      <h2 className="text-lg font-semibold">{title}</h2>
      <RestoredNote form={form} />
      <SelectField
        name="tree_type"
        label={t("planting:tree_type")}
        value={filled.type || undefined}
        onChange={(type) => set({ type })}
        options={form.offered.map(({ id, name }) => ({
          value: String(id),
          label: format.name(name),
        }))}
        error={required(form.missing.type)}
      />
      <CountInput
        name="count"
        label={t("planting:count")}
        value={filled.count}
        onChange={(count) => set({ count })}
        error={required(form.missing.count)}
      />
      <CountInput
        name="stock_height_cm"
        label={t("planting:stock_height_label")}
        hint={t("planting:stock_height_hint")}
        optional
        value={filled.height}
        onChange={(height) => set({ height })}
        error={form.missing.height ? t("errors:invalid") : undefined}
      />
      <DateField
        name="plant_date"
        label={t("planting:plant_date")}
        value={filled.day}
        onChange={(day) => set({ day })}
        max={dayjs().format("YYYY-MM-DD")}
        error={required(form.missing.day)}
      />
      <WhereField
        boundary={task.boundary}
        position={position}
        onStart={onStart}
        value={filled.where}
        onChange={(where) => set({ where })}
        trace={filled.trace}
        onTrace={form.setTrace}
        error={required(form.missing.where)}
      />
      <PhotoField
        boundary={task.boundary}
        plantedOn={filled.day}
        value={form.photo}
        onChange={form.setPhoto}
      />
      {form.failure && <FieldError text={form.failure} />}
      <div className="flex flex-wrap gap-2">
        <Button tone="primary" busy={form.busy} onClick={() => void form.handleSave()}>
          {t("keep")}
        </Button>
        <Button onClick={() => (form.isDirty ? setIsAsking(true) : handleLeave())}>
          {t("app:cancel")}
        </Button>
      </div>
      <UnsavedDialog open={isAsking} onStay={() => setIsAsking(false)} onLeave={handleLeave} />
    </section>
  );
}
