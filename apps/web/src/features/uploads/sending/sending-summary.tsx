import { Link } from "@tanstack/react-router";
import { Pause, Play } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useUser } from "../../../lib/api/session.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { Button } from "../../../ui/button.tsx";
import { ProgressBar } from "../../../ui/progress.tsx";
import { pauseAll, resumeAll } from "./sending.ts";
import { type Totals, totalsOf } from "./totals.ts";
import { useLeftText } from "./upload-progress.tsx";
import type { UploadEntry } from "./upload-store.ts";

/** Many uploads in one row, which leads to all of them. */
export function SendingSummary({ entries }: { entries: readonly UploadEntry[] }) {
  const { t } = useTranslation("imagery");
  const totals = totalsOf(entries);
  return (
    <div className="col-span-full flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2 text-sm">
      <Link
        to="/admin/process"
        search={{ view: "uploads" }}
        className="grid min-w-0 grow basis-64 gap-1 rounded"
      >
        <span className="font-medium">{t("uploads")}</span>
        <TotalsText totals={totals} />
      </Link>
      <MoveAll totals={totals} />
    </div>
  );
}

/** Bar, files and bytes; speed and time left. */
export function TotalsText({ totals }: { totals: Totals }) {
  const { t } = useTranslation("imagery");
  const format = useFormat();
  const left = useLeftText();
  const { files, arrived, failed, size, sent, speed, secondsLeft } = totals;
  const said = [
    t("uploads_files", { done: format.number(arrived), files: format.number(files) }),
    t("upload_amount", { sent: format.bytes(sent), size: format.bytes(size) }),
    speed && t("upload_speed", { speed: format.bytes(speed) }),
    secondsLeft !== null && secondsLeft > 0 && left(secondsLeft),
    failed > 0 && t("uploads_failed", { n: format.number(failed) }),
  ];
  return (
    <span className="grid gap-1">
      <ProgressBar label={t("uploads")} share={sent / Math.max(1, size)} />
      <span className="numeric text-xs text-ink-2">{said.filter(Boolean).join(" · ")}</span>
    </span>
  );
}

/** Holds all, or goes on with all. */
export function MoveAll({ totals }: { totals: Totals }) {
  const { t } = useTranslation("imagery");
  const me = useUser().userData?.id ?? 0;
  return (
    <span className="flex flex-wrap gap-2">
      {totals.isMoving && (
        <Button size="sm" icon={<Pause className="size-4" />} onClick={() => pauseAll(me)}>
          {t("uploads_pause_all")}
        </Button>
      )}
      {totals.isHeld && (
        <Button size="sm" icon={<Play className="size-4" />} onClick={() => resumeAll(me)}>
          {t("uploads_resume_all")}
        </Button>
      )}
    </span>
  );
}
