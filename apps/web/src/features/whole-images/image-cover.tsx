import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";

type Canopy = NonNullable<WholeImage["canopy"]>;

const M2_A_HECTARE = 10_000;

/** All ground of an image by what its pixels show, in hectares and as a share; nothing where nobody looked. */
export function ImageCover({ canopy }: { canopy: Canopy }) {
  const { t } = useTranslation(["imagery", "coverage"]);
  const format = useFormat();
  const { cover, closed_ha, ground_ha } = canopy;
  if (!cover || ground_ha <= 0) return null;
  const lines = [
    [t("coverage:closed_canopy"), closed_ha],
    [t("open_canopy"), cover.open_canopy_ha],
    [t("low_plants"), cover.low_plants_ha],
    [t("bare_ground"), cover.bare_ha],
  ] as const;
  return (
    <section className="grid gap-1.5 text-sm">
      <h2 className="font-semibold">{t("cover_title")}</h2>
      <dl className="grid max-w-xl grid-cols-[1fr_auto] gap-x-6 gap-y-1">
        {lines.map(([label, hectares]) => (
          <div key={label} className="contents">
            <dt className="text-ink-2">{label}</dt>
            <dd className="text-end tabular-nums">
              {t("crown_cover_value", {
                hectares: format.hectares(hectares * M2_A_HECTARE),
                share: format.share(hectares / ground_ha),
              })}
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-xs text-ink-3">{t("cover_note")}</p>
    </section>
  );
}
