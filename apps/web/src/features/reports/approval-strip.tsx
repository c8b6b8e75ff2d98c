import type { ReportApproval } from "@nihol/contract/reports/report-periods";
import type { Report } from "@nihol/contract/reports/reports";
import { Lock, PencilLine, ScrollText } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { Button } from "../../ui/button.tsx";
import { Segmented } from "../../ui/form/segmented.tsx";
import { PeriodDialog } from "./period-dialog.tsx";
import type { ReportSearch } from "./report-search.ts";
import { SubmitDialog } from "./submit-dialog.tsx";

type Props = { report: Report; search: ReportSearch; onChange: (next: ReportSearch) => void };

/** Says whether the figures are approved, by whom, and what has changed since; offers to submit and to approve them. */
export function ApprovalStrip({ report, search, onChange }: Props) {
  const { t } = useTranslation("reports");
  const [open, setOpen] = useState<"submit" | "period">();
  const { approval, can, from, to } = report;
  if (!approval && !can.submit) return null;
  return (
    <section
      aria-label={t("approval")}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-sunken px-5 py-2 text-sm"
    >
      {approval ? <ApprovalText approval={approval} /> : <span>{t("not_submitted")}</span>}
      {approval && approval.version > 0 && (
        <Segmented
          label={t("figures")}
          value={search.figures ?? "approved"}
          onChange={(next) => onChange({ figures: next === "now" ? "now" : undefined })}
          options={[
            { value: "approved", label: t("figures_approved") },
            { value: "now", label: t("figures_now") },
          ]}
        />
      )}
      {approval && approval.version > 0 && search.figures !== "now" && (
        <span className="text-xs text-ink-2">{t("approved_links")}</span>
      )}
      <Button
        icon={approval ? <ScrollText className="size-4" /> : <PencilLine className="size-4" />}
        onClick={() => setOpen(approval ? "period" : "submit")}
      >
        {t(approval ? "period_open" : "period_submit")}
      </Button>
      {open === "submit" && from && to && (
        <SubmitDialog days={{ from, to }} onClose={() => setOpen(undefined)} />
      )}
      {open === "period" && approval && (
        <PeriodDialog id={approval.period} onClose={() => setOpen(undefined)} />
      )}
    </section>
  );
}

/** "Approved on … by …, version 2. Figures that differ now: 3". */
function ApprovalText({ approval }: { approval: ReportApproval }) {
  const { t } = useTranslation("reports");
  const format = useFormat();
  const { state, approved, submitted, version, corrections } = approval;
  const signed = (key: string, { by, at }: { by: string; at: string }) =>
    t(key, { name: by, date: format.dateTime(at), n: version });
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-2">
      {approved && (
        <span>
          <Lock aria-hidden className="me-2 inline size-4 align-[-0.1875rem] text-ink-2" />
          {signed("approved_by", approved)}
        </span>
      )}
      {state !== "approved" && signed(`period_${state}`, submitted)}
      {corrections.length > 0 && (
        <strong className="font-medium text-act">
          {t("corrections_count", { n: format.number(corrections.length) })}
        </strong>
      )}
    </p>
  );
}
