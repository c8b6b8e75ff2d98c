import type { Process } from "@nihol/contract/imagery/processes";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import {
  Check,
  CircleAlert,
  Clock,
  LoaderCircle,
  Pause,
  Play,
  RotateCcw,
  Upload as UploadIcon,
  X,
} from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { recordQuery } from "../../../lib/list/use-list.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { ProgressBar } from "../../../ui/progress.tsx";
import { pauseUpload, resume } from "./sending.ts";
import { useTimeLeft } from "./upload-progress.tsx";
import { useUploadStatus } from "./upload-status.ts";
import { forgetUpload, type UploadEntry } from "./upload-store.ts";

/** Row of one upload, and after it of the process that was started with it; pressed, it opens. */
export function UploadRow({ entry }: { entry: UploadEntry }) {
  const { t } = useTranslation(["imagery", "app"]);
  const { icon, text, share, isOver } = useWork(entry);
  return (
    <div className="flex items-center gap-3 py-2 pe-2 ps-3 text-sm">
      {icon}
      <Link
        to="/admin/process"
        search={(before: { garden?: string | undefined }) => ({
          open: entry.process ? String(entry.process) : `upload-${entry.key}`,
          // Whoever came from a garden sends its images.
          garden: entry.process ? undefined : before.garden,
        })}
        className="grid min-w-0 grow gap-1 rounded"
      >
        <span className="flex justify-between gap-3">
          <span className="truncate font-medium" title={entry.fileName}>
            {entry.fileName}
          </span>
          <span className="numeric shrink-0 text-xs leading-5 text-ink-2">{text}</span>
        </span>
        {share !== null && <ProgressBar label={entry.fileName} share={share} />}
      </Link>
      <Move entry={entry} />
      {isOver && (
        <IconButton label={t("app:close")} onClick={() => forgetUpload(entry.key)}>
          <X />
        </IconButton>
      )}
    </div>
  );
}

/** Holds it, goes on with it, tries it again. */
function Move({ entry: { key, state } }: { entry: UploadEntry }) {
  const { t } = useTranslation(["imagery", "app"]);
  const again = () => void resume(key);
  if (state === "sending" || state === "waiting")
    return (
      <IconButton label={t("upload_pause")} onClick={() => pauseUpload(key)}>
        <Pause />
      </IconButton>
    );
  if (state === "paused")
    return (
      <IconButton label={t("upload_resume")} onClick={again}>
        <Play />
      </IconButton>
    );
  if (state !== "failed" && state !== "lost") return null;
  return (
    <IconButton label={t("app:try_again")} onClick={again}>
      <RotateCcw />
    </IconButton>
  );
}

const iconClass = "size-4 shrink-0";
const icons = {
  up: <UploadIcon aria-hidden className={`${iconClass} text-accent`} />,
  turning: <LoaderCircle aria-hidden className={`${iconClass} animate-spin text-accent`} />,
  waiting: <Clock aria-hidden className={`${iconClass} text-ink-3`} />,
  paused: <Pause aria-hidden className={`${iconClass} text-ink-3`} />,
  good: <Check aria-hidden className={`${iconClass} text-good`} />,
  bad: <CircleAlert aria-hidden className={`${iconClass} text-act`} />,
};

/** State and progress of one upload. */
function useWork(entry: UploadEntry) {
  const { t } = useTranslation("imagery");
  const format = useFormat();
  const timeLeft = useTimeLeft();
  const upload = useUploadStatus(entry);
  const process = useProcess(entry.process);
  useEffect(() => {
    // deleted since: there is nothing left to show
    if (process.isError && entry.process !== null) forgetUpload(entry.key);
  }, [process.isError, entry]);

  if (process.data) return processWork(process.data, t, format.share);
  if (entry.state === "sent") {
    const status = upload.data?.status ?? "checking";
    const isOver = status === "refused" || upload.isError;
    return {
      icon: isOver ? icons.bad : status === "ready" ? icons.good : icons.turning,
      text: t(isOver ? "strip_refused" : status === "ready" ? "upload_to_start" : "strip_checking"),
      share: null,
      isOver,
    };
  }
  const share = entry.sent / Math.max(1, entry.size);
  const isMoving = entry.state === "sending";
  const resting = { waiting: icons.waiting, paused: icons.paused, sending: icons.up };
  return {
    icon: entry.state in resting ? resting[entry.state as keyof typeof resting] : icons.bad,
    text: isMoving
      ? [format.share(share, 0), timeLeft(entry)].filter(Boolean).join(" · ")
      : t(`upload_${entry.state}`),
    share,
    isOver: false,
  };
}

function useProcess(id: number | null) {
  return useQuery({
    ...recordQuery(paths.satelliteImagery, id ?? ""),
    enabled: id !== null,
    refetchInterval: ({ state }) =>
      state.data && !["pending", "in_progress"].includes(state.data.status) ? false : 3000,
  });
}

function processWork(
  process: Process,
  t: (key: string) => string,
  percent: (share: number, digits: number) => string,
) {
  const isOver = !["pending", "in_progress"].includes(process.status);
  return {
    icon: !isOver ? icons.turning : process.status === "completed" ? icons.good : icons.bad,
    text: isOver
      ? t(`status_${process.status}`)
      : `${t(`step_${process.step}`)} · ${percent(process.state_percentage / 100, 0)}`,
    share: isOver ? null : process.state_percentage / 100,
    isOver,
  };
}
