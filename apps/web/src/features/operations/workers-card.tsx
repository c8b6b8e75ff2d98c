import type { WorkerRow } from "@nihol/contract/operations";
import { paths } from "@nihol/contract/values/paths";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { refresh } from "../../lib/api/query-client.ts";
import { useFormat } from "../../lib/text/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { useFailureText } from "../../ui/error-panel.tsx";
import { OperationsCard } from "./operations-card.tsx";
import { jobText } from "./operations-data.ts";

const nameOf = ({ machine, pid }: WorkerRow) => `${machine ?? "–"} · ${pid ?? "–"}`;

/** Workers that give a sign of life, what each does, and how one is emptied before it is stopped. */
export function WorkersCard({ workers }: { workers: readonly WorkerRow[] }) {
  const { t } = useTranslation("operations");
  const [asked, setAsked] = useState<WorkerRow>();
  return (
    <OperationsCard title={t("workers")}>
      {workers.length === 0 && (
        <div className="rounded-md bg-act-soft px-3 py-2 text-sm text-act">
          <p className="font-medium">{t("no_worker")}</p>
          <p>{t("no_worker_text")}</p>
        </div>
      )}
      <ul aria-label={t("workers")} className="divide-y divide-line">
        {workers.map((worker) => (
          <WorkerLine key={worker.id} worker={worker} onDrain={() => setAsked(worker)} />
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          open
          onClose={() => setAsked(undefined)}
          title={t("drain_title", { name: nameOf(asked) })}
          consequence={t("drain_text")}
          action={t("drain")}
          tone="primary"
          onConfirm={() => setDraining(asked.id, true)}
        />
      )}
    </OperationsCard>
  );
}

async function setDraining(id: string, is_draining: boolean) {
  await ask("POST /operations/worker/:id/drain", { params: { id }, body: { is_draining } });
  await refresh(paths.operations);
}

function WorkerLine({ worker, onDrain }: { worker: WorkerRow; onDrain: () => void }) {
  const { t } = useTranslation("operations");
  const format = useFormat();
  const failureText = useFailureText();
  const { doing, is_draining, version, gdal, started_at } = worker;
  const name = nameOf(worker);
  const handleResume = () =>
    setDraining(worker.id, false).catch((error) => toast.error(failureText(error)));
  return (
    <li className="grid gap-1 py-2 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span lang="mul" className="min-w-32 grow font-medium break-all">
          {name}
        </span>
        {is_draining && (
          <Badge tone="watch" shape="stopped">
            {t(doing.length > 0 ? "draining" : "drained")}
          </Badge>
        )}
        <Button
          size="sm"
          aria-label={`${t(is_draining ? "resume" : "drain")}: ${name}`}
          onClick={() => (is_draining ? void handleResume() : onDrain())}
        >
          {t(is_draining ? "resume" : "drain")}
        </Button>
      </div>
      <p className="text-xs text-ink-3">
        {t("since", { time: format.dateTime(started_at) })}
        {version && `, Nihol ${version}`}
        {gdal && `, GDAL ${gdal}`}
      </p>
      {doing.length === 0 && <p className="text-ink-2">{t("idle")}</p>}
      <ul className="grid gap-0.5">
        {doing.map((job) => (
          <li key={job.id} className="flex flex-wrap gap-x-3">
            <QueueName queue={job.queue} />
            <span className="text-xs text-ink-3">{format.ago(job.since)}</span>
          </li>
        ))}
      </ul>
    </li>
  );
}

/** Work of a job in the reader's words; the queue's name for one of another version. */
export function QueueName({ queue }: { queue: string }) {
  const { t } = useTranslation("operations");
  const key = jobText(queue);
  return key ? <span>{t(key)}</span> : <span lang="en">{queue}</span>;
}
