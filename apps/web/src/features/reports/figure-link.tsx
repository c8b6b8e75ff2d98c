import { paths } from "@nihol/contract/values/paths";
import {
  figureRows,
  type LinePlace,
  type RowsQuery,
} from "@nihol/contract/values/reports/report-rows";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "../../lib/api/session.ts";
import { type ScreenId, screens } from "../../lib/navigation/screens.ts";

type Screen = { id: ScreenId; search: (query: RowsQuery) => RowsQuery };

const asItIs = (query: RowsQuery) => query;
const screenOf: Readonly<Record<string, Screen | undefined>> = {
  [paths.garden]: { id: "gardens", search: asItIs },
  // Trees are shown on the map, which knows a chosen period by its name.
  [paths.plantTreeDetail]: {
    id: "dashboard",
    search: (query) => ({
      ...query,
      period: query.from || query.to ? "dates" : undefined,
    }),
  },
  [paths.wholeImage]: { id: "image_processing_ai", search: asItIs },
  [paths.plantTreeTask]: { id: "tree_task", search: asItIs },
  [paths.device]: { id: "monitoring_devices", search: asItIs },
  [paths.violation]: { id: "violation", search: asItIs },
};

type Props = {
  /** The figure's column. */
  title: string;
  /** Null where no list can be limited to the line: what lies in no territory. */
  place: LinePlace | null;
  children: ReactNode;
};

/** A figure that leads to the rows that it counts, for those who may open their screen. */
export function FigureLink({ title, place, children }: Props) {
  const { t } = useTranslation("reports");
  const { userData } = useUser();
  const rows = figureRows[title];
  const target = rows && screenOf[rows.list];
  const screen = target && screens.find(({ id }) => id === target.id);
  if (!place || !target || !screen?.may(userData)) return children;
  return (
    <Link
      to={screen.to}
      search={target.search(rows.query(place)) as object}
      title={t("open_rows", { title: t(title) })}
      className="-mx-1 rounded px-1 hover:text-accent hover:underline print:no-underline"
    >
      {children}
    </Link>
  );
}
