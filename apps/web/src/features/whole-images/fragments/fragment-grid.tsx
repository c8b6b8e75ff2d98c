import type { Fragment } from "@nihol/contract/imagery/fragments";
import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import { fragmentReviews } from "@nihol/contract/values/imagery";
import { useQuery } from "@tanstack/react-query";
import { ScanSearch } from "lucide-react";
import { useTranslation } from "react-i18next";
import { defaultPageSize } from "../../../lib/list/use-list.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorPanel } from "../../../ui/error-panel.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { SelectBox } from "../../../ui/form/select-field.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { ChoiceFilter } from "../../../ui/table/choice-filter.tsx";
import { NothingFits } from "../../../ui/table/nothing-fits.tsx";
import { Pagination } from "../../../ui/table/pagination.tsx";
import { fragmentsQuery } from "./fragment-list.ts";
import type { FragmentSearch } from "./fragment-search.ts";
import { FragmentThumbnail } from "./fragment-thumbnail.tsx";

type Props = {
  image: WholeImage;
  search: FragmentSearch;
  onSearch: (next: FragmentSearch) => void;
  onPoint: (fragment: Fragment | undefined) => void;
};

const gridClass = "grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-1.5";

/** The image's fragments, a page at a time. */
export function FragmentGrid({ image, search, onSearch, onPoint }: Props) {
  const { t } = useTranslation("imagery");
  const list = useQuery({
    ...fragmentsQuery(String(image.id), search),
    refetchInterval: ["pending", "in_progress"].includes(image.status) ? 5000 : false,
  });
  const rows = list.data?.results;
  return (
    <section className="grid content-start gap-3" aria-busy={list.isFetching || undefined}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="text-base font-semibold">{t("fragments")}</h2>
        <Filters search={search} onSearch={onSearch} />
      </div>
      {list.isError && !list.data && (
        <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isPending && <Waiting />}
      {rows?.length === 0 && <Nothing image={image} search={search} onSearch={onSearch} />}
      {rows && rows.length > 0 && (
        <>
          <div className={gridClass}>
            {rows.map((fragment) => (
              <FragmentThumbnail
                key={fragment.n}
                fragment={fragment}
                search={search}
                onPoint={onPoint}
              />
            ))}
          </div>
          <Pagination
            count={list.data?.count ?? 0}
            page={search.page ?? 1}
            pageSize={search.page_size ?? defaultPageSize}
            onChange={onSearch}
          />
        </>
      )}
    </section>
  );
}

type FilterProps = Pick<Props, "search" | "onSearch">;

function Filters({ search, onSearch }: FilterProps) {
  const { t } = useTranslation("imagery");
  const reviews = fragmentReviews.map((review) => ({
    value: review,
    label: t(`review_${review}`),
  }));
  return (
    <>
      <ChoiceFilter
        label={t("review")}
        any={t("any_review")}
        value={search.review}
        options={reviews}
        onChange={(review) => onSearch({ review, page: undefined } as FragmentSearch)}
      />
      <SelectBox
        aria-label={t("ordering")}
        className="w-48!"
        value={search.ordering ?? ""}
        options={[
          { value: "", label: t("order_place") },
          { value: "-tree_count", label: t("order_trees") },
          { value: "-doubt", label: t("order_doubt") },
        ]}
        onChange={(ordering) =>
          onSearch({ ordering: ordering || undefined, page: undefined } as FragmentSearch)
        }
      />
      <Checkbox
        checked={search.with_trees === "1"}
        onChange={(on) =>
          onSearch({ with_trees: on ? "1" : undefined, page: undefined } as FragmentSearch)
        }
      >
        {t("with_trees")}
      </Checkbox>
    </>
  );
}

function Nothing({ image, search, onSearch }: Omit<Props, "onPoint">) {
  const { t } = useTranslation("imagery");
  const { review, with_trees } = search;
  if (review !== undefined || with_trees !== undefined)
    return <NothingFits search={{ review, with_trees }} onClear={onSearch} />;
  const isRunning = image.status === "pending" || image.status === "in_progress";
  return (
    <EmptyState
      icon={<ScanSearch />}
      title={t("no_results_yet")}
      text={isRunning ? t("no_results_running") : t("no_results_text")}
    />
  );
}

function Waiting() {
  return (
    <div className={gridClass} aria-hidden>
      {Array.from({ length: 12 }, (_, box) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: boxes have no identity
        <Skeleton key={box} className="m-1 aspect-square" />
      ))}
    </div>
  );
}
