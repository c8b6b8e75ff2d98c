import type { ImageCompare } from "@nihol/contract/imagery/image-compare";
import type { TreeChange } from "@nihol/contract/values/imagery/image-compare";
import { treeChanges } from "@nihol/contract/values/imagery/image-compare";
import { GitCompare, Images } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useChangeSearch } from "../../lib/navigation/use-change-search.ts";
import { useFormat } from "../../lib/text/format.ts";
import { viewOf, viewSearch } from "../../map/data/view-search.ts";
import { OpenViolation } from "../../parts/records/open-violation.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorPanel, FailureNote } from "../../ui/error-panel.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Progress } from "../../ui/progress.tsx";
import { Skeleton, SkeletonLines } from "../../ui/skeleton.tsx";
import { ChangeFigures } from "./change-figures.tsx";
import { ChangeSteps } from "./change-steps.tsx";
import { ChangedTrees } from "./changed-trees.tsx";
import { CompareChoice, hasArea } from "./compare-choice.tsx";
import { latestPair, useCompare, useImages, useStart } from "./compare-data.ts";
import { type CompareSearch, compareQuery, hiddenStates } from "./compare-search.ts";
import { CompareView } from "./compare-view.tsx";
import { PairNotes } from "./pair-notes.tsx";

/** Two dates of the same ground: side by side, and what became of each tree in between. */
export function CompareScreen({ search }: { search: CompareSearch }) {
  const { t } = useTranslation(["compare", "app"]);
  const changeSearch = useChangeSearch();
  const [target, setTarget] = useState<{ id: number; position: readonly [number, number] }>();
  const { images, isPending } = useImages({});
  // By years nothing is shown before an area is chosen: figures of another place would stand under the choice.
  const isByYears = hasArea(search) || search.by === "years";
  const usual = isByYears || search.before ? null : latestPair(images);
  const query = compareQuery({ ...search, ...usual });
  const compare = useCompare(query);
  const answer = query ? compare.data : undefined;
  const hidden = hiddenStates(search.hide);

  function change(next: Partial<CompareSearch>, replace = false) {
    changeSearch((before) => ({ ...before, ...next }), { replace, resetScroll: false });
  }
  function choose(next: Partial<CompareSearch>) {
    setTarget(undefined);
    change({ ...next, at: undefined, page: undefined });
  }
  function hide(state: TreeChange, isHidden: boolean) {
    const left = treeChanges.filter((one) => (one === state ? isHidden : hidden.has(one)));
    change({ hide: left.join(",") || undefined }, true);
  }

  const [pair] = answer?.pairs ?? [];
  const hasNir =
    answer?.pairs.every(({ before, after }) => before.has_nir && after.has_nir) ?? true;
  const shown = {
    from: answer?.from ?? null,
    to: answer?.to ?? null,
    before: search.before ?? usual?.before ?? String(pair?.before.id ?? ""),
    after: search.after ?? usual?.after ?? String(pair?.after.id ?? ""),
  };
  const isEmpty = !isPending && query === null;
  return (
    <div className="flex min-h-full flex-col-reverse lg:h-full lg:flex-row">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4 bg-surface pb-8 lg:w-104 lg:shrink-0 lg:overflow-y-auto lg:border-e lg:border-line">
        <PageHeader title={t("app:screen_image_compare")} text={t("about")} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5 px-5">
          <CompareChoice
            search={search}
            shown={shown}
            years={answer?.years ?? []}
            onChange={choose}
          />
          {compare.isError && (
            <ErrorPanel error={compare.error} onRetry={() => void compare.refetch()} />
          )}
          {answer && pair && (
            <Result answer={answer} query={query}>
              {answer.totals && (
                <>
                  <ChangeFigures totals={answer.totals} hidden={hidden} onHide={hide} />
                  <OpenFromLost answer={answer} />
                  <PairNotes pairs={answer.pairs} />
                  <ChangeSteps steps={answer.steps} />
                  <ChangedTrees
                    answer={answer}
                    search={search}
                    chosen={target?.id}
                    onSearch={(next) => change(next, true)}
                    onChoose={({ id, position }) => setTarget({ id, position })}
                  />
                </>
              )}
            </Result>
          )}
          {answer && !pair && (
            <p className="rounded-md bg-sunken px-3 py-2 text-sm text-ink-2">
              {t(nothingBecause(answer))}
            </p>
          )}
          {query && compare.isPending && <SkeletonLines lines={6} />}
        </div>
      </div>
      <div className="relative h-[62dvh] min-w-0 shrink-0 lg:h-full lg:shrink lg:grow">
        {pair && answer ? (
          <CompareView
            answer={answer}
            mode={search.mode ?? "swipe"}
            hidden={hidden}
            at={search.at}
            target={target}
            onAt={(at) => change({ at }, true)}
            hasNir={hasNir}
            view={viewOf(search, hasNir)}
            onView={(view) => change(viewSearch(view), true)}
            onMode={(mode) => change({ mode: mode === "swipe" ? undefined : mode }, true)}
          />
        ) : (
          <Nothing
            waiting={!isEmpty && !answer && !compare.isError}
            asksArea={isByYears && !hasArea(search)}
          />
        )}
      </div>
    </div>
  );
}

/** Reason why there is no pair to compare. */
function nothingBecause({ area, years }: ImageCompare): string {
  if (area && !area.has_border) return "no_border";
  return years.length < 2 ? "too_few_years" : "no_pair";
}

function Nothing({ waiting, asksArea }: { waiting: boolean; asksArea: boolean }) {
  const { t } = useTranslation("compare");
  if (waiting) return <Skeleton className="h-full w-full rounded-none" />;
  if (asksArea)
    return (
      <div className="flex h-full items-center justify-center bg-canvas">
        <EmptyState icon={<GitCompare />} title={t("choose_area")} text={t("choose_area_text")} />
      </div>
    );
  return (
    <div className="flex h-full items-center justify-center bg-canvas">
      <EmptyState icon={<Images />} title={t("no_images")} text={t("no_images_text")} />
    </div>
  );
}

/** Of the pair that lost most. */
function OpenFromLost({ answer }: { answer: ImageCompare }) {
  const lostOf = (pair: ImageCompare["pairs"][number]) => pair.totals?.lost.count ?? 0;
  const [worst] = [...answer.pairs].sort((a, b) => lostOf(b) - lostOf(a));
  if (!worst?.comparison || lostOf(worst) === 0) return null;
  const garden = answer.area?.kind === "garden" ? answer.area.id : null;
  return (
    <OpenViolation
      origin={{ comparison: worst.comparison, garden, tree: null }}
      className="justify-self-start"
    />
  );
}

type ResultProps = {
  answer: ImageCompare;
  query: Record<string, string> | null;
  children: ReactNode;
};

/** The figures, or their progress, or the button that starts them. */
function Result({ answer, query, children }: ResultProps) {
  const { t } = useTranslation("compare");
  const format = useFormat();
  const start = useStart(query);
  const { status } = answer;
  if (status === "pending" || status === "in_progress")
    return (
      <Progress
        label={t(status === "pending" ? "waiting" : "comparing")}
        share={answer.state_percentage / 100}
        note={answer.ahead ? t("ahead", { n: format.number(answer.ahead) }) : t("comparing_about")}
      />
    );
  const stepsMissing = answer.steps.some((step) => step.status === "absent");
  const again = answer.can.compare && (
    <div className="grid justify-items-start gap-2">
      <Button
        tone={answer.totals ? "plain" : "primary"}
        size={answer.totals ? "sm" : "md"}
        busy={start.isPending}
        icon={<GitCompare aria-hidden className="size-4" />}
        onClick={() => start.mutate()}
      >
        {t(status === "failed" ? "try_again" : answer.totals ? "compare_steps" : "compare")}
      </Button>
      <FailureNote error={start.error} />
    </div>
  );
  if (status === "completed")
    return (
      <>
        {answer.totals ? children : <PairNotes pairs={answer.pairs} />}
        {stepsMissing && again}
      </>
    );
  return (
    <div className="grid gap-2">
      {status === "failed" ? (
        <PairNotes pairs={answer.pairs} />
      ) : (
        <p className="text-sm text-ink-2">
          {t(answer.can.compare ? "not_compared" : "not_compared_by_you")}
        </p>
      )}
      {again}
    </div>
  );
}
