import type { Statistics } from "@nihol/contract/statistics";
import type { UseQueryResult } from "@tanstack/react-query";
import { ChevronLeft, Earth, ExternalLink } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import type { MapSearch } from "../../map/data/map-search.ts";
import { globeAddress, homeView, parseView } from "../../map/data/map-view-state.ts";
import { periodRange } from "../../map/data/period.ts";
import { FirstSteps } from "../../parts/records/first-steps.tsx";
import { TreeExport } from "../../parts/records/tree-export.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import type { DashboardSearch } from "./dashboard-search.ts";
import { FigureList } from "./figure-list.tsx";
import { TerritoryList } from "./territory-list.tsx";
import type { Territory } from "./use-territory.ts";

type Props = {
  query: UseQueryResult<Statistics>;
  search: DashboardSearch;
  territory: Territory;
  onSearch: (next: MapSearch) => void;
  onChoose: (next: { region?: number; district?: number }) => void;
};

/** The figures of the country, or of the region or district that is chosen. */
export function FiguresPanel({ query, search, territory, onSearch, onChoose }: Props) {
  const { t } = useTranslation(["dashboard", "app"]);
  const statistics = query.data;
  const inPeriod = search.period !== undefined;
  return (
    <aside
      aria-label={t("figures")}
      className="flex w-full flex-col gap-4 bg-surface px-5 py-4 lg:w-96 lg:shrink-0 lg:overflow-y-auto lg:border-s lg:border-line"
    >
      <Heading {...{ search, territory, onSearch, onChoose }} />
      {query.isError && !statistics && (
        <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <SkeletonLines lines={8} />}
      {statistics && (
        <>
          {isEmpty(statistics) ? (
            <EmptyState
              title={t("app:no_data")}
              text={territory.isWhole ? t("empty_text") : t("no_gardens")}
              action={<FirstSteps />}
            />
          ) : (
            <FigureList statistics={statistics} inPeriod={inPeriod} />
          )}
          {statistics.trees && <TreeExport filters={treeFilters(search)} />}
          <TerritoryList
            rows={statistics.by_territory}
            outside={statistics.outside}
            inPeriod={inPeriod}
            region={search.region}
            onChoose={onChoose}
          />
        </>
      )}
    </aside>
  );
}

/** "1 week: 7 May 2026 – 14 May 2026", or that no period is set. */
function PeriodNote({ search }: { search: DashboardSearch }) {
  const { t } = useTranslation("map");
  const format = useFormat();
  const { from, to } = periodRange(search);
  const dates = `${from ? format.date(from) : "…"} – ${to ? format.date(to) : "…"}`;
  return (
    <p className="numeric text-sm text-ink-3">
      {search.period ? `${t(`period_${search.period}`)}: ${dates}` : t("period_all")}
    </p>
  );
}

function isEmpty({ trees, garden_count, outside }: Statistics): boolean {
  return trees === null && garden_count === 0 && outside === null;
}

/** The trees of what is chosen, in the period that is set. */
const treeFilters = (search: DashboardSearch) => ({
  region: search.district ? undefined : search.region,
  district: search.district,
  ...periodRange(search),
});

type HeadingProps = Pick<Props, "search" | "territory" | "onSearch" | "onChoose">;

function Heading({ search, territory, onSearch, onChoose }: HeadingProps) {
  const { t } = useTranslation("dashboard");
  const format = useFormat();
  const { row, regionRow, isWhole } = territory;
  const isDistrict = search.district !== undefined;
  const isGlobe = search.projection === "globe";
  const up =
    isDistrict && regionRow
      ? { name: format.name(regionRow.name), next: { region: regionRow.id } }
      : { name: t("whole"), next: {} };
  return (
    <header className="grid gap-2">
      {!isWhole && (
        <Button
          size="sm"
          tone="quiet"
          className="-ms-2 justify-self-start"
          icon={<ChevronLeft className="size-4" />}
          onClick={() => onChoose(up.next)}
        >
          {up.name}
        </Button>
      )}
      <h2 className="text-lg font-semibold tracking-tight text-balance">
        {isWhole ? t("whole") : (format.name(row?.name) ?? "")}
      </h2>
      <PeriodNote search={search} />
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          aria-pressed={isGlobe}
          icon={<Earth className="size-4" />}
          onClick={() => onSearch({ projection: isGlobe ? undefined : "globe" })}
        >
          {isGlobe ? t("show_map") : t("show_globe")}
        </Button>
        <a
          href={globeAddress(parseView(search.at) ?? homeView)}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass("plain", "sm")}
        >
          <ExternalLink aria-hidden className="size-4" />
          {t("open_globe")}
          <span className="sr-only">{t("new_tab")}</span>
        </a>
      </div>
    </header>
  );
}
