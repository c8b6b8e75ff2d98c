import type { AttachedFile } from "@nihol/contract/attached-files";
import type {
  AlertEvidence,
  ComparisonEvidence,
  EvidenceImage,
  ViolationEvidence,
} from "@nihol/contract/values/violations";
import { modelName } from "@nihol/locales/model-name";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useParameters } from "../../lib/sensors/parameters.ts";
import { useFormat } from "../../lib/text/format.ts";
import { useDrawnCountText } from "../../parts/counts/count-ground.tsx";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { AlertFigures } from "./alert-figures.tsx";
import { EvidenceCrop } from "./evidence-crop.tsx";
import { TaskFigures } from "./task-figures.tsx";

type Props = { evidence: ViolationEvidence; files?: readonly AttachedFile[] };

/** Evidence that a case was opened with: the figures of both dates with their crops, or what a device measured. */
export function EvidenceFigures({ evidence, files = [] }: Props) {
  const { t } = useTranslation("violations");
  return (
    <section aria-label={t("evidence")} className="grid gap-3 rounded-lg border border-line p-3">
      <h3 className="text-sm font-semibold">{t("evidence")}</h3>
      {evidence.kind === "comparison" ? (
        <Compared evidence={evidence} files={files} />
      ) : evidence.kind === "alerts" ? (
        <Suspense fallback={<SkeletonLines lines={5} />}>
          <AlertFigures evidence={evidence} />
        </Suspense>
      ) : evidence.kind === "task" ? (
        <TaskFigures evidence={evidence} files={files} />
      ) : (
        <Measured evidence={evidence} />
      )}
    </section>
  );
}

function Compared({
  evidence,
  files,
}: {
  evidence: ComparisonEvidence;
  files: readonly AttachedFile[];
}) {
  const { t } = useTranslation("violations");
  const countText = useDrawnCountText();
  const { before, after, lost } = evidence;
  return (
    <>
      <p className="text-sm">
        {t("lost_trees")}: <strong className="numeric">{countText(lost)}</strong>
      </p>
      <div className="grid grid-cols-2 gap-3">
        <Side evidence={evidence} side="before" image={before} files={files} />
        <Side evidence={evidence} side="after" image={after} files={files} />
      </div>
    </>
  );
}

type SideProps = {
  evidence: ComparisonEvidence;
  side: "before" | "after";
  image: EvidenceImage;
  files: readonly AttachedFile[];
};

function Side({ evidence, side, image, files }: SideProps) {
  const { t } = useTranslation(["violations", "map", "compare"]);
  const format = useFormat();
  const countText = useDrawnCountText();
  const file = files.find((one) => one.evidence === side);
  return (
    <figure className="grid content-start gap-1.5">
      {file && evidence.crop && <EvidenceCrop file={file} lostAt={evidence.crop.lost_at} />}
      <figcaption className="numeric grid text-xs text-ink-2">
        <strong className="text-sm">
          {t(`crop_${side}`)} · {format.date(image.date)}
        </strong>
        <span>{t("compare:gsd", { gsd: format.number(image.gsd_m, 2) })}</span>
        <span>
          {t("trees_counted")}: {countText(image.trees)}
        </span>
        {image.model && <span>{t("map:model", { name: modelName(image.model) })}</span>}
      </figcaption>
    </figure>
  );
}

function Measured({ evidence }: { evidence: AlertEvidence }) {
  const { t } = useTranslation(["violations", "monitoring"]);
  const format = useFormat();
  const parameters = useParameters();
  const { device, parameter, value, at, state, good } = evidence;
  const unit = parameters.unit(parameter) || evidence.unit;
  const end = (limit: number | null) => (limit === null ? "…" : format.number(limit, 2));
  return (
    <KeyValues>
      <KeyValue label={t("device")}>
        <span lang="mul">{device.name}</span>
      </KeyValue>
      <KeyValue label={parameters.name(parameter)}>
        <span className="numeric">
          {format.number(value, 2)} {unit}
        </span>
      </KeyValue>
      <KeyValue label={t("measured_at")}>{format.dateTime(at)}</KeyValue>
      <KeyValue label={t("reading_state")}>{t(`monitoring:state_${state}`)}</KeyValue>
      <KeyValue label={t("good_range")}>
        <span className="numeric">
          {end(good.min)}–{end(good.max)} {unit}
        </span>
      </KeyValue>
    </KeyValues>
  );
}
