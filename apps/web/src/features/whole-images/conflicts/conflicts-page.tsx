import type { TreeConflict } from "@nihol/contract/imagery/tree-conflicts";
import { limits } from "@nihol/contract/values/limits";
import { paths } from "@nihol/contract/values/paths";
import { type ConflictDecision, conflictKinds } from "@nihol/contract/values/trees";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { GitCompareArrows } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { recordQuery } from "../../../lib/list/use-list.ts";
import { usePlaceKeys } from "../../../lib/place-keys.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { BackToImage } from "../../../parts/images/back-to-image.tsx";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorPanel } from "../../../ui/error-panel.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { ChoiceFilter } from "../../../ui/table/choice-filter.tsx";
import { Pagination } from "../../../ui/table/pagination.tsx";
import { ConflictCard } from "./conflict-card.tsx";
import { SideSign } from "./conflict-signs.tsx";
import { type ConflictSearch, conflictsQuery } from "./conflicts-query.ts";
import { mayDecide, useDeciding } from "./use-deciding.ts";

type Props = { image: string; search: ConflictSearch };

/** Where the newest run of an image says otherwise than people who had corrected its trees: one decides between the two. */
export function ConflictsPage({ image, search }: Props) {
  const { t } = useTranslation("conflicts");
  const format = useFormat();
  const navigate = useNavigate();
  const whole = useQuery(recordQuery(paths.wholeImage, image));
  const list = useQuery(conflictsQuery(image, search));
  const rows = list.data?.results;
  const change = (next: ConflictSearch) =>
    void navigate({
      to: "/admin/image_processing_ai/$image/conflicts",
      params: { image },
      search: { ...search, page: undefined, ...next },
      replace: true,
    });
  return (
    <div className="min-h-full bg-surface">
      <PageHeader
        title={t("title")}
        text={whole.data && `${whole.data.file_name} · ${format.date(whole.data.date)}`}
        actions={<BackToImage image={image} label={t("back")} />}
      />
      <div className="grid max-w-4xl gap-4 px-5 pb-10">
        <p className="text-sm text-ink-2">{t("text")}</p>
        <Legend />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <ChoiceFilter
            label={t("kind")}
            any={t("any_kind")}
            value={search.kind}
            options={conflictKinds.map((kind) => ({ value: kind, label: t(`kind_${kind}`) }))}
            onChange={(kind) => change({ kind })}
          />
          <Checkbox
            checked={search.decided === "1"}
            onChange={(on) => change({ decided: on ? "1" : undefined })}
          >
            {t("decided")}
          </Checkbox>
        </div>
        {list.isError && !list.data && (
          <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />
        )}
        {list.isPending && <SkeletonLines lines={8} />}
        {rows?.length === 0 && <Nothing isDecided={search.decided === "1"} />}
        {rows && rows.length > 0 && <Rows key={search.kind} image={image} rows={rows} />}
        {rows && rows.length > 0 && (
          <Pagination
            count={list.data?.count ?? 0}
            page={search.page ?? 1}
            pageSize={search.page_size ?? limits.pageSizeDefault}
            onChange={change}
          />
        )}
      </div>
    </div>
  );
}

function Nothing({ isDecided }: { isDecided: boolean }) {
  const { t } = useTranslation("conflicts");
  return (
    <EmptyState
      icon={<GitCompareArrows />}
      title={t(isDecided ? "none_decided" : "none")}
      text={t("none_text")}
    />
  );
}

/** Explains which side each outline is of. */
function Legend() {
  const { t } = useTranslation("conflicts");
  return (
    <ul aria-label={t("legend")} className="flex flex-wrap gap-x-5 gap-y-1.5 text-sm">
      {(["person", "removed", "found"] as const).map((side) => (
        <li key={side} className="flex items-center gap-2">
          <SideSign side={side} />
          {t(`side_${side}`)}
        </li>
      ))}
    </ul>
  );
}

/** A page of conflicts: one by keys, or many at once. */
function Rows({ image, rows }: { image: string; rows: TreeConflict[] }) {
  const { t } = useTranslation("conflicts");
  const { busy, decide } = useDeciding(image);
  const [place, setPlace] = useState(0);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const at = Math.min(place, rows.length - 1);
  const current = rows[at];
  const choosable = rows.filter(({ can }) => can.keep || can.take);
  const many = choosable.filter(({ id }) => chosen.has(id));
  const choose = (ids: readonly number[], on: boolean) =>
    setChosen(new Set([...chosen].filter((id) => !ids.includes(id)).concat(on ? ids : [])));
  async function handleDecide(some: readonly TreeConflict[], decision: ConflictDecision) {
    await decide(some, decision);
    if (some.length > 1) setChosen(new Set());
  }
  const decideCurrent = (decision: ConflictDecision) =>
    current && void handleDecide([current], decision);
  usePlaceKeys(
    {
      KeyJ: () => setPlace(Math.min(rows.length - 1, at + 1)),
      KeyK: () => setPlace(Math.max(0, at - 1)),
      KeyA: () => decideCurrent("kept"),
      KeyR: () => decideCurrent("taken"),
      KeyX: () => current && choose([current.id], !chosen.has(current.id)),
    },
    true,
  );
  return (
    <>
      {choosable.length > 0 && (
        <div className="sticky top-0 z-10 flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-surface py-2">
          <Checkbox
            checked={many.length === choosable.length}
            indeterminate={many.length > 0 && many.length < choosable.length}
            onChange={(on) =>
              choose(
                choosable.map(({ id }) => id),
                on,
              )
            }
          >
            {t("choose_all")}
          </Checkbox>
          <Many
            rows={many}
            busy={busy}
            onDecide={(decision) => void handleDecide(many, decision)}
          />
          <p className="text-xs text-ink-3 max-lg:hidden">{t("keys")}</p>
        </div>
      )}
      <ul className="grid gap-3">
        {rows.map((conflict, index) => (
          <ConflictCard
            key={conflict.id}
            conflict={conflict}
            isCurrent={index === at}
            isChosen={chosen.has(conflict.id)}
            busy={busy}
            onChoose={(on) => choose([conflict.id], on)}
            onCurrent={() => setPlace(index)}
            onDecide={(decision) => void handleDecide([conflict], decision)}
          />
        ))}
      </ul>
    </>
  );
}

type ManyProps = {
  rows: readonly TreeConflict[];
  busy: boolean;
  onDecide: (decision: ConflictDecision) => void;
};

function Many({ rows, busy, onDecide }: ManyProps) {
  const { t } = useTranslation("conflicts");
  const format = useFormat();
  return (["kept", "taken"] as const).map((decision) => {
    const n = rows.filter((one) => mayDecide(one, decision)).length;
    return (
      <Button
        key={decision}
        size="sm"
        disabled={n === 0}
        busy={busy && n > 0}
        onClick={() => onDecide(decision)}
      >
        {t(`many_${decision}`, { n: format.number(n) })}
      </Button>
    );
  });
}
