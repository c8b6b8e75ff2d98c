import type { Capture } from "@nihol/contract/imagery/captures";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";

export function CaptureFacts({ capture }: { capture: Capture }) {
  const { t } = useTranslation(["captures", "app"]);
  const format = useFormat();
  const place = [capture.district, capture.region]
    .map((one) => one && format.name(one.name))
    .filter(Boolean)
    .join(", ");
  return (
    <KeyValues>
      <KeyValue label={t("date")}>{format.date(capture.date)}</KeyValue>
      <KeyValue label={t("place")}>{place}</KeyValue>
      <KeyValue label={t("gsd")}>
        {t("meters", { value: format.number(capture.gsd_m, 2) })}
      </KeyValue>
      <KeyValue label={t("nir")}>{capture.has_nir ? t("nir_yes") : t("nir_no")}</KeyValue>
      <KeyValue
        label={t("area")}
      >{`${format.hectares(capture.coverage_m2)} ${t("app:hectares")}`}</KeyValue>
      <KeyValue label={t("trees")}>{format.number(capture.tree_count)}</KeyValue>
      <KeyValue label={t("other_dates")}>
        {capture.other_dates.map((date) => format.date(date)).join("; ")}
      </KeyValue>
      {capture.reason && <KeyValue label={t("reason")}>{t(`reason_${capture.reason}`)}</KeyValue>}
      {capture.comment && <KeyValue label={t("comment")}>{capture.comment}</KeyValue>}
      {capture.reviewed_at && (
        <KeyValue label={t("reviewed")}>
          {[capture.reviewed_by, format.dateTime(capture.reviewed_at)].filter(Boolean).join(", ")}
        </KeyValue>
      )}
    </KeyValues>
  );
}
