import type { ChangedTree, ImageCompare } from "@nihol/contract/imagery/image-compare";
import { type TreeChange, treeChanges } from "@nihol/contract/values/imagery/image-compare";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";
import { recordsQuery } from "../../lib/list/use-list.ts";
import { useFormat } from "../../lib/text/format.ts";
import { TreeHistoryButton } from "../../map/tree-history.tsx";
import { OpenViolation } from "../../parts/records/open-violation.tsx";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { SelectBox } from "../../ui/form/select-field.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { NothingFits } from "../../ui/table/nothing-fits.tsx";
import { Pagination } from "../../ui/table/pagination.tsx";
import { ChangeSign } from "./change-sign.tsx";
import type { CompareSearch } from "./compare-search.ts";

type Props = {
  answer: ImageCompare;
  search: CompareSearch;
  chosen: number | undefined;
  onSearch: (next: Partial<CompareSearch>) => void;
  onChoose: (tree: ChangedTree) => void;
};

const pageSize = 10;

/** The trees one by one, the surest change first; pressing one flies there. */
export function ChangedTrees({ answer, search, chosen, onSearch, onChoose }: Props) {
  const { t } = useTranslation(["compare", "app"]);
  const comparison = answer.pairs
    .flatMap(({ comparison: id, totals }) => (id !== null && totals ? [id] : []))
    .join(",");
  const { page = 1, page_size = pageSize, state } = search;
  const area = answer.area ? { [answer.area.kind]: String(answer.area.id) } : {};
  const query = useQuery({
    ...recordsQuery(`${paths.imageCompare}/tree`, {
      comparison,
      page,
      page_size,
      ...(state ? { state } : {}),
      ...area,
    }),
    enabled: comparison !== "",
  });
  if (query.isError) return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <section aria-label={t("trees")} className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-sm font-semibold">{t("trees")}</h2>
        <SelectBox
          aria-label={t("list_state")}
          className="w-40!"
          value={state ?? ""}
          onChange={(next) =>
            onSearch({ state: (next || undefined) as TreeChange | undefined, page: undefined })
          }
          options={[
            { value: "" as const, label: t("app:all") },
            ...treeChanges.map((one) => ({ value: one, label: t(`state_${one}`) })),
          ]}
        />
      </div>
      {query.data ? (
        <ul className="divide-y divide-line border-y border-line">
          {query.data.results.map((tree) => (
            <li key={`${tree.comparison}-${tree.id}`} className="flex items-center gap-1">
              <Row tree={tree} isChosen={tree.id === chosen} onChoose={onChoose} />
              <TreeHistoryButton id={tree.id} />
              {tree.state === "lost" && (
                <OpenViolation
                  origin={{ comparison: tree.comparison, garden: tree.garden, tree: tree.id }}
                  about={t("tree_number", { id: tree.id })}
                />
              )}
            </li>
          ))}
          {query.data.count === 0 && state && (
            <li>
              <NothingFits
                search={{ state }}
                onClear={() => onSearch({ state: undefined, page: undefined })}
              />
            </li>
          )}
          {query.data.count === 0 && !state && (
            <li className="py-3 text-sm text-ink-3">{t("app:nothing_here")}</li>
          )}
        </ul>
      ) : (
        <SkeletonLines lines={6} />
      )}
      {query.data && query.data.count > 0 && (
        <Pagination count={query.data.count} page={page} pageSize={page_size} onChange={onSearch} />
      )}
    </section>
  );
}

type RowProps = { tree: ChangedTree; isChosen: boolean; onChoose: (tree: ChangedTree) => void };

function Row({ tree, isChosen, onChoose }: RowProps) {
  const { t } = useTranslation("compare");
  const format = useFormat();
  const area = (value: number | null) => (value === null ? "–" : format.number(value, 1));
  return (
    <button
      type="button"
      onClick={() => onChoose(tree)}
      aria-current={isChosen || undefined}
      className={cx(
        "flex min-w-0 grow items-center gap-2.5 px-1.5 py-1.5 text-start text-sm hover:bg-sunken pointer-coarse:min-h-11",
        isChosen && "bg-accent-soft",
      )}
    >
      <ChangeSign state={tree.state} />
      <span className="grid min-w-0 grow">
        <span>
          {t(`state_${tree.state}`)}
          {tree.unsure && <span className="text-ink-3"> · {t("unsure")}</span>}
          {tree.reason && <span className="text-ink-3"> · {t(`reason_${tree.reason}`)}</span>}
        </span>
        <span className="numeric text-xs text-ink-3">
          {t("tree_number", { id: tree.id })} · {tree.position[1].toFixed(5)},{" "}
          {tree.position[0].toFixed(5)}
        </span>
      </span>
      <span className="numeric text-end text-xs whitespace-nowrap text-ink-2">
        {t("crown_change", { before: area(tree.before_m2), after: area(tree.after_m2) })}
        {tree.state !== "not_visible" && tree.chance > 0 && (
          <span className="block text-ink-3">
            {t("chance", { share: format.share(tree.chance, 0) })}
          </span>
        )}
      </span>
    </button>
  );
}
