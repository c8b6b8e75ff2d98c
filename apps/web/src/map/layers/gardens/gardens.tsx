/** Gardens from afar, as dots and numbers: their layer of the map as a value. */
import type { Garden, GardenPoints } from "@nihol/contract/gardens";
import { paths } from "@nihol/contract/values/paths";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ask } from "../../../lib/api/ask.ts";
import { recordsQuery } from "../../../lib/list/use-list.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { figureTexts, gardenFigures } from "../../data/label-text.ts";
import { labelFigures } from "../../data/map-search.ts";
import { gardenColor } from "../../data/map-style.ts";
import { Asked, Card, CardLink } from "../../points/card.tsx";
import { type CardProps, type PointsAsk, pointLayer } from "../../points/point-layer.tsx";
import { GardenDots, gardenDot, gardenIcon } from "./garden-dots.tsx";

type Point = GardenPoints["points"][number];

/** The middles of all gardens of an area. A map of one garden needs none. */
function useGardenPoints({ wanted, area }: PointsAsk) {
  const query = { region: area.region, district: area.district };
  const { data } = useQuery({
    queryKey: [paths.garden, "points", query],
    queryFn: ({ signal }) => ask("GET /garden/points", { query, signal }),
    placeholderData: keepPreviousData,
    enabled: wanted && area.garden === undefined,
  });
  return data && { rows: data.points, count: data.count, without: data.without_place };
}

/** A garden is a dot from afar and an outline near by. */
function GardenLegend() {
  const { t } = useTranslation("map");
  return (
    <p className="flex items-center gap-1.5">
      <svg aria-hidden viewBox="0 0 28 12" className="h-3 w-7">
        <circle cx="6" cy="6" r="4.5" fill={gardenColor} />
        <path
          d="M15 3l10-2 2 8-11 2z"
          fill={gardenColor}
          fillOpacity="0.15"
          stroke={gardenColor}
          strokeWidth="1.6"
        />
      </svg>
      {t("legend_garden")}
    </p>
  );
}

function GardenCard({ id, period, gardens, onReady }: CardProps) {
  const { t } = useTranslation("map");
  const format = useFormat();
  const known = gardens?.find((one) => one.id === id);
  const search = { ids: String(id), page_size: 1, ...period };
  const query = useQuery({
    ...recordsQuery(paths.garden, search),
    enabled: known === undefined,
    select: ({ results }) => results[0],
    placeholderData: undefined,
  });
  const content = (garden: Garden) => (
    <Card title={format.name(garden.name)}>
      {figureTexts(gardenFigures(garden), new Set(labelFigures), { t, format }).map((line) => (
        <li key={line}>{line}</li>
      ))}
      <li>
        <CardLink to="/admin/gardens" search={{ open: String(garden.id) }}>
          {t("open_garden")}
        </CardLink>
      </li>
    </Card>
  );
  if (known) return content(known);
  return (
    <Asked query={query} unknown={t("garden_unknown")} onReady={onReady}>
      {content}
    </Asked>
  );
}

export const gardens = pointLayer<Point>({
  kind: "gardens",
  hit: "garden",
  right: "garden.view",
  usePoints: useGardenPoints,
  symbols: [[gardenIcon, gardenDot]],
  Layer: GardenDots,
  Legend: GardenLegend,
  Card: GardenCard,
  clusterOffset: 0,
  withoutPlace: "gardens_without_boundary",
});
