import type { ViolationDetail } from "@nihol/contract/violations/violations";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { lazyPart } from "../../ui/missing-part.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { CaseAlerts } from "./case-alerts.tsx";
import { EvidenceFigures } from "./evidence-figures.tsx";
import { pointText, usePlaceBounds } from "./place-field.tsx";

// The map's library comes after the facts.
const PlaceMap = lazyPart(() => import("./place-map.tsx"));

/** Details of a violation: what was seen, where, and who is to act on it. */
export function ViolationFacts({ violation }: { violation: ViolationDetail }) {
  const { t } = useTranslation("violations");
  const format = useFormat();
  const { point, garden, description } = violation;
  const bounds = usePlaceBounds(point, garden?.id ?? null);
  return (
    <div className="grid gap-4">
      {description && (
        <p lang="mul" className="text-sm break-words whitespace-pre-line">
          {description}
        </p>
      )}
      {(point || bounds) && (
        <div className="h-64 overflow-hidden rounded-lg border border-line">
          <Suspense fallback={<Skeleton className="h-full w-full rounded-none" />}>
            <PlaceMap label={t("map_of", { name: violation.title })} {...{ point, bounds }} />
          </Suspense>
        </div>
      )}
      {violation.evidence && (
        <EvidenceFigures evidence={violation.evidence} files={violation.files} />
      )}
      <KeyValues>
        <KeyValue label={t("observed_on")}>{format.date(violation.observed_on)}</KeyValue>
        <KeyValue label={t("region")}>{format.name(violation.region?.name)}</KeyValue>
        <KeyValue label={t("district")}>{format.name(violation.district?.name)}</KeyValue>
        <KeyValue label={t("garden")}>{format.name(garden?.name)}</KeyValue>
        <KeyValue label={t("coordinates")}>
          {point && (
            <span className="numeric flex items-center gap-1">
              {pointText(point)}
              <CopyButton value={pointText(point)} what={t("copy_coordinates")} />
            </span>
          )}
        </KeyValue>
        <KeyValue label={t("ministry")}>{format.name(violation.ministry?.name)}</KeyValue>
        <KeyValue label={t("due_date")}>
          {violation.due_date && format.date(violation.due_date)}
        </KeyValue>
        <KeyValue label={t("responsible")}>
          {violation.responsible && <span lang="mul">{violation.responsible.name}</span>}
        </KeyValue>
        <KeyValue label={t("source")}>{t(`source_${violation.source}`)}</KeyValue>
        <KeyValue label={t("alerts")}>
          {violation.alerts.length > 0 && <CaseAlerts alerts={violation.alerts} />}
        </KeyValue>
        <KeyValue label={t("reported_by")}>
          {violation.reported_by && <span lang="mul">{violation.reported_by}</span>}
        </KeyValue>
        <KeyValue label={t("created_by")}>
          {violation.created_by && <span lang="mul">{violation.created_by}</span>}
        </KeyValue>
        <KeyValue label={t("created_at")}>{format.dateTime(violation.created_at)}</KeyValue>
        <KeyValue label={t("updated_at")}>{format.dateTime(violation.updated_at)}</KeyValue>
      </KeyValues>
    </div>
  );
}
