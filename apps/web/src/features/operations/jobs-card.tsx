import type { JobRow, Operations } from "@nihol/contract/operations";
import { type JobState, jobStates } from "@nihol/contract/values/operations";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { refresh } from "../../lib/api/query-client.ts";
import { useFormat } from "../../lib/text/format.ts";
import { Button, textLink } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { ErrorPanel, useFailureText } from "../../ui/error-panel.tsx";
import { Segmented } from "../../ui/form/segmented.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { OperationsCard } from "./operations-card.tsx";
import { jobSubjects, jobsQuery, jobText } from "./operations-data.ts";
import { QueueName } from "./workers-card.tsx";

/** Jobs by kind with the age of the oldest, and each of those that wait, run or failed. */
export function JobsCard({ queues }: { queues: Operations["queues"] }) {
  const { t } = useTranslation("operations");
  const format = useFormat();
  const [chosen, setChosen] = useState<JobState>();
  const sum = (state: JobState) => queues.reduce((all, queue) => all + queue[state], 0);
  // Failed jobs ask for somebody; else running ones are of interest.
  const state = chosen ?? (sum("failed") > 0 ? "failed" : sum("active") > 0 ? "active" : "waiting");
  return (
    <OperationsCard
      title={t("jobs")}
      tools={
        <Segmented
          label={t("jobs_shown")}
          value={state}
          onChange={setChosen}
          options={jobStates.map((value) => ({
            value,
            label: `${t(`jobs_${value}`)} ${format.number(sum(value))}`,
          }))}
        />
      }
    >
      {queues.length > 0 && (
        <ul aria-label={t("by_kind")} className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
          {queues.map((queue) => (
            <li key={queue.queue}>
              <QueueName queue={queue.queue} />{" "}
              <span className="numeric text-ink-2">{kindText(queue)}</span>
            </li>
          ))}
        </ul>
      )}
      <JobList state={state} />
    </OperationsCard>
  );

  function kindText({ waiting, active, failed, oldest_s }: Operations["queues"][number]) {
    const parts = [
      waiting > 0 && t("n_waiting", { n: format.number(waiting) }),
      active > 0 && t("n_active", { n: format.number(active) }),
      failed > 0 && t("n_failed", { n: format.number(failed) }),
      oldest_s !== null && t("oldest", { ago: format.ago(new Date(Date.now() - oldest_s * 1000)) }),
    ];
    return parts.filter(Boolean).join(", ");
  }
}

function JobList({ state }: { state: JobState }) {
  const { t } = useTranslation("operations");
  const format = useFormat();
  const { data, isError, error, refetch } = useQuery(jobsQuery(state));
  const [asked, setAsked] = useState<JobRow>();
  if (isError && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines lines={3} />;
  if (data.count === 0) return <p className="py-2 text-sm text-ink-2">{t(`no_jobs_${state}`)}</p>;
  return (
    <>
      <ul aria-label={t(`jobs_${state}`)} className="divide-y divide-line">
        {data.results.map((job) => (
          <JobLine key={job.id} job={job} onCancel={() => setAsked(job)} />
        ))}
      </ul>
      {data.count > data.results.length && (
        <p className="text-sm text-ink-2">
          {t("more_jobs", { n: format.number(data.count - data.results.length) })}
        </p>
      )}
      {asked && (
        <ConfirmDialog
          open
          onClose={() => setAsked(undefined)}
          title={t(asked.state === "failed" ? "remove_title" : "cancel_title")}
          consequence={t(asked.state === "failed" ? "remove_text" : "cancel_text")}
          action={t(asked.state === "failed" ? "remove" : "cancel_job")}
          onConfirm={async () => {
            await ask("POST /operations/job/:id/cancel", { params: { id: asked.id } });
            await refresh(paths.operations);
          }}
        />
      )}
    </>
  );
}

function JobLine({ job, onCancel }: { job: JobRow; onCancel: () => void }) {
  const { t } = useTranslation("operations");
  const format = useFormat();
  const failureText = useFailureText();
  const { queue, state, process_id, is_retriable, is_cancellable } = job;
  const key = jobText(queue);
  const subject = jobSubjects(job.data)
    .map(({ text, n }) => (text ? t(text, { n }) : n))
    .join(", ");
  const name = `${key ? t(key) : queue}, ${subject}`;
  async function handleRetry() {
    try {
      await ask("POST /operations/job/:id/retry", { params: { id: job.id } });
      await refresh(paths.operations);
    } catch (error) {
      toast.error(failureText(error));
    }
  }
  return (
    <li className="grid gap-0.5 py-2 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-40 grow">
          <QueueName queue={queue} /> <span className="numeric text-ink-3">{subject}</span>
        </span>
        {process_id !== null && (
          <Link to="/admin/process" search={{ open: String(process_id) }} className={textLink}>
            {t("to_process")}
          </Link>
        )}
        {is_retriable && (
          <Button
            size="sm"
            aria-label={`${t(state === "failed" ? "retry" : "do_now")}: ${name}`}
            onClick={() => void handleRetry()}
          >
            {t(state === "failed" ? "retry" : "do_now")}
          </Button>
        )}
        {is_cancellable && (
          <Button
            size="sm"
            aria-label={`${t(state === "failed" ? "remove" : "cancel_job")}: ${name}`}
            onClick={onCancel}
          >
            {t(state === "failed" ? "remove" : "cancel_job")}
          </Button>
        )}
      </div>
      <p className="text-xs text-ink-3">
        {t("ordered", { ago: format.ago(job.created_at) })}
        {state === "active" &&
          job.started_at &&
          `, ${t("begun", { ago: format.ago(job.started_at) })}`}
        {job.tries > 0 && `, ${t("tries", { n: format.number(job.tries) })}`}
        {state === "waiting" &&
          is_retriable &&
          `, ${t("next_try", { time: format.dateTime(job.start_after) })}`}
      </p>
      {job.error && (
        <p lang="en" className="text-xs break-words text-act">
          {job.error}
        </p>
      )}
    </li>
  );
}
