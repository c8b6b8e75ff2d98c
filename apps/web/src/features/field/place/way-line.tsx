import { Navigation } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { isPosition, type PositionState } from "./use-position.ts";
import { geoAddress, type Place, wayTo } from "./way.ts";

/** From so many metres on, a distance is told in kilometres. */
const manyMetres = 1_000;

/** "350 m", "4.2 km" */
export function useDistanceText(): (metres: number) => string {
  const { t } = useTranslation("field");
  const format = useFormat();
  return (metres) =>
    metres < manyMetres
      ? t("metres", { n: format.number(metres, 0) })
      : t("kilometres", { n: format.number(metres / 1000, 1) });
}

type Props = {
  to: Place;
  position: PositionState;
  onStart: () => void;
  /** Said in place of the way by whoever has arrived. */
  arrived?: string | undefined;
};

/** Distance and direction, and a link that opens the map of the phone. */
export function WayLine({ to, position, onStart, arrived }: Props) {
  const { t } = useTranslation("field");
  const distanceText = useDistanceText();
  const way = isPosition(position) ? wayTo(position, to) : undefined;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p className="min-w-0 grow text-sm empty:hidden">
        {way &&
          (arrived ??
            t("way", {
              distance: distanceText(way.metres),
              direction: t(`direction_${way.eighth}`),
            }))}
        {position === "unknown" && t("position_waits")}
        {(position === "denied" || position === "insecure") && t(`position_${position}`)}
      </p>
      {position === "off" && (
        <Button size="sm" onClick={onStart}>
          {t("where_am_i")}
        </Button>
      )}
      <a href={geoAddress(to)} className={buttonClass("plain", "sm")}>
        <Navigation aria-hidden className="size-4" />
        {t("open_map")}
      </a>
      <CopyButton
        value={`${to.latitude.toFixed(6)}, ${to.longitude.toFixed(6)}`}
        what={t("coordinates")}
      />
    </div>
  );
}
