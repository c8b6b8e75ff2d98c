import { Pause, Play, RotateCcw, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Format, useFormat } from "../../../lib/text/format.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { Progress } from "../../../ui/progress.tsx";
import { durationOf } from "./duration.ts";
import { cancelUpload, pauseUpload, resume } from "./sending.ts";
import type { UploadEntry } from "./upload-store.ts";

type Props = { entry: UploadEntry; onCancelled: () => void };

/** An upload in progress: size, speed, time left; pause, resume, cancel. */
export function UploadProgress({ entry, onCancelled }: Props) {
  const { t } = useTranslation(["imagery", "app"]);
  const format = useFormat();
  const timeLeft = useTimeLeft();
  const [asking, setAsking] = useState(false);
  const rate = entry.speed && t("upload_speed", { speed: format.bytes(entry.speed) });
  const amount = t("upload_amount", {
    sent: format.bytes(entry.sent),
    size: format.bytes(entry.size),
  });
  async function handleCancel() {
    await cancelUpload(entry.key);
    onCancelled();
  }
  return (
    <div className="grid gap-3">
      <Progress
        label={t(`upload_${entry.state}`)}
        share={entry.sent / Math.max(1, entry.size)}
        note={[amount, rate, timeLeft(entry)].filter(Boolean).join(" · ")}
      />
      {entry.state === "lost" && <Note>{t("upload_lost_text")}</Note>}
      {entry.state === "failed" && <Problem entry={entry} />}
      <div className="flex flex-wrap gap-2">
        <Move entry={entry} />
        <Button icon={<X className="size-4" />} onClick={() => setAsking(true)}>
          {t("upload_cancel")}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t("upload_cancel_title", { name: entry.fileName })}
        consequence={t("upload_cancel_text", { sent: format.bytes(entry.sent) })}
        action={t("upload_cancel")}
        onConfirm={handleCancel}
      />
    </div>
  );
}

function Move({ entry }: { entry: UploadEntry }) {
  const { t } = useTranslation("imagery");
  const go = () => void resume(entry.key);
  if (entry.state === "sending" || entry.state === "waiting")
    return (
      <Button icon={<Pause className="size-4" />} onClick={() => pauseUpload(entry.key)}>
        {t("upload_pause")}
      </Button>
    );
  if (entry.state === "paused")
    return (
      <Button tone="primary" icon={<Play className="size-4" />} onClick={go}>
        {t("upload_resume")}
      </Button>
    );
  if (entry.state === "interrupted") return null;
  return (
    <Button tone="primary" icon={<RotateCcw className="size-4" />} onClick={go}>
      {t("app:try_again")}
    </Button>
  );
}

function Problem({ entry }: { entry: UploadEntry }) {
  const { t } = useTranslation("errors");
  if (!entry.problem) return null;
  return <Note>{"detail" in entry.problem ? entry.problem.detail : t(entry.problem.code)}</Note>;
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="rounded-md bg-watch-soft px-3 py-2 text-sm text-watch">
      {children}
    </p>
  );
}

/** "about 4 min left"; nothing while the speed is not known. */
export function useTimeLeft(): (entry: UploadEntry) => string | null {
  const left = useLeftText();
  return (entry) => {
    if (entry.state !== "sending" || !entry.speed || entry.sent >= entry.size) return null;
    return left((entry.size - entry.sent) / entry.speed);
  };
}

/** "4 min left". */
export function useLeftText(): (seconds: number) => string {
  const { t } = useTranslation("imagery");
  const format = useFormat();
  return (seconds) => {
    const duration = durationOf(seconds);
    return t(`left_${duration.unit}`, numbers(duration, format));
  };
}

function numbers(duration: ReturnType<typeof durationOf>, format: Format): Record<string, string> {
  return {
    n: format.number(duration.n),
    minutes: duration.unit === "hours" ? format.number(duration.minutes) : "",
  };
}
