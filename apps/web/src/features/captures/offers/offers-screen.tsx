import type { OfferedCapture } from "@nihol/contract/imagery/offered-captures";
import { offerStates } from "@nihol/contract/values/imagery/imagery-sources";
import { paths } from "@nihol/contract/values/paths";
import { Satellite } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ListSearch } from "../../../lib/list/list-search.ts";
import { useRecords } from "../../../lib/list/use-list.ts";
import { useHolds } from "../../../lib/permissions.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { ListActions } from "../../../parts/records/list-actions.tsx";
import {
  PlaceFilters,
  type PlaceKey,
  usePlaceChips,
} from "../../../parts/territory/place-filters.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ReferenceFilter } from "../../../ui/form/reference-box.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { ChoiceFilter } from "../../../ui/table/choice-filter.tsx";
import { type Column, DataTable } from "../../../ui/table/data-table.tsx";
import { FilterChips, ReferenceName } from "../../../ui/table/filter-chips.tsx";
import { FilterFold } from "../../../ui/table/filter-fold.tsx";
import { ListLayout, Toolbar } from "../../../ui/table/list-layout.tsx";
import { SearchBox } from "../../../ui/table/search-box.tsx";
import { DatesSwitch } from "../dates-switch.tsx";
import { BulkDecide } from "./bulk-decide.tsx";
import { OfferPanel } from "./offer-panel.tsx";
import { OfferPreview } from "./offer-preview.tsx";
import { OfferState } from "./offer-state.tsx";

export type OfferSearch = ListSearch &
  Partial<Record<"view" | "part" | "state" | "source" | PlaceKey, string>>;

const places: readonly PlaceKey[] = ["region", "district", "garden"];

/** The second part of "Dates to check": what watched sources offer, decided by keys or by hand. */
export default function OffersScreen({ search }: { search: OfferSearch }) {
  const { t } = useTranslation(["offers", "captures", "app"]);
  const format = useFormat();
  const { view: _view, part: _part, ...asked } = search;
  const list = useRecords(paths.offeredCapture, asked);
  const columns = useColumns();
  const placeChips = usePlaceChips(places, search);
  const may = useHolds("satelliteimagery.change");
  const go = (open?: string) => list.change({ open });
  const move = (step: 1 | -1) => go(besides(list.rows, search.open, step));
  const rowLabel = ({ garden, day }: OfferedCapture) =>
    t("title_of", { garden: format.name(garden.name), day: format.date(day) });
  const panel = search.open && (
    <OfferPanel
      key={search.open}
      id={search.open}
      onClose={() => go()}
      onNext={() => move(1)}
      onPrevious={() => move(-1)}
    />
  );
  return (
    <ListLayout panel={panel}>
      <PageHeader title={t("captures:title")} text={t("about")} />
      <DatesSwitch shown="offered" />
      <Toolbar end={<ListActions list="offered-capture" search={asked} count={list.count} />}>
        <SearchBox label={t("search")} value={search.search} onChange={list.change} />
        <FilterFold>
          <ChoiceFilter
            label={t("state")}
            any={t("any_state")}
            value={search.state}
            onChange={(state) => list.change({ state })}
            options={offerStates.map((one) => ({ value: one, label: t(`state_${one}`) }))}
          />
          <ReferenceFilter
            label={t("source")}
            any={t("any_source")}
            path={paths.imagerySource}
            value={search.source}
            onChange={(source) => list.change({ source })}
          />
          <PlaceFilters of={places} value={search} onChange={list.change} />
        </FilterFold>
      </Toolbar>
      <FilterChips
        list={list}
        chips={[
          { keys: ["state"], label: t("state"), value: t(`state_${search.state}`) },
          {
            keys: ["source"],
            label: t("source"),
            value: <ReferenceName path={paths.imagerySource} id={search.source} />,
          },
          ...placeChips,
        ]}
      />
      <DataTable
        label={t("title")}
        list={list}
        columns={columns}
        rowId={(offer) => String(offer.id)}
        rowLabel={rowLabel}
        bulk={
          may ? (selection) => <BulkDecide selection={selection} rowLabel={rowLabel} /> : undefined
        }
        empty={<EmptyState icon={<Satellite />} title={t("none")} text={t("none_text")} />}
      />
    </ListLayout>
  );
}

/** The row before or after the opened one; undefined past the ends. */
function besides(rows: readonly OfferedCapture[], open: string | undefined, step: 1 | -1) {
  const at = rows.findIndex(({ id }) => String(id) === open);
  const next = at < 0 ? rows[0] : rows[at + step];
  return next && String(next.id);
}

function useColumns(): Column<OfferedCapture>[] {
  const { t } = useTranslation("offers");
  const format = useFormat();
  return [
    {
      id: "garden",
      header: t("garden"),
      cell: (offer) => (
        <span className="flex items-center gap-3">
          <OfferPreview offer={offer} size="row" />
          {format.name(offer.garden.name)}
        </span>
      ),
    },
    {
      id: "day",
      header: t("day"),
      sortable: true,
      cell: ({ day }) => <span className="whitespace-nowrap">{format.date(day)}</span>,
    },
    {
      id: "state",
      header: t("state"),
      sortable: true,
      cell: (offer) => <OfferState offer={offer} />,
    },
    {
      id: "same",
      header: t("same"),
      secondary: true,
      cell: ({ same_days }) => same_days.map((day) => format.dateShort(day)).join("; ") || "–",
    },
    {
      id: "source",
      header: t("source"),
      secondary: true,
      cell: ({ source }) => format.name(source.name),
    },
    {
      id: "place",
      header: t("place"),
      optional: true,
      cell: ({ district, region }) => format.name((district ?? region)?.name) || "–",
    },
    {
      id: "cloud",
      header: t("cloud"),
      align: "right",
      sortable: true,
      cell: ({ cloud }) => (cloud === null ? "–" : format.percent(Math.round(cloud * 100))),
    },
    {
      id: "darkness",
      header: t("darkness"),
      align: "right",
      sortable: true,
      secondary: true,
      cell: ({ darkness }) =>
        darkness === null ? "–" : format.percent(Math.round(darkness * 100)),
    },
  ];
}
