import type { FieldTask, FieldTasks } from "@nihol/contract/planting/field-tasks";
import { limits } from "@nihol/contract/values/limits";
import dayjs from "dayjs";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import { Button } from "../../../ui/button.tsx";
import { DateField } from "../../../ui/form/date-field.tsx";
import { FieldError } from "../../../ui/form/field.tsx";
import { SelectField } from "../../../ui/form/select-field.tsx";
import type { PositionState } from "../place/use-position.ts";
import { type Recorded, WhereField } from "../place/where-field.tsx";
import { planOf } from "../queue/send.ts";
import { CountInput } from "./count-input.tsx";
import { type ChosenPhoto, PhotoField } from "./photo-field.tsx";
import { useSaveEntry } from "./save-entry.ts";

type Props = {
  person: number;
  task: FieldTask;
  types: FieldTasks["tree_types"];
  position: PositionState;
  onStart: () => void;
  onClose: () => void;
};

/** The types of the task first, the others after them. */
function typesOf({ task, types }: Pick<Props, "task" | "types">) {
  const own = task.items.map(({ tree_type }) => tree_type);
  return [...own, ...types.filter(({ id }) => own.every((one) => one.id !== id))];
}

/** What is typed until it is kept. */
function useReport({ person, task, types, onClose }: Props) {
  const offered = typesOf({ task, types });
  const [type, setType] = useState(task.items.length === 1 ? String(offered[0]?.id) : "");
  const [count, setCount] = useState("");
  const [height, setHeight] = useState("");
  const [day, setDay] = useState(() => dayjs().format("YYYY-MM-DD"));
  const [where, setWhere] = useState<Recorded | null>(null);
  const [photo, setPhoto] = useState<ChosenPhoto | null>(null);
  const [isTried, setIsTried] = useState(false);
  const { busy, failure, save } = useSaveEntry(onClose);
  const chosen = offered.find(({ id }) => String(id) === type);
  const isDayRight = /^\d{4}-\d\d-\d\d$/.test(day) && day <= dayjs().format("YYYY-MM-DD");
  const { min, max } = limits.stockHeightCm;
  const isHeightRight = height === "" || (Number(height) >= min && Number(height) <= max);
  const isWhole =
    chosen !== undefined && Number(count) > 0 && isHeightRight && isDayRight && where !== null;

  async function handleSave() {
    setIsTried(true);
    if (!isWhole) return;
    const kept = photo && { name: photo.name, type: photo.type, bytes: photo.bytes };
    await save({
      ...{ kind: "report", person, task: task.id, garden: task.garden.name },
      ...{ tree_type: chosen.name, seen: planOf(task), photo: kept, row: null },
      made_at: new Date().toISOString(),
      body: {
        tree_type: chosen.id,
        count: Number(count),
        stock_height_cm: height === "" ? null : Number(height),
        plant_date: day,
        place: where.place,
        accuracy_m: where.accuracyM,
      },
    });
  }
  const lacks = (isThere: boolean) => isTried && !isThere;
  return {
    ...{ offered, type, setType, count, setCount, height, setHeight, day, setDay },
    ...{ where, setWhere, photo, setPhoto },
    ...{ busy, failure, handleSave },
    missing: {
      type: lacks(chosen !== undefined),
      count: lacks(Number(count) > 0),
      height: lacks(isHeightRight),
      day: lacks(isDayRight),
      where: lacks(where !== null),
    },
  };
}

/** Trees of one type, planted on one day in one place, with a photo of them. */
export function ReportForm(props: Props) {
  const { task, position, onStart, onClose } = props;
  const { t } = useTranslation(["field", "planting", "errors", "app"]);
  const format = useFormat();
  const form = useReport(props);
  const required = (isMissing: boolean) => (isMissing ? t("errors:required") : undefined);
  return (
    <section aria-label={t("planting:report_new")} className="grid gap-4">
      <h2 className="text-lg font-semibold">{t("planting:report_new")}</h2>
      <SelectField
        name="tree_type"
        label={t("planting:tree_type")}
        value={form.type || undefined}
        onChange={form.setType}
        options={form.offered.map(({ id, name }) => ({
          value: String(id),
          label: format.name(name),
        }))}
        error={required(form.missing.type)}
      />
      <CountInput
        name="count"
        label={t("planting:count")}
        value={form.count}
        onChange={form.setCount}
        error={required(form.missing.count)}
      />
      <CountInput
        name="stock_height_cm"
        label={t("planting:stock_height_label")}
        hint={t("planting:stock_height_hint")}
        optional
        value={form.height}
        onChange={form.setHeight}
        error={form.missing.height ? t("errors:invalid") : undefined}
      />
      <DateField
        name="plant_date"
        label={t("planting:plant_date")}
        value={form.day}
        onChange={form.setDay}
        max={dayjs().format("YYYY-MM-DD")}
        error={required(form.missing.day)}
      />
      <WhereField
        boundary={task.boundary}
        position={position}
        onStart={onStart}
        value={form.where}
        onChange={form.setWhere}
        error={required(form.missing.where)}
      />
      <PhotoField boundary={task.boundary} value={form.photo} onChange={form.setPhoto} />
      {form.failure && <FieldError text={form.failure} />}
      <div className="flex flex-wrap gap-2">
        <Button tone="primary" busy={form.busy} onClick={() => void form.handleSave()}>
          {t("keep")}
        </Button>
        <Button onClick={onClose}>{t("app:cancel")}</Button>
      </div>
    </section>
  );
}
