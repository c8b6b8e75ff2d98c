import type { ClosedCanopy, Shrubs } from "@nihol/contract/coverage";
import { canopyShareText } from "@nihol/locales/canopy-text";
import { formatHectares } from "@nihol/locales/format-number";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { Stat } from "../../ui/stat.tsx";
import { useCoverageWords } from "./coverage-line.tsx";

type Props = { canopy: ClosedCanopy | null; shrubs: Shrubs | null };

/** Closed canopy in hectares and the shrubs, beside the trees; each only where there is any. */
export function GroundCoverStats({ canopy, shrubs }: Props) {
  const { t } = useTranslation(["coverage", "app"]);
  const format = useFormat();
  const words = useCoverageWords();
  return (
    <>
      {canopy && canopy.closed_m2 > 0 && (
        <Stat
          label={t("closed_canopy")}
          value={format.hectares(canopy.closed_m2)}
          unit={t("app:hectares")}
          note={<CanopyShare canopy={canopy} />}
        />
      )}
      {shrubs && shrubs.count > 0 && (
        <Stat
          label={t("dry_shrubs")}
          value={format.number(shrubs.count)}
          note={t("shrubs_share", { seen: formatHectares(shrubs.seen_m2, words.language) })}
        />
      )}
    </>
  );
}

/** The same in a line each, where figures stand as text. */
export function GroundCoverLines({ canopy, shrubs }: Props) {
  const { t } = useTranslation(["coverage", "app"]);
  const format = useFormat();
  return (
    <>
      {canopy && canopy.closed_m2 > 0 && (
        <p className="numeric text-xs text-pretty text-ink-2">
          {t("closed_canopy")}: {format.hectares(canopy.closed_m2)} {t("app:hectares")},{" "}
          <CanopyShare canopy={canopy} />
        </p>
      )}
      {shrubs && shrubs.count > 0 && (
        <p className="numeric text-xs text-pretty text-ink-2">
          {t("shrubs", { n: format.number(shrubs.count) })}
        </p>
      )}
    </>
  );
}

/** In amber where crowns cannot be counted. */
function CanopyShare({ canopy }: { canopy: ClosedCanopy }) {
  const words = useCoverageWords();
  return (
    <span className={canopy.uncountable_m2 > 0 ? "text-watch" : undefined}>
      {canopyShareText(canopy, words)}
    </span>
  );
}
