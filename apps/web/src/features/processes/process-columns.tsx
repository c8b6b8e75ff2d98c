import type { Process } from "@nihol/contract/imagery/processes";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { FileName } from "../../parts/images/file-name.tsx";
import { ImageThumbnail } from "../../parts/images/image-thumbnail.tsx";
import { ProcessBadge } from "../../parts/states/process-badge.tsx";
import type { Column } from "../../ui/table/data-table.tsx";
import { Copyable, placeText } from "./copyable.tsx";
import { ProcessProgress } from "./process-status.tsx";

/** The columns of the list of processes. */
export function useProcessColumns(): Column<Process>[] {
  const { t } = useTranslation("imagery");
  const format = useFormat();
  return [
    {
      id: "file_name",
      header: t("file"),
      cell: (process) => <PicturedFile process={process} />,
    },
    {
      id: "imagery_task_id",
      header: t("task_id"),
      secondary: "wide",
      cell: (process) => <TaskId process={process} />,
    },
    {
      id: "process_date",
      header: t("process_date"),
      sortable: true,
      secondary: true,
      cell: ({ process_date }) => (
        // Its heading has several words: two lines of them are enough.
        <span className="block min-w-24 whitespace-nowrap">{format.dateShort(process_date)}</span>
      ),
    },
    {
      id: "status",
      header: t("status"),
      sortable: true,
      cell: ({ status }) => <ProcessBadge status={status} />,
    },
    {
      id: "state_percentage",
      header: t("state_percentage"),
      sortable: true,
      secondary: true,
      cell: (process) => <ProcessProgress process={process} />,
    },
    {
      id: "generated_images",
      header: t("generated_images_short"),
      align: "right",
      secondary: "wide",
      cell: (process) =>
        `${format.number(process.generated_images)} / ${format.number(process.total_images)}`,
    },
    {
      id: "tree_count",
      header: t("trees"),
      align: "right",
      cell: ({ tree_count }) => format.number(tree_count),
    },
    {
      id: "image_location",
      header: t("image_location"),
      secondary: "wide",
      cell: ({ image_location }) => image_location ?? t("location_unknown"),
    },
    {
      id: "centroid",
      header: t("centroid"),
      optional: true,
      cell: (process) => <Centroid process={process} />,
    },
    {
      id: "priority",
      header: t("priority"),
      optional: true,
      cell: ({ priority }) => t(`priority_${priority}`),
    },
    {
      id: "requested_by",
      header: t("requested_by"),
      optional: true,
      cell: ({ requested_by }) => requested_by ?? "–",
    },
    { id: "model", header: t("model"), optional: true, cell: ({ model }) => model ?? "–" },
    {
      id: "finished_at",
      header: t("finished_at"),
      align: "right",
      optional: true,
      cell: ({ finished_at }) => format.dateTime(finished_at),
    },
    {
      id: "created_at",
      header: t("created_at"),
      sortable: true,
      secondary: "wide",
      align: "right",
      cell: ({ created_at }) => (
        // Two lines of it are enough.
        <span className="inline-block max-w-20 whitespace-normal">{format.ago(created_at)}</span>
      ),
    },
  ];
}

/** The file's name; its picture before it where there is room. */
function PicturedFile({ process: { file_name, whole_image } }: { process: Process }) {
  return (
    <span className="flex items-center gap-2.5">
      <span className="contents @max-6xl/list:hidden">
        <ImageThumbnail image={whole_image} />
      </span>
      <FileName name={file_name} />
    </span>
  );
}

/** The first letters, which tell one from another; the whole is copied. */
function TaskId({ process: { imagery_task_id: id } }: { process: Process }) {
  const { t } = useTranslation("imagery");
  return (
    <Copyable value={id} what={t("copy_task_id")}>
      <span className="whitespace-nowrap">{`${id.slice(0, 8)}…`}</span>
    </Copyable>
  );
}

function Centroid({ process }: { process: Process }) {
  const { t } = useTranslation("imagery");
  const place = placeText(process.centroid_lat, process.centroid_lng);
  if (!place) return "–";
  return (
    <Copyable value={place} what={t("copy_centroid")}>
      <span className="whitespace-nowrap">{place}</span>
    </Copyable>
  );
}
