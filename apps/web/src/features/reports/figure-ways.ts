/** Where the figures of a report lead: to the list whose rows they count. */
import { paths } from "@nihol/contract/values/paths";
import {
  figureRows,
  type LinePlace,
  type RowsQuery,
} from "@nihol/contract/values/reports/report-rows";
import { useRouter } from "@tanstack/react-router";
import { type MouseEvent, useMemo } from "react";
import { useUser } from "../../lib/api/session.ts";
import { isOffered, type ScreenId, screens } from "../../lib/navigation/screens.ts";
import { stringifySearch } from "../../lib/navigation/search-params.ts";
import { holds } from "../../lib/permissions.ts";

export const changedTrees = `${paths.imageCompare}/tree` as const;
/** Lists of trees that no screen shows row by row. */
export type TreeList = typeof paths.plantTreeDetail | typeof changedTrees;
const isTreeList = (list: string): list is TreeList =>
  list === paths.plantTreeDetail || list === changedTrees;

/** Trees that are listed beside the report. */
export type FigureTrees = { title: string; list: TreeList; query: RowsQuery };
/** To another screen, or to a list that opens here. */
export type FigureWay = { href: string } | { trees: FigureTrees };

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

/** The way from a line's figure. */
export type WayFrom = (place: LinePlace) => FigureWay | undefined;

/**
 * The ways from a column's figures, for those who may open the list; none for a figure without one. Asked once a
 * column: a table has thousands of figures, and a link of the router in each took seconds.
 */
export function useFigureWays(): (title: string) => WayFrom | undefined {
  const { userData } = useUser();
  return useMemo(
    () => (title) => {
      const rows = figureRows[title];
      if (!rows) return undefined;
      const { list } = rows;
      // The map shows all trees of a place and a period; parts of them are listed here.
      if (isTreeList(list) && !isOnMap(title)) {
        const right = list === changedTrees ? "wholeimage.view" : "planttreedetail.view";
        if (!holds(userData, right)) return undefined;
        return (place) => ({ trees: { title, list, query: rows.query(place) } });
      }
      const target = screenOf[list];
      const screen = target && screens.find(({ id }) => id === target.id);
      if (!target || !screen || !isOffered(screen, userData)) return undefined;
      return (place) => ({ href: screen.to + stringifySearch(target.search(rows.query(place))) });
    },
    [userData],
  );
}

/** The link of a figure that was pressed or pointed at. */
const figureLink = ({ target }: { target: EventTarget }) =>
  target instanceof Element ? target.closest<HTMLAnchorElement>("a[data-figure]") : null;

/**
 * Handles the figures' links for a whole table: the panel's router follows them. With Ctrl, Shift, Cmd, Alt or another
 * button the browser does as with any link. The screen's code is fetched as soon as one is pointed at.
 */
export function useFollowFigures() {
  const router = useRouter();
  return useMemo(() => {
    const fetched = new Set<string>();
    function ahead(event: { target: EventTarget }) {
      const link = figureLink(event);
      if (!link || fetched.has(link.pathname)) return;
      fetched.add(link.pathname);
      void router.preloadRoute({ to: link.pathname }).catch(() => undefined);
    }
    function handleClick(event: MouseEvent) {
      const link = figureLink(event);
      const isHeld = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
      if (!link || isHeld || event.button !== 0 || event.defaultPrevented) return;
      event.preventDefault();
      void router.navigate({ href: link.pathname + link.search });
    }
    return { onClick: handleClick, onMouseOver: ahead, onFocus: ahead };
  }, [router]);
}
