import type { PlantingPlaces } from "@nihol/contract/imagery/whole-images";
import type { Map as MapLibreMap } from "maplibre-gl";
import { useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { rowsText } from "../data/label-text.ts";
import type { LayerKind } from "../data/map-search.ts";
import { treeColors } from "../data/map-style.ts";
import type { ReadyPoints } from "../points/point-layer.tsx";
import { PlaceSymbols, TreeKey } from "./symbol-keys.tsx";

type Props = {
  map: MapLibreMap | null;
  layers: Set<LayerKind>;
  points: readonly ReadyPoints[];
  /** The planting places that are asked for in view. */
  places: PlantingPlaces | undefined;
  /** True where ground without an image is hatched. */
  unseen: boolean;
};

/** Explains the colours and sizes, and says how many trees the circles in view stand for. */
export function MapLegend({ map, layers, points, places, unseen }: Props) {
  const { t } = useTranslation("map");
  const { range, isCrownless } = useDrawnTrees(map, layers.has("trees"));
  const records = points.filter(({ count }) => count > 0);
  const hasRecords = records.length > 0;
  if (!layers.has("trees") && !hasRecords && !unseen) return null;
  return (
    <section
      aria-label={t("legend")}
      className="grid w-fit max-w-72 gap-1 rounded-md bg-raised/88 px-2.5 py-1.5 text-2xs text-ink-2 shadow-pop"
    >
      {layers.has("trees") && (range ? <CellKey low={range[0]} high={range[1]} /> : <TreeKey />)}
      {isCrownless && <p>{t("crowns_closer")}</p>}
      {places && <PlaceKey places={places} />}
      {records.map(({ legend }) => legend)}
      {hasRecords && <PlateKey />}
      {unseen && <UnseenKey />}
    </section>
  );
}

/** Rows of young trees: what they say, and what the symbols of their places mean. */
function PlaceKey({ places: { rows, places, too_many } }: { places: PlantingPlaces }) {
  const { t } = useTranslation("map");
  const format = useFormat();
  if (rows.length === 0) return null;
  return (
    <div className="grid gap-0.5">
      {rows.map((found) => (
        <span key={`${found.short_m} ${found.long_m} ${found.places}`} className="numeric">
          {rowsText(found, { t, format })}
        </span>
      ))}
      {too_many && <span>{t("places_too_many")}</span>}
      {places.length > 0 && <PlaceSymbols />}
    </div>
  );
}

function CellKey({ low, high }: { low: number; high: number }) {
  const id = useId();
  const { t } = useTranslation("map");
  const format = useFormat();
  return (
    <>
      <span>{t("legend_share")}</span>
      <svg
        aria-hidden
        viewBox="0 0 100 6"
        preserveAspectRatio="none"
        className="h-1.5 w-full rounded-full"
      >
        <defs>
          <linearGradient id={id}>
            <stop offset="0" stopColor={treeColors.notGreen} />
            <stop offset="0.5" stopColor="#c9b98f" />
            <stop offset="1" stopColor={treeColors.green} />
          </linearGradient>
        </defs>
        <rect width="100" height="6" fill={`url(#${id})`} />
      </svg>
      <span className="numeric flex justify-between">
        <span>{format.share(0)}</span>
        <span>{format.share(1)}</span>
      </span>
      <span className="numeric">
        {t("legend_range", { low: format.number(low), high: format.number(high) })}
      </span>
    </>
  );
}

/** The plate that stands for several records of a kind. */
function PlateKey() {
  const { t } = useTranslation("map");
  return (
    <p className="flex items-center gap-1.5">
      <span
        aria-hidden
        className="numeric flex h-3.5 w-7 shrink-0 items-center justify-center rounded-full border border-[#8f8a7e] bg-white text-[0.6rem] text-[#2b2822]"
      >
        12
      </span>
      {t("legend_several")}
    </p>
  );
}

function UnseenKey() {
  const { t } = useTranslation("map");
  return (
    <p className="flex items-center gap-1.5">
      <svg aria-hidden viewBox="0 0 16 12" className="h-3 w-4 border border-line-strong text-ink-2">
        <path d="M-2 8L8-2M2 14L14-1M10 14L20 4" stroke="currentColor" strokeWidth="1.4" />
      </svg>
      {t("unseen")}
    </p>
  );
}

interface DrawnTrees {
  /** Fewest and most trees in one circle now in view; null while trees are drawn one by one. */
  range: [number, number] | null;
  /** Trees stand so close somewhere in view that their crowns come nearer by. */
  isCrownless: boolean;
}
const nothingDrawn: DrawnTrees = { range: null, isCrownless: false };

/** Reads what the tiles in view say of how trees are drawn. */
function useDrawnTrees(map: MapLibreMap | null, on: boolean): DrawnTrees {
  const [drawn, setDrawn] = useState(nothingDrawn);
  useEffect(() => {
    if (!map || !on) return setDrawn(nothingDrawn);
    const read = () => {
      if (!map.getLayer("hit-cell")) return;
      const counts = map
        .queryRenderedFeatures({ layers: ["hit-cell"] })
        .map((cell) => Number(cell.properties.n));
      const next: DrawnTrees = {
        range: counts.length > 0 ? [Math.min(...counts), Math.max(...counts)] : null,
        isCrownless: map.querySourceFeatures("trees", { sourceLayer: "crownless" }).length > 0,
      };
      setDrawn((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    };
    map.on("idle", read);
    return () => void map.off("idle", read);
  }, [map, on]);
  return drawn;
}
