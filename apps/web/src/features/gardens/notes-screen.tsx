import type { GardenNote } from "@nihol/contract/garden-notes";
import { gardenNoteKinds } from "@nihol/contract/values/gardens";
import { paths } from "@nihol/contract/values/paths";
import { NotebookPen } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ListSearch } from "../../lib/list/list-search.ts";
import { useRecords } from "../../lib/list/use-list.ts";
import { useFormat } from "../../lib/text/format.ts";
import { bulkDelete } from "../../parts/records/bulk-delete.tsx";
import { ListActions } from "../../parts/records/list-actions.tsx";
import { NewRecord } from "../../parts/records/new-record.tsx";
import {
  PlaceFilters,
  type PlaceKey,
  usePlaceChips,
} from "../../parts/territory/place-filters.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NewButton } from "../../ui/new-button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { ChoiceFilter } from "../../ui/table/choice-filter.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { DateFilter, useDateChip } from "../../ui/table/date-filter.tsx";
import { FilterChips } from "../../ui/table/filter-chips.tsx";
import { FilterFold } from "../../ui/table/filter-fold.tsx";
import { ListLayout, Toolbar } from "../../ui/table/list-layout.tsx";
import { SearchBox } from "../../ui/table/search-box.tsx";
import { NoteForm } from "./note-form.tsx";
import { NotePanel } from "./note-panel.tsx";

type Place = "region" | "district" | "garden";
type Search = ListSearch & Partial<Record<Place | "kind" | "from" | "to", string>>;
const places: readonly PlaceKey[] = ["region", "district", "garden"];

/** Notes of what was seen in gardens and done there, over all gardens. */
export function NotesScreen({ search }: { search: Search }) {
  const { t } = useTranslation(["gardens", "app", "errors"]);
  const format = useFormat();
  const list = useRecords(paths.gardenNote, search);
  const open = (id?: string) => list.change({ open: id });
  const placeChips = usePlaceChips(places, search);
  const days = useDateChip(t("note_day"), search);
  const rowLabel = (one: GardenNote) =>
    `${format.name(one.garden.name)}, ${format.date(one.observed_on)}`;
  const columns = useNoteColumns();
  const create = list.can.add && <NewButton onClick={() => open("new")}>{t("note_new")}</NewButton>;
  const panel =
    search.open === "new" ? (
      <NewRecord list={list} title={t("note_new")} onClose={() => open()}>
        <NoteForm garden={search.garden} onClose={() => open()} onSaved={open} />
      </NewRecord>
    ) : (
      search.open && <NotePanel key={search.open} id={search.open} onClose={() => open()} />
    );
  return (
    <ListLayout panel={panel}>
      <PageHeader title={t("notes")} text={t("notes_about")} actions={create} />
      <Toolbar end={<ListActions list="garden-note" search={search} count={list.count} />}>
        <SearchBox label={t("notes_search")} value={search.search} onChange={list.change} />
        <FilterFold many>
          <PlaceFilters of={places} value={search} onChange={list.change} />
          <ChoiceFilter
            label={t("note_kind")}
            any={t("any_kind")}
            value={search.kind}
            onChange={(kind) => list.change({ kind })}
            options={gardenNoteKinds.map((one) => ({ value: one, label: t(`kind_${one}`) }))}
          />
          <DateFilter value={search} onChange={list.change} />
        </FilterFold>
      </Toolbar>
      <FilterChips
        list={list}
        chips={[
          ...placeChips,
          { keys: ["kind"], label: t("note_kind"), value: t(`kind_${search.kind}`) },
          days,
        ]}
      />
      <DataTable
        label={t("notes")}
        list={list}
        columns={columns}
        rowId={(one) => String(one.id)}
        rowLabel={rowLabel}
        bulk={bulkDelete(list.can.delete, { list: t("notes"), path: paths.gardenNote, rowLabel })}
        empty={
          <EmptyState
            icon={<NotebookPen />}
            title={t("notes_empty_title")}
            text={t("notes_empty_text")}
            action={create}
          />
        }
      />
    </ListLayout>
  );
}

/** Columns of the list of notes. */
function useNoteColumns(): Column<GardenNote>[] {
  const { t } = useTranslation("gardens");
  const format = useFormat();
  return [
    {
      id: "garden",
      header: t("note_garden"),
      sortable: true,
      cell: (one) => format.name(one.garden.name),
    },
    {
      id: "text",
      header: t("note_text"),
      secondary: true,
      // Written once, in whatever language its author speaks.
      cell: (one) => (
        <span lang="mul" className="line-clamp-2 min-w-48">
          {one.text}
        </span>
      ),
    },
    {
      id: "kind",
      header: t("note_kind"),
      sortable: true,
      cell: (one) => t(`kind_${one.kind}`),
    },
    {
      id: "district",
      header: t("district"),
      optional: true,
      cell: (one) => format.name((one.district ?? one.region)?.name) || "–",
    },
    {
      id: "author",
      header: t("note_author"),
      sortable: true,
      secondary: "wide",
      cell: (one) => (
        <span lang="mul" className="whitespace-nowrap">
          {one.author}
        </span>
      ),
    },
    {
      id: "observed_on",
      header: t("note_day"),
      align: "right",
      sortable: true,
      cell: (one) => format.dateShort(one.observed_on),
    },
  ];
}
