import { paths } from "@nihol/contract/values/paths";
import {
  figureRows,
  type LinePlace,
  type RowsQuery,
} from "@nihol/contract/values/reports/report-rows";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "../../lib/api/session.ts";
import { type ScreenId, screens } from "../../lib/navigation/screens.ts";
import { useHolds } from "../../lib/permissions.ts";
import { FigureTrees, isTreeList, type TreeList } from "./figure-trees.tsx";

type Screen = { id: ScreenId; search: (query: RowsQuery) => RowsQuery };

/** Figures of all trees; others are of some of them. */
const isOnMap = (title: string) => title === "tree_count";
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

const linkClass =
  "-mx-1 rounded px-1 text-inherit hover:text-accent hover:underline print:no-underline";

/** A figure that leads to the rows that it counts, for those who may open their list. */
export function FigureLink({ title, place, children }: Props) {
  const { t } = useTranslation("reports");
  const { userData } = useUser();
  const rows = figureRows[title];
  const query = place && rows?.query(place);
  if (!rows || !query) return children;
  // The map shows all trees of a place and a period; parts of them are listed here.
  const target = isOnMap(title) || !isTreeList(rows.list) ? screenOf[rows.list] : undefined;
  const screen = target && screens.find(({ id }) => id === target.id);
  if (!target && isTreeList(rows.list))
    return (
      <TreesButton title={title} list={rows.list} query={query}>
        {children}
      </TreesButton>
    );
  if (!target || !screen?.may(userData)) return children;
  return (
    <Link
      to={screen.to}
      search={target.search(query) as object}
      title={t("open_rows", { title: t(title) })}
      className={linkClass}
    >
      {children}
    </Link>
  );
}

type TreesProps = { title: string; list: TreeList; query: RowsQuery; children: ReactNode };

function TreesButton({ title, list, query, children }: TreesProps) {
  const { t } = useTranslation("reports");
  const [isOpen, setIsOpen] = useState(false);
  const maySee = useHolds(
    list === paths.plantTreeDetail ? "planttreedetail.view" : "wholeimage.view",
  );
  if (!maySee) return children;
  return (
    <>
      <button
        type="button"
        title={t("open_rows", { title: t(title) })}
        className={linkClass}
        onClick={() => setIsOpen(true)}
      >
        {children}
      </button>
      {isOpen && (
        <FigureTrees title={t(title)} list={list} query={query} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}
