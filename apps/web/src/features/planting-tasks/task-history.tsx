import type { TaskStep } from "@nihol/contract/plant-tree-tasks";
import { ArrowRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { StatusBadge } from "./task/task-status.tsx";

/** What has become of a task, newest first: who moved it, when and with what words. */
export function TaskHistory({ steps }: { steps: readonly TaskStep[] }) {
  const { t } = useTranslation("planting");
  const format = useFormat();
  return (
    <section className="grid gap-2">
      <h3 className="text-sm font-semibold">{t("history")}</h3>
      <ol className="divide-y divide-line border-y border-line">
        {steps.map((step) => (
          <li key={step.id} className="grid gap-1 py-2 text-sm">
            <p className="flex flex-wrap items-center gap-1.5">
              {step.from ? (
                <>
                  <StatusBadge status={step.from} />
                  <ArrowRight aria-hidden className="size-3.5 text-ink-3" />
                </>
              ) : (
                <span className="text-ink-2">{t("created")}:</span>
              )}
              <StatusBadge status={step.to} />
            </p>
            {step.comment && <p className="break-words whitespace-pre-line">{step.comment}</p>}
            <p className="text-xs text-ink-3">
              {[format.dateTime(step.at), step.by].filter(Boolean).join(" · ")}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
