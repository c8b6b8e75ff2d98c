import type { AttachedFile } from "@nihol/contract/attached-files";
import type { TaskEvidence, TaskImage } from "@nihol/contract/values/violations";
import { formatCount } from "@nihol/locales/format-count";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { useImageHandText } from "../../parts/planting/image-hand-text.ts";
import { usePlotCounterText } from "../../parts/planting/plot-counter-text.ts";
import { textLink } from "../../ui/button.tsx";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { EvidenceCrop } from "./evidence-crop.tsx";
import { TaskReport } from "./task-report.tsx";

type Props = { evidence: TaskEvidence; files: readonly AttachedFile[] };

/** Compares what a planting task reported with what was found, with both images of its garden. */
export function TaskFigures({ evidence, files }: Props) {
  const { t } = useTranslation(["verdicts", "survival"]);
  const format = useFormat();
  const counterText = usePlotCounterText();
  const handText = useImageHandText();
  const { task, standing, plots, before, after } = evidence;
  const count = standing && { total: standing.count, low: standing.low, high: standing.high };
  return (
    <>
      <KeyValues>
        <KeyValue label={t("task")}>
          <Link to="/admin/verdicts" search={{ open: String(task) }} className={textLink}>
            {t("task_number", { id: task })}
          </Link>
        </KeyValue>
        <KeyValue label={t("verdict")}>{t(`verdict_${evidence.verdict}`)}</KeyValue>
        <KeyValue label={t("reported")}>{format.number(evidence.reported)}</KeyValue>
        <KeyValue label={t("standing")}>{count && formatCount(count, format.language)}</KeyValue>
        <KeyValue label={t("plots")}>
          {plots &&
            `${format.date(plots.measured_on)}: ${t("survival:trees_counted", {
              living: format.number(plots.living),
              dead: format.number(plots.dead),
              missing: format.number(plots.missing),
            })}`}
        </KeyValue>
        {evidence.counters && evidence.counters.length > 0 && (
          <KeyValue label={t("counters")}>{evidence.counters.map(counterText).join(". ")}</KeyValue>
        )}
        {evidence.image_hands && evidence.image_hands.length > 0 && (
          <KeyValue label={t("image_changes")}>
            {evidence.image_hands.map(handText).join(". ")}
          </KeyValue>
        )}
        <KeyValue label={t("explanation")}>
          {evidence.explanation && <span lang="mul">{evidence.explanation}</span>}
        </KeyValue>
      </KeyValues>
      <TaskReport evidence={evidence} files={files} />
      <div className="grid grid-cols-2 gap-3">
        <Side side="before" image={before} files={files} />
        <Side side="after" image={after} files={files} />
      </div>
    </>
  );
}

type SideProps = {
  side: "before" | "after";
  image: TaskImage | null;
  files: readonly AttachedFile[];
};

function Side({ side, image, files }: SideProps) {
  const { t } = useTranslation(["verdicts", "violations", "compare"]);
  const format = useFormat();
  const file = files.find((one) => one.evidence === side);
  if (!image) return <p className="text-xs text-ink-3">{t(`no_${side}`)}</p>;
  return (
    <figure className="grid content-start gap-1.5">
      {file && <EvidenceCrop file={file} lostAt={[]} />}
      <figcaption className="numeric grid text-xs text-ink-2">
        <strong className="text-sm">
          {t(side)} · {format.date(image.date)}
        </strong>
        <span>{t("compare:gsd", { gsd: format.number(image.gsd_m, 2) })}</span>
        {image.counted !== null && (
          <span>
            {t("violations:trees_counted")}: {format.number(image.counted)}
          </span>
        )}
      </figcaption>
    </figure>
  );
}
