import type { Upload } from "@nihol/contract/imagery/uploads";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import type { MapSearch } from "../../map/data/map-search.ts";
import { LazyMap } from "../../map/lazy-map.tsx";
import { CountLimits } from "../../parts/counts/count-limits.tsx";
import { bandsText } from "../../parts/images/bands-text.ts";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";

type Facts = NonNullable<Upload["facts"]>;

/** Metadata that the server read out of the image, and where it lies. */
export function UploadFacts({ facts, name }: { facts: Facts; name: string }) {
  const { t } = useTranslation(["imagery", "app"]);
  const format = useFormat();
  return (
    <div className="grid gap-3">
      <Place facts={facts} label={t("footprint_of", { name })} />
      <KeyValues>
        <KeyValue label={t("size_px")}>
          <span className="numeric">
            {`${format.number(facts.width)} × ${format.number(facts.height)}`}
          </span>
        </KeyValue>
        <KeyValue label={t("gsd")}>
          {t("gsd_value", { gsd: format.number(facts.gsd_m, 2) })}
        </KeyValue>
        <KeyValue label={t("nir")}>{facts.has_nir ? t("nir_yes") : t("nir_no")}</KeyValue>
        <KeyValue label={t("bands")}>
          {`${bandsText(facts.bands, t)} (${t(`bands_by_${facts.bands.basis}`)})`}
        </KeyValue>
        {facts.mended.length > 0 && (
          <KeyValue label={t("mended")}>
            {facts.mended.map((one) => t(`mended_${one}`)).join("; ")}
            <p className="text-xs text-ink-3">{t("sent_file_too")}</p>
          </KeyValue>
        )}
        <KeyValue label={t("bits")}>{format.number(facts.bits)}</KeyValue>
      </KeyValues>
      <CountLimits image={facts} />
    </div>
  );
}

function Place({ facts, label }: { facts: Facts; label: string }) {
  const [view, setView] = useState<MapSearch>({ layers: "none" });
  const shapes = useMemo(
    () => [{ id: 1, geometry: facts.footprint, chosen: true }],
    [facts.footprint],
  );
  return (
    <div className="h-48 overflow-hidden rounded-lg border border-line">
      <LazyMap
        label={label}
        search={view}
        onSearch={(next) => setView((before) => ({ ...before, ...next }))}
        bounds={facts.bbox}
        of={{ shapes, image: null }}
        panel="none"
      />
    </div>
  );
}
