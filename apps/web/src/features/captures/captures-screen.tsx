import { type Capture, captureReviews } from "@nihol/contract/captures";
import { paths } from "@nihol/contract/paths";
import { CalendarCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/format.ts";
import type { ListSearch } from "../../lib/list-search.ts";
import { useList } from "../../lib/use-list.ts";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ExportMenu } from "../../ui/export-menu.tsx";
import { FilterChips, ReferenceName } from "../../ui/filter-chips.tsx";
import { FilterFold } from "../../ui/filter-fold.tsx";
import { ListLayout, Toolbar } from "../../ui/list-layout.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { RegionFilter } from "../../ui/region-filter.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { filterWidth, SelectBox } from "../../ui/select-field.tsx";
import { CapturePanel } from "./capture-panel.tsx";
import { CaptureState } from "./capture-state.tsx";

export type CaptureSearch = ListSearch & { view?: string; review?: string; region?: string };

/** "Dates to check": every picture with its day, for staff to let it count or reject it. */
export function CapturesScreen({ search }: { search: CaptureSearch }) {
  const { t } = useTranslation(["captures", "app", "territory"]);
  const { view: _view, ...asked } = search;
  const list = useList<Capture>(paths.capture, asked);
  const columns = useColumns();
  const go = (open?: string) => list.change({ open });
  const panel = search.open && (
    <CapturePanel key={search.open} id={search.open} onClose={() => go()} />
  );
  return (
    <ListLayout panel={panel}>
      <PageHeader title={t("title")} text={t("about")} />
      <Toolbar end={<ExportMenu list="capture" search={asked} count={list.count} map />}>
        <SearchBox
          label={t("search")}
          value={search.search}
          onChange={(text) => list.change({ search: text })}
        />
        <FilterFold>
          <SelectBox
            aria-label={t("review")}
            className={filterWidth}
            value={search.review ?? ""}
            onChange={(review) => list.change({ review: review || undefined } as ListSearch)}
            options={[
              { value: "", label: t("any_review") },
              ...captureReviews.map((one) => ({ value: one as string, label: t(`review_${one}`) })),
            ]}
          />
          <RegionFilter
            value={search.region}
            onChange={(region) => list.change({ region } as ListSearch)}
          />
        </FilterFold>
      </Toolbar>
      <FilterChips
        list={list}
        chips={[
          { keys: ["review"], label: t("review"), value: t(`review_${search.review}`) },
          {
            keys: ["region"],
            label: t("territory:region"),
            value: <ReferenceName path={paths.region} id={search.region} />,
          },
        ]}
      />
      <DataTable
        label={t("title")}
        list={list}
        columns={columns}
        rowId={(capture) => String(capture.id)}
        rowLabel={(capture) => capture.file_name}
        empty={
          <EmptyState icon={<CalendarCheck />} title={t("no_images")} text={t("empty_text")} />
        }
      />
    </ListLayout>
  );
}

function useColumns(): Column<Capture>[] {
  const { t } = useTranslation("captures");
  const format = useFormat();
  return [
    { id: "file_name", header: t("file"), cell: ({ file_name }) => file_name },
    {
      id: "date",
      header: t("date"),
      sortable: true,
      cell: ({ date }) => <span className="whitespace-nowrap">{format.date(date)}</span>,
    },
    {
      id: "review",
      header: t("review"),
      sortable: true,
      cell: ({ review }) => <CaptureState review={review} />,
    },
    {
      id: "reason",
      header: t("reason"),
      secondary: true,
      cell: ({ reason }) => (reason ? t(`reason_${reason}`) : "–"),
    },
    {
      id: "place",
      header: t("place"),
      secondary: true,
      cell: ({ district, region }) =>
        [district, region]
          .map((one) => one && format.name(one.name))
          .filter(Boolean)
          .join(", ") || "–",
    },
    {
      id: "gsd_m",
      header: t("gsd"),
      align: "right",
      sortable: true,
      secondary: true,
      cell: ({ gsd_m }) => t("meters", { value: format.number(gsd_m, 2) }),
    },
    {
      id: "other_dates",
      header: t("other_dates"),
      align: "right",
      secondary: true,
      cell: ({ other_dates }) => format.number(other_dates.length),
    },
    {
      id: "tree_count",
      header: t("trees"),
      align: "right",
      sortable: true,
      cell: ({ tree_count }) => format.number(tree_count),
    },
  ];
}
