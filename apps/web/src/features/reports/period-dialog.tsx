import type { ReportPeriodDetail, ReportVersion } from "@nihol/contract/reports/report-periods";
import { paths } from "@nihol/contract/values/paths";
import {
  type ReportDecision,
  reportDecisions,
} from "@nihol/contract/values/reports/report-periods";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { useFormat } from "../../lib/text/format.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { CorrectionsTable } from "./corrections-table.tsx";
import { DecisionDialog } from "./decision-dialog.tsx";

type Props = { id: number; onClose: () => void };

/** A period with everything that was signed, what differs now, and what this person may decide. */
export function PeriodDialog({ id, onClose }: Props) {
  const { t } = useTranslation("reports");
  const format = useFormat();
  const [decision, setDecision] = useState<ReportDecision>();
  const query = useQuery({
    queryKey: [paths.reportPeriod, id],
    queryFn: ({ signal }) => ask("GET /report-period/:id", { params: { id }, signal }),
  });
  const period = query.data;
  const days = period && `${format.date(period.from)} – ${format.date(period.to)}`;
  const actions =
    period &&
    reportDecisions
      .filter((one) => isOffered(period, one))
      .map((one) => (
        <Button
          key={one}
          tone={one === "return" ? undefined : "primary"}
          onClick={() => setDecision(one)}
        >
          {t(`decide_${one}`)}
        </Button>
      ));
  return (
    <Dialog
      open
      onClose={onClose}
      title={days ? t("period_is", { dates: days }) : t("approval")}
      actions={actions}
      width="lg"
    >
      {query.isError && <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <SkeletonLines lines={6} />}
      {period && <PeriodFacts period={period} />}
      {period && decision && (
        <DecisionDialog
          period={period}
          decision={decision}
          onClose={() => setDecision(undefined)}
        />
      )}
    </Dialog>
  );
}

/** Corrections are submitted only where there are any. */
const isOffered = ({ can, state, corrections }: ReportPeriodDetail, decision: ReportDecision) =>
  can[decision] && !(state === "approved" && corrections.length === 0);

function PeriodFacts({ period }: { period: ReportPeriodDetail }) {
  const { t } = useTranslation("reports");
  const format = useFormat();
  const { state, submitted, own, note, comment, versions, corrections } = period;
  return (
    <div className="flex flex-col gap-4">
      {state !== "approved" && (
        <p>
          {t(`period_${state}`, { name: submitted.by, date: format.dateTime(submitted.at) })}{" "}
          {own && <span className="text-ink-2">{t("own_period")}</span>}
        </p>
      )}
      {(comment || (state === "submitted" && note)) && (
        <p className="border-s-2 border-line ps-3 text-ink-2">{comment || note}</p>
      )}
      {corrections.length > 0 && (
        <section>
          <h3 className="pb-1 font-semibold">{t("corrections")}</h3>
          <p className="pb-2 text-sm text-ink-2">{t("corrections_text")}</p>
          <CorrectionsTable corrections={corrections} />
        </section>
      )}
      {versions.map((version) => (
        <VersionFacts key={version.version} version={version} />
      ))}
    </div>
  );
}

function VersionFacts({ version }: { version: ReportVersion }) {
  const { t } = useTranslation("reports");
  const format = useFormat();
  const { approved, submitted, note, corrections } = version;
  return (
    <section className="border-t border-line pt-3">
      <h3 className="font-semibold">{t("version", { n: version.version })}</h3>
      <p className="text-sm">
        {t("approved_by", {
          ...{ name: approved.by, date: format.dateTime(approved.at), n: version.version },
        })}
      </p>
      <p className="text-sm text-ink-2">
        {t("period_submitted_as", { name: submitted.by, date: format.dateTime(submitted.at) })}
      </p>
      {note && <p className="text-sm text-ink-2">{note}</p>}
      {corrections.length > 0 && (
        <details className="pt-1 text-sm">
          <summary className="cursor-pointer">
            {t("version_corrects", { n: corrections.length })}
          </summary>
          <CorrectionsTable corrections={corrections} />
        </details>
      )}
    </section>
  );
}
