import type { OfferedCapture } from "@nihol/contract/imagery/offered-captures";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import { KeyValue, KeyValues } from "../../../ui/key-values.tsx";

/** Enough of a hash to compare by eye. */
const hashShown = 12;

export function OfferFacts({ offer }: { offer: OfferedCapture }) {
  const { t } = useTranslation(["offers", "app"]);
  const format = useFormat();
  const place = [offer.district, offer.region]
    .map((one) => one && format.name(one.name))
    .filter(Boolean)
    .join(", ");
  const { cloud, cloud_basis, darkness, preview_hash, process } = offer;
  return (
    <KeyValues>
      <KeyValue label={t("garden")}>{format.name(offer.garden.name)}</KeyValue>
      <KeyValue label={t("place")}>{place}</KeyValue>
      <KeyValue label={t("day")}>{format.date(offer.day)}</KeyValue>
      <KeyValue label={t("source")}>{format.name(offer.source.name)}</KeyValue>
      {offer.item && (
        <KeyValue label={t("item")}>
          <span className="break-all">{offer.item}</span>
        </KeyValue>
      )}
      <KeyValue label={t("cloud")}>
        {cloud === null || cloud_basis === null
          ? t("not_known")
          : `${format.percent(Math.round(cloud * 100))} – ${t(`basis_${cloud_basis}`)}`}
      </KeyValue>
      <KeyValue label={t("darkness")}>
        {darkness === null ? t("not_known") : format.percent(Math.round(darkness * 100))}
      </KeyValue>
      {preview_hash && (
        <KeyValue label={t("preview_hash")}>
          <code className="text-xs">{preview_hash.slice(0, hashShown)}</code>
        </KeyValue>
      )}
      {process?.date_hash && (
        <KeyValue label={t("date_hash")}>
          <code className="text-xs">{process.date_hash.slice(0, hashShown)}</code>
        </KeyValue>
      )}
      <KeyValue label={t("found")}>{format.dateTime(offer.found_at)}</KeyValue>
      {offer.decided_at && (
        <KeyValue label={t("decided")}>
          {[offer.decided_by, format.dateTime(offer.decided_at)].filter(Boolean).join(", ")}
        </KeyValue>
      )}
    </KeyValues>
  );
}
