import type { Operations } from "@nihol/contract/operations";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { OperationsCard } from "./operations-card.tsx";

/** Data that goes by itself after its days: how much there is, how it grows, and when it was last cleaned. */
export function RetentionCard({ retention }: { retention: Operations["retention"] }) {
  const { t } = useTranslation("operations");
  const format = useFormat();
  const grown = (bytes: number) => `${bytes < 0 ? "−" : "+"}${format.bytes(Math.abs(bytes))}`;
  return (
    <OperationsCard title={t("retention")}>
      <p className="text-sm text-ink-2">{t("retention_text", { setting: "NIHOL_KEEP_DAYS" })}</p>
      {retention.length === 0 && <p className="text-sm">{t("retention_none")}</p>}
      <ul aria-label={t("retention")} className="grid gap-x-8 @4xl/list:grid-cols-2">
        {retention.map((row) => (
          <li key={row.kind} className="grid gap-0.5 border-t border-line py-2 text-sm">
            <p className="flex flex-wrap justify-between gap-x-3">
              <span className="font-medium">{t(`kept_${row.kind}`)}</span>
              <span className="numeric">
                {t("rows_of", { n: format.number(row.row_count) })}
                {row.bytes !== null && `, ${format.bytes(row.bytes)}`}
              </span>
            </p>
            <p className="text-xs text-ink-3">
              {row.keep_days > 0
                ? t("keep_days", { n: format.number(row.keep_days) })
                : t("keep_none")}
              {row.is_settable && `, ${t("settable")}`}
              {row.grown_bytes !== null && `; ${t("grown", { size: grown(row.grown_bytes) })}`}
            </p>
            <p className="text-xs text-ink-3">
              {t("cleaned", {
                time: format.dateTime(row.cleaned_at),
                n: format.number(row.deleted),
              })}
            </p>
          </li>
        ))}
      </ul>
    </OperationsCard>
  );
}
