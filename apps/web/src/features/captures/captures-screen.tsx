import type { Capture } from "@nihol/contract/imagery/captures";
import { captureReviews } from "@nihol/contract/values/imagery";
import { paths } from "@nihol/contract/values/paths";
import { CalendarCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ListSearch } from "../../lib/list/list-search.ts";
import { useRecords } from "../../lib/list/use-list.ts";
import { useFormat } from "../../lib/text/format.ts";
import { FileName } from "../../parts/images/file-name.tsx";
import { ImageThumbnail } from "../../parts/images/image-thumbnail.tsx";
import { ListActions } from "../../parts/records/list-actions.tsx";
import {
  PlaceFilters,
  type PlaceKey,
  usePlaceChips,
} from "../../parts/territory/place-filters.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { ChoiceFilter } from "../../ui/table/choice-filter.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { FilterChips } from "../../ui/table/filter-chips.tsx";
import { FilterFold } from "../../ui/table/filter-fold.tsx";
import { ListLayout, Toolbar } from "../../ui/table/list-layout.tsx";
import { SearchBox } from "../../ui/table/search-box.tsx";
import { CapturePanel } from "./capture-panel.tsx";
import { CaptureState } from "./capture-state.tsx";
import { DatesSwitch } from "./dates-switch.tsx";

type CaptureSearch = ListSearch & { view?: string; review?: string; region?: string };

const places: readonly PlaceKey[] = ["region"];

/** "Dates to check": every image with its day, for staff to let it count or reject it. */
export function CapturesScreen({ search }: { search: CaptureSearch }) {
  const { t } = useTranslation(["captures", "app"]);
  const { view: _view, ...asked } = search;
  const list = useRecords(paths.capture, asked);
  const columns = useColumns();
  const placeChips = usePlaceChips(places, search);
  const go = (open?: string) => list.change({ open });
  const panel = search.open && (
    <CapturePanel key={search.open} id={search.open} onClose={() => go()} />
  );
  return (
    <ListLayout panel={panel}>
      <PageHeader title={t("title")} text={t("about")} />
      <DatesSwitch shown="images" />
      <Toolbar end={<ListActions list="capture" search={asked} count={list.count} />}>
        <SearchBox label={t("search")} value={search.search} onChange={list.change} />
        <FilterFold>
          <ChoiceFilter
            label={t("review")}
            any={t("any_review")}
            value={search.review}
            onChange={(review) => list.change({ review })}
            options={captureReviews.map((one) => ({ value: one, label: t(`review_${one}`) }))}
          />
          <PlaceFilters of={places} value={search} onChange={list.change} />
        </FilterFold>
      </Toolbar>
      <FilterChips
        list={list}
        chips={[
          { keys: ["review"], label: t("review"), value: t(`review_${search.review}`) },
          ...placeChips,
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
    {
      id: "file_name",
      header: t("file"),
      cell: ({ id, file_name }) => (
        <span className="flex items-center gap-2.5">
          <ImageThumbnail image={id} />
          <FileName name={file_name} />
        </span>
      ),
    },
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
      secondary: "wide",
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
      secondary: "wide",
      cell: ({ gsd_m }) => t("meters", { value: format.number(gsd_m, 2) }),
    },
    {
      id: "other_dates",
      header: t("other_dates"),
      align: "right",
      secondary: "wide",
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
