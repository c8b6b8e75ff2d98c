import { limits } from "@nihol/contract/limits";
import { paths } from "@nihol/contract/paths";
import {
  type PlantTreeReport,
  plantTreeReportCreateSchema,
  plantTreeReportPatchSchema,
} from "@nihol/contract/plant-tree-reports";
import type { PlantTreeTask } from "@nihol/contract/plant-tree-tasks";
import dayjs from "dayjs";
import { useRef, useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { patch, post } from "../../lib/api.ts";
import { useForm } from "../../lib/form.ts";
import { useFormat } from "../../lib/format.ts";
import { refresh } from "../../lib/query-client.ts";
import { upload } from "../../lib/upload.ts";
import { DateField } from "../../ui/date-field.tsx";
import { FileDrop } from "../../ui/file-drop.tsx";
import { FormPanel } from "../../ui/form-panel.tsx";
import { Progress } from "../../ui/progress.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { PositionField } from "./position-field.tsx";
import { TreeTypeSelect } from "./tree-type-select.tsx";

type Props = { task: PlantTreeTask; row?: PlantTreeReport; onClose: () => void };

const initialValues = (task: PlantTreeTask, row: PlantTreeReport | undefined) => ({
  tree_type:
    row?.tree_type.id ?? (task.items.length === 1 ? task.items[0]?.tree_type.id : null) ?? null,
  count: row?.count ?? (null as number | null),
  plant_date: row?.plant_date ?? dayjs().format("YYYY-MM-DD"),
  image_date: row?.image_date ?? null,
  position: row?.position ?? null,
});

/** Trees of one type, planted on one day, with their photo. */
export function ReportForm({ task, row, onClose }: Props) {
  const { t } = useTranslation(["planting", "app"]);
  const format = useFormat();
  const path = `${paths.plantTreeTask}/${task.id}/report`;
  const [file, setFile] = useState<File>();
  const [share, setShare] = useState<number>();
  // A photo that is refused leaves its row behind: the next try goes on with that row.
  const saved = useRef<{ id: number; sent: string } | undefined>(undefined);
  const form = useForm({
    schema: row ? plantTreeReportPatchSchema : plantTreeReportCreateSchema,
    initial: initialValues(task, row),
    submit: async (values) => {
      const id = row?.id ?? saved.current?.id;
      const sent = JSON.stringify(values);
      if (id === undefined) {
        const made = await post<PlantTreeReport>(path, values);
        saved.current = { id: made.id, sent };
      } else if (saved.current?.sent !== sent) {
        await patch(`${path}/${id}`, values);
        saved.current = { id, sent };
      }
      await sendPhoto(saved.current?.id ?? id);
      await refresh(paths.plantTreeTask, paths.plantTreeType, path);
      toast.success(row ? t("app:updated") : t("app:created"));
      onClose();
    },
  });

  async function sendPhoto(id: number | undefined) {
    if (!file || id === undefined) return;
    setShare(0);
    try {
      await upload(`${path}/${id}/photo`, { file, onProgress: setShare });
    } finally {
      setShare(undefined);
    }
  }

  const today = dayjs().format("YYYY-MM-DD");
  const title = row && {
    name: format.name(row.tree_type.name),
    date: format.dateShort(row.plant_date),
  };
  return (
    <FormPanel
      wide
      title={title ? t("report_edit", title) : t("report_new")}
      form={form}
      action={row ? undefined : t("app:create")}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TreeTypeSelect {...form.field("tree_type")} task={task} row={row} />
        <TextField
          {...form.field("count")}
          label={t("count")}
          inputMode="numeric"
          autoComplete="off"
          value={form.values.count === null ? "" : String(form.values.count)}
          onChange={(text) => {
            const digits = text.replace(/\D/g, "").slice(0, 9);
            form.set("count", digits === "" ? null : Number(digits));
          }}
        />
        <DateField {...form.field("plant_date")} label={t("plant_date")} max={today} />
        <DateField {...form.field("image_date")} label={t("image_date")} max={today} optional />
      </div>
      <PositionField {...form.field("position")} errors={form.errors} />
      <div className="grid gap-2">
        <FileDrop
          label={row?.image ? t("app:photo_change") : t("app:photo_add")}
          accept={[".jpg", ".jpeg", ".png", ".webp"]}
          maxMegabytes={limits.photoBytes / 1024 ** 2}
          error={form.errors.file}
          onFile={setFile}
        />
        {file && <p className="text-sm break-all">{t("photo_chosen", { name: file.name })}</p>}
        <p className="text-xs text-ink-3">{t("photo_hint")}</p>
        {share !== undefined && <Progress label={t("app:uploading")} share={share} />}
      </div>
    </FormPanel>
  );
}
