import type { BodyOf } from "@nihol/contract/api/calls";
import type { PlantTreeReport } from "@nihol/contract/planting/plant-tree-reports";
import type { PlantTreeTask } from "@nihol/contract/planting/plant-tree-tasks";
import { photoEndings } from "@nihol/contract/values/files";
import { limits } from "@nihol/contract/values/limits";
import { paths } from "@nihol/contract/values/paths";
import dayjs from "dayjs";
import { X } from "lucide-react";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../lib/api/api-error.ts";
import { ask } from "../../lib/api/ask.ts";
import { refresh } from "../../lib/api/query-client.ts";
import { upload } from "../../lib/api/upload.ts";
import { useForm } from "../../lib/form/form.ts";
import { useMadeOnce } from "../../lib/made-once.ts";
import { useFormat } from "../../lib/text/format.ts";
import { useFailureText } from "../../ui/error-panel.tsx";
import { DateField } from "../../ui/form/date-field.tsx";
import { FileDrop } from "../../ui/form/file-drop.tsx";
import { FormPanel } from "../../ui/form/form-panel.tsx";
import { NumberField } from "../../ui/form/number-field.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Progress } from "../../ui/progress.tsx";
import { PlaceField } from "./place/place-field.tsx";
import { TreeTypeSelect } from "./tree-type-select.tsx";

type Props = { task: PlantTreeTask; row?: PlantTreeReport; onClose: () => void };

const initialValues = (task: PlantTreeTask, row: PlantTreeReport | undefined) => ({
  tree_type:
    row?.tree_type.id ?? (task.items.length === 1 ? task.items[0]?.tree_type.id : null) ?? null,
  count: row?.count ?? (null as number | null),
  stock_height_cm: row?.stock_height_cm ?? null,
  plant_date: row?.plant_date ?? dayjs().format("YYYY-MM-DD"),
  image_date: row?.image_date ?? null,
  position: row?.position ?? null,
  place: row?.place ?? null,
});

/** A chosen photo, and how much of it is sent. */
function usePhoto(path: string) {
  const { t } = useTranslation("planting");
  const [file, setFile] = useState<File>();
  const [share, setShare] = useState<number>();
  const [error, setError] = useState<string>();
  const failureText = useFailureText();

  async function send(id: number) {
    if (!file) return;
    setShare(0);
    setError(undefined);
    try {
      await upload(`${path}/${id}/photo`, { file, onProgress: setShare });
    } catch (failure) {
      setError(failureText(failure));
      throw new ApiError({ status: 0, code: "photo_left", detail: t("photo_left") });
    } finally {
      setShare(undefined);
    }
  }

  function choose(chosen: File | undefined) {
    setFile(chosen);
    setError(undefined);
  }

  return { file, share, error, choose, send };
}

type PhotoProps = { photo: ReturnType<typeof usePhoto>; isKept: boolean };

/** Adds a photo, or puts another one in the place of the kept one. */
function PhotoField({ photo, isKept }: PhotoProps) {
  const { t } = useTranslation(["planting", "files", "app"]);
  const { file, share, error, choose } = photo;
  return (
    <div className="grid gap-2">
      <FileDrop
        camera
        label={isKept ? t("app:photo_change") : t("app:photo_add")}
        accept={photoEndings}
        maxMegabytes={limits.photoBytes / 1024 ** 2}
        error={error}
        onFile={choose}
      />
      {file && (
        <p className="flex items-center gap-2 text-sm break-all">
          {t("photo_chosen", { name: file.name })}
          <IconButton
            label={t("files:leave_out", { name: file.name })}
            onClick={() => choose(undefined)}
          >
            <X />
          </IconButton>
        </p>
      )}
      <p className="text-xs text-ink-3">{t("photo_hint")}</p>
      {share !== undefined && <Progress label={t("app:uploading")} share={share} />}
    </div>
  );
}

/** Trees of one type, planted on one day, with their photo. */
export function ReportForm({ task, row, onClose }: Props) {
  const { t } = useTranslation(["planting", "app"]);
  const format = useFormat();
  const path = `${paths.plantTreeTask}/${task.id}/report`;
  const photo = usePhoto(path);
  // A photo that is refused leaves its row behind: the next try goes on with that row.
  const made = useMadeOnce(
    {
      make: (body: BodyOf<"POST /plant-tree-task/:id/report">) =>
        ask("POST /plant-tree-task/:id/report", { params: { id: task.id }, body }),
      change: (made, body) =>
        ask("PATCH /plant-tree-task/:id/report/:row", {
          params: { id: task.id, row: made },
          body,
        }),
    },
    row?.id,
  );
  const form = useForm({
    draft: `report:${task.id}:${row?.id ?? "new"}`,
    schema: async () =>
      (await import("@nihol/contract/planting/plant-tree-reports")).plantTreeReportCreateSchema,
    initial: initialValues(task, row),
    submit: async (values, settle) => {
      const id = await made.save(values);
      settle();
      try {
        await photo.send(id);
      } finally {
        await refresh(paths.plantTreeTask, paths.plantTreeType, path);
      }
      toast.success(row ? t("app:updated") : t("app:created"));
      onClose();
    },
  });

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
      <div className="field-row">
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
        <NumberField
          {...form.field("stock_height_cm")}
          label={t("stock_height_label")}
          hint={t("stock_height_hint")}
          optional
        />
        <DateField {...form.field("plant_date")} label={t("plant_date")} max={today} />
        <DateField {...form.field("image_date")} label={t("image_date")} max={today} optional />
      </div>
      <PlaceField
        task={task}
        initial={{ position: row?.position ?? null, place: row?.place ?? null }}
        value={{ position: form.values.position, place: form.values.place }}
        onChange={({ position, place }) => {
          form.set("position", position);
          form.set("place", place);
        }}
        errorOf={form.errorOf}
      />
      <PhotoField photo={photo} isKept={Boolean(row?.image)} />
    </FormPanel>
  );
}
