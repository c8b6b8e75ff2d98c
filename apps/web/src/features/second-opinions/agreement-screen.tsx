import type { AgreementRow } from "@nihol/contract/imagery/second-opinions";
import { type AgreementGroup, agreementGroups } from "@nihol/contract/values/imagery/calibration";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { ArrowLeft, UsersRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ListSearch } from "../../lib/list/list-search.ts";
import { recordsQuery, useRecords } from "../../lib/list/use-list.ts";
import { useFormat } from "../../lib/text/format.ts";
import { ListActions } from "../../parts/records/list-actions.tsx";
import {
  PlaceFilters,
  type PlaceKey,
  usePlaceChips,
} from "../../parts/territory/place-filters.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Segmented } from "../../ui/form/segmented.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { DateFilter, useDateChip } from "../../ui/table/date-filter.tsx";
import { FilterChips } from "../../ui/table/filter-chips.tsx";
import { FilterFold } from "../../ui/table/filter-fold.tsx";
import { ListLayout, Toolbar } from "../../ui/table/list-layout.tsx";
import { AgreementStats } from "./opinion-figures.tsx";

type Filter = Partial<Record<"by" | "region" | "district" | "from" | "to", string>>;

const places: readonly PlaceKey[] = ["region", "district"];
type Shown = Exclude<AgreementGroup, "all">;
const groups = agreementGroups.filter((one) => one !== "all");

/** Agreement of two people over all images: in all, and by image, pair, person, region or month. */
export function AgreementScreen({ search }: { search: ListSearch & Filter }) {
  const { t } = useTranslation(["opinions", "app"]);
  const navigate = useNavigate();
  const list = useRecords(paths.secondOpinion, search);
  const by = groups.find((one) => one === search.by) ?? "image";
  const words = useGroupText();
  const columns = useColumns(by, words);
  const days = useDateChip(t("counted_on"), search);
  function handleChange(next: ListSearch & Record<string, unknown>) {
    const image = list.rows.find(({ key }) => key === next.open)?.image?.id;
    if (image)
      return void navigate({
        to: "/admin/image_processing_ai/$image/opinions",
        params: { image: String(image) },
      });
    // Only an image has a page of its own.
    if (!next.open) list.change(next);
  }
  return (
    <ListLayout>
      <PageHeader
        title={t("over_title")}
        text={t("over_about")}
        actions={
          <Link to="/admin/image_processing_ai" className={buttonClass("plain", "sm")}>
            <ArrowLeft aria-hidden className="size-4" />
            {t("to_images")}
          </Link>
        }
      />
      <Total search={search} />
      <Toolbar end={<ListActions list="second-opinion" search={search} count={list.count} />}>
        <Segmented<Shown>
          label={t("over_by")}
          value={by}
          onChange={(next) => list.change({ by: next === "image" ? undefined : next })}
          options={groups.map((value) => ({ value, label: t(`by_${value}`) }))}
        />
        <FilterFold>
          <PlaceFilters of={places} value={search} onChange={list.change} />
          <DateFilter value={search} onChange={list.change} />
        </FilterFold>
      </Toolbar>
      <FilterChips list={list} chips={[...usePlaceChips(places, search), days]} />
      <DataTable
        label={t("over_title")}
        list={{ ...list, change: handleChange }}
        columns={columns}
        rowId={({ key }) => key}
        rowLabel={words}
        empty={
          <EmptyState icon={<UsersRound />} title={t("over_none")} text={t("over_none_text")} />
        }
      />
    </ListLayout>
  );
}

/** The figures of all that the filters leave; nothing where there is none. */
function Total({ search: { region, district, from, to } }: { search: Filter }) {
  const filters = { region, district, from, to };
  const { data } = useQuery(recordsQuery(paths.secondOpinion, { ...filters, by: "all" }));
  const all = data?.results[0];
  return all ? (
    <div className="px-5 pb-3 @max-sm/list:px-4">
      <AgreementStats compared={all.compared} />
    </div>
  ) : null;
}

/** Of what a row is the sum: a file, two people or one, a region, a month. */
function useGroupText(): (row: AgreementRow) => string {
  const { t } = useTranslation("opinions");
  const format = useFormat();
  return ({ image, people, region, month }) => {
    if (image) return `${image.file_name}, ${format.date(image.date)}`;
    if (people.length > 0) return people.map((name) => name ?? t("somebody")).join(" · ");
    if (month) return `${month.slice(5)}.${month.slice(0, 4)}`;
    return region ? format.name(region.name) : t("no_region");
  };
}

function useColumns(by: Shown, words: (row: AgreementRow) => string): Column<AgreementRow>[] {
  const { t } = useTranslation("opinions");
  const format = useFormat();
  const number = (id: string, header: string, of: (row: AgreementRow) => number) =>
    ({
      id,
      header,
      align: "right",
      cell: (row) => format.number(of(row)),
    }) satisfies Column<AgreementRow>;
  const isPerson = by === "person";
  return [
    {
      id: "of",
      header: t(`by_${by}`),
      cell: (row) => (
        <span lang={row.image || row.people.length > 0 ? "mul" : undefined}>{words(row)}</span>
      ),
    },
    { ...number("fragments", t("fragments"), (row) => row.fragments), sortable: true },
    ...(by === "image"
      ? []
      : [{ ...number("images", t("images"), (row) => row.images), secondary: true as const }]),
    {
      ...number("first", t(isPerson ? "own_trees" : "first_trees"), (row) => row.compared.first),
      secondary: true,
    },
    {
      ...number(
        "second",
        t(isPerson ? "other_trees" : "second_trees"),
        (row) => row.compared.second,
      ),
      secondary: true,
    },
    number("agreed", t("agreed"), (row) => row.compared.agreed),
    {
      id: "agreement",
      header: t("agreement"),
      align: "right",
      sortable: true,
      cell: (row) => format.share(row.compared.agreement, 0),
    },
  ];
}
