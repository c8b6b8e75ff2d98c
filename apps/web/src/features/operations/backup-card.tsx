import type { BackupRunRow, Operations } from "@nihol/contract/operations";
import type { BackupState } from "@nihol/contract/values/operations";
import { paths } from "@nihol/contract/values/paths";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { refresh } from "../../lib/api/query-client.ts";
import { useFormat } from "../../lib/text/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { useFailureText } from "../../ui/error-panel.tsx";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { OperationsCard } from "./operations-card.tsx";

const badges = {
  waiting: { tone: "unknown", shape: "waiting" },
  running: { tone: "info", shape: "running" },
  verified: { tone: "good", shape: "done" },
  unverified: { tone: "watch", shape: "warning" },
  failed: { tone: "act", shape: "failed" },
} as const satisfies Record<BackupState, object>;

/** The last good backup, the next one, and what became of the latest. */
export function BackupCard({ backup }: { backup: Operations["backup"] }) {
  const { t } = useTranslation("operations");
  const failureText = useFailureText();
  const [busy, setBusy] = useState(false);
  const isUnderWay = backup.runs.some(({ state }) => state === "waiting" || state === "running");
  async function handleBackup() {
    setBusy(true);
    try {
      await ask("POST /operations/backup");
      await refresh(paths.operations);
      toast.success(t("backup_ordered"));
    } catch (error) {
      toast.error(failureText(error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <OperationsCard
      title={t("backup")}
      tools={
        backup.is_on && (
          <Button
            size="sm"
            tone="primary"
            busy={busy}
            disabled={isUnderWay}
            onClick={() => void handleBackup()}
          >
            {t("back_up")}
          </Button>
        )
      }
    >
      {backup.warning && (
        <p role="status" className="rounded-md bg-act-soft px-3 py-2 text-sm text-act">
          {t(`warning_${backup.warning}`)}
        </p>
      )}
      {!backup.is_on && (
        <div className="rounded-md bg-watch-soft px-3 py-2 text-sm text-watch">
          <p className="font-medium">{t("backup_off")}</p>
          <p>{t("backup_off_text", { setting: "NIHOL_BACKUP_DIR" })}</p>
        </div>
      )}
      <Schedule backup={backup} />
      {backup.runs.length > 0 && (
        <div>
          <h3 className="pb-1 text-sm font-semibold">{t("runs")}</h3>
          <ul aria-label={t("runs")} className="divide-y divide-line">
            {backup.runs.map((run) => (
              <RunRow key={run.id} run={run} />
            ))}
          </ul>
        </div>
      )}
    </OperationsCard>
  );
}

function Schedule({ backup }: { backup: Operations["backup"] }) {
  const { t } = useTranslation("operations");
  const format = useFormat();
  const { last_good, next_at, schedules } = backup;
  return (
    <KeyValues>
      <KeyValue label={t("last_good")}>
        {last_good?.moment
          ? `${format.dateTime(last_good.moment)} (${format.ago(last_good.moment)}), ${format.bytes(last_good.size_bytes ?? 0)}`
          : t("none_good")}
      </KeyValue>
      {backup.is_on && (
        <KeyValue label={t("next")}>{next_at ? format.dateTime(next_at) : t("by_hand")}</KeyValue>
      )}
      {schedules.map(({ machine, folder, keep, is_encrypted }) => (
        <KeyValue key={machine} label={t("folder")}>
          <span lang="mul" className="break-all">
            {machine}: {folder}
          </span>
          <span className="block text-xs text-ink-3">
            {t(is_encrypted ? "encrypted" : "not_encrypted")}, {t("keeps", { n: keep })}
          </span>
        </KeyValue>
      ))}
    </KeyValues>
  );
}

function RunRow({ run }: { run: BackupRunRow }) {
  const { t } = useTranslation("operations");
  const format = useFormat();
  const { state, step, reason, problem, size_bytes, copied_bytes } = run;
  const at = run.moment ?? run.began_at ?? run.created_at;
  return (
    <li className="grid gap-0.5 py-2 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-36 grow">{format.dateTime(at)}</span>
        <Badge {...badges[state]}>{t(`state_${state}`)}</Badge>
      </div>
      <p className="text-xs text-ink-3">
        {t(`origin_${run.origin}`)}
        {step && `, ${t(`step_${step}`)}`}
        {size_bytes !== null &&
          `, ${t("size_copied", { size: format.bytes(size_bytes), copied: format.bytes(copied_bytes ?? 0) })}`}
      </p>
      {reason && <p className="text-act">{t(`reason_${reason}`)}</p>}
      {problem && (
        <p lang="en" className="text-xs break-words text-ink-2">
          {problem}
        </p>
      )}
    </li>
  );
}
