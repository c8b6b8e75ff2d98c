/** Open cases: their layer of the map as a value. */

import { paths } from "@nihol/contract/values/paths";
import type { ViolationPoints } from "@nihol/contract/violations/violations";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ask } from "../../../lib/api/ask.ts";
import { recordQuery } from "../../../lib/list/use-list.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { Asked, Card, CardLink } from "../../points/card.tsx";
import type { MapSymbol } from "../../points/cluster-layer.tsx";
import { type CardProps, type PointsAsk, pointLayer } from "../../points/point-layer.tsx";
import { caseColor, caseIcon, caseIconName, casePaths } from "./case-icon.ts";
import { CaseLayers } from "./case-layers.tsx";

type Case = ViolationPoints["points"][number];

function useCases({ wanted, area }: PointsAsk) {
  const query = { ...area, state: "open" } as const;
  const { data } = useQuery({
    queryKey: [paths.violation, "points", query],
    queryFn: ({ signal }) => ask("GET /violation/points", { query, signal }),
    placeholderData: keepPreviousData,
    enabled: wanted,
  });
  return data && { rows: data.points, count: data.count, without: data.without_place };
}

function CaseLegend() {
  const { t } = useTranslation("map");
  return (
    <ul className="flex flex-wrap gap-x-3">
      {([false, true] as const).map((overdue) => (
        <li key={String(overdue)} className="flex items-center gap-1.5">
          <svg aria-hidden viewBox="0 0 22 22" className="size-3.5" stroke={caseColor}>
            <path d={casePaths.triangle} fill={overdue ? caseColor : "#fff"} strokeWidth="1.8" />
            <path
              d={casePaths.sign}
              fill="none"
              stroke={overdue ? "#fff" : caseColor}
              strokeWidth="2"
            />
          </svg>
          {t(overdue ? "case_overdue" : "case_open")}
        </li>
      ))}
    </ul>
  );
}

function CaseCard({ id, onReady }: CardProps) {
  const { t } = useTranslation(["map", "violations"]);
  const format = useFormat();
  const query = useQuery(recordQuery(paths.violation, id));
  return (
    <Asked query={query} unknown={t("case_unknown")} onReady={onReady}>
      {(found) => (
        <Card title={<span className="numeric">{found.number}</span>}>
          <li lang="mul">{found.title}</li>
          <li>
            {`${t(`violations:kind_${found.kind}`)} · ${t(`violations:state_${found.state}`)}`}
          </li>
          {found.due_date && <li>{t("case_due", { date: format.date(found.due_date) })}</li>}
          <li>
            <CardLink to="/admin/violation" search={{ open: String(found.id) }}>
              {t("open_case")}
            </CardLink>
          </li>
        </Card>
      )}
    </Asked>
  );
}

export const cases = pointLayer<Case>({
  kind: "cases",
  hit: "case",
  // Everybody may see the cases that they wrote down.
  right: null,
  usePoints: useCases,
  symbols: [true, false].map((late): MapSymbol => [caseIconName(late), () => caseIcon(late)]),
  Layer: CaseLayers,
  Legend: CaseLegend,
  Card: CaseCard,
  clusterOffset: 4.6,
  withoutPlace: "points_without_place",
});
