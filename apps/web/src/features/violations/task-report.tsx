import type { AttachedFile } from "@nihol/contract/attached-files";
import type { EvidencePhoto, EvidenceRow, TaskEvidence } from "@nihol/contract/values/violations";
import { takenTexts } from "@nihol/locales/taken-text";
import { useTranslation } from "react-i18next";
import { useApiImage } from "../../lib/api/api-image.ts";
import { useFormat } from "../../lib/text/format.ts";
import { useFlagText } from "../../parts/planting/flag-text.ts";
import { useReasonText } from "../../parts/planting/reason-text.ts";
import { Skeleton } from "../../ui/skeleton.tsx";

type Props = { evidence: TaskEvidence; files: readonly AttachedFile[] };

/** Reasons of the verdict, what does not fit together in the report, and its photos beside those that are the same. */
export function TaskReport({ evidence, files }: Props) {
  const { t } = useTranslation(["violations", "verdicts"]);
  const reasonText = useReasonText();
  const { reasons = [], report } = evidence;
  return (
    <>
      {reasons.length > 0 && (
        <Lines title={t("verdicts:reasons")}>
          {reasons.map((reason) => (
            <li key={JSON.stringify(reason)}>
              <span className="text-ink-3">{t(`verdicts:says_${reason.says}`)}: </span>
              {reasonText(reason)}
            </li>
          ))}
        </Lines>
      )}
      {report && (
        <>
          <Flags evidence={evidence} report={report} />
          <Photos task={evidence.task} rows={report.shown} files={files} />
        </>
      )}
    </>
  );
}

function Lines({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-1.5">
      <h4 className="text-sm font-medium">{title}</h4>
      <ul className="grid gap-1 text-sm">{children}</ul>
    </section>
  );
}

function Flags({
  evidence: { task },
  report,
}: {
  evidence: TaskEvidence;
  report: NonNullable<TaskEvidence["report"]>;
}) {
  const { t } = useTranslation(["violations", "planting"]);
  const format = useFormat();
  const flagText = useFlagText(task);
  const rowText = useRowText();
  const rows = report.shown.filter(({ flags }) => flags.length > 0);
  const isFlagged = rows.length + report.flags.length > 0;
  const flagsOf = (flags: EvidenceRow["flags"]) =>
    flags.map((flag) => `${t(`planting:flag_${flag.severity}`)}: ${flagText(flag)}`).join("; ");
  return (
    <Lines title={t("act_flags")}>
      {!isFlagged && <li>{t("act_no_flags")}</li>}
      {report.flags.length > 0 && (
        <li>
          {t("act_whole_report")}. {flagsOf(report.flags)}
        </li>
      )}
      {rows.map((row) => (
        <li key={row.row}>
          {rowText(row)}. {flagsOf(row.flags)}
        </li>
      ))}
      <li className="text-ink-3">
        {t("act_report_rows", {
          rows: format.number(report.rows),
          photos: format.number(report.without_photo),
          positions: format.number(report.without_position),
        })}
      </li>
    </Lines>
  );
}

function useRowText() {
  const { t } = useTranslation("violations");
  const format = useFormat();
  return ({ tree_type, count, plant_date }: EvidenceRow) =>
    t("act_row", {
      type: format.name(tree_type),
      count: format.number(count),
      date: format.dateShort(plant_date),
    });
}

type PhotosProps = { task: number; rows: readonly EvidenceRow[]; files: readonly AttachedFile[] };

function Photos({ task, rows, files }: PhotosProps) {
  const { t } = useTranslation("violations");
  const format = useFormat();
  const rowText = useRowText();
  const shown = rows.flatMap((row) => [
    ...(row.photo ? [{ photo: row.photo, title: rowText(row) }] : []),
    ...row.same.map((photo) => ({
      photo,
      title: t(photo.task === task ? "act_same_here" : "act_same_elsewhere", {
        task: photo.task,
        garden: format.name(photo.garden),
        date: format.dateShort(photo.plant_date),
      }),
    })),
  ]);
  const kept = shown.flatMap((one) => {
    const file = files.find(({ evidence, sha256 }) => evidence && sha256 === one.photo.sha256);
    return file ? [{ ...one, file }] : [];
  });
  if (kept.length === 0) return null;
  return (
    <section aria-label={t("act_report_photos")} className="grid gap-1.5">
      <h4 className="text-sm font-medium">{t("act_report_photos")}</h4>
      <div className="grid grid-cols-2 gap-3">
        {kept.map(({ photo, title, file }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same photo may stand beside several rows; the list never changes.
          <Photo key={index} {...{ photo, title, file }} />
        ))}
      </div>
    </section>
  );
}

type PhotoProps = { photo: EvidencePhoto; title: string; file: AttachedFile };

function Photo({ photo, title, file }: PhotoProps) {
  const { t } = useTranslation("violations");
  const format = useFormat();
  const address = useApiImage(file.preview);
  const taken = takenTexts(photo, (key, params) => t(key, params ?? {}), format.dateShort);
  return (
    <figure className="grid content-start gap-1.5">
      {address ? (
        <img src={address} alt={title} className="aspect-4/3 w-full rounded-md object-contain" />
      ) : (
        <Skeleton className="aspect-4/3 w-full rounded-md" />
      )}
      <figcaption className="grid text-xs text-ink-2">
        <span>{title}</span>
        {taken.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </figcaption>
    </figure>
  );
}
