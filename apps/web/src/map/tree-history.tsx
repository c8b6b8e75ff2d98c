import type { TreeHistory } from "@nihol/contract/imagery/trees";
import { paths } from "@nihol/contract/values/paths";
import type { TreeHistoryState } from "@nihol/contract/values/trees";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { History } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { ask } from "../lib/api/ask.ts";
import { cx } from "../lib/cx.ts";
import { useHolds } from "../lib/permissions.ts";
import { useFormat } from "../lib/text/format.ts";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { SkeletonLines } from "../ui/skeleton.tsx";

type Event = TreeHistory["events"][number];

/** Tells whether this person may see what became of single trees. */
export function useTreeHistoryRight(): boolean {
  const maySeeTrees = useHolds("planttreedetail.view");
  const maySeeImages = useHolds("wholeimage.view");
  return maySeeTrees && maySeeImages;
}

/** Opens one tree's own history from its row; nothing for who may not see trees and images. */
export function TreeHistoryButton({ id }: { id: number }) {
  const { t } = useTranslation("compare");
  const [isOpen, setIsOpen] = useState(false);
  if (!useTreeHistoryRight()) return null;
  return (
    <>
      <IconButton label={t("history_of", { id })} onClick={() => setIsOpen(true)}>
        <History aria-hidden />
      </IconButton>
      {isOpen && <TreeHistoryDialog id={id} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** Follows a single tree through the images that were compared. */
export function TreeHistoryDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation("compare");
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("history_of", { id })}
      description={t("history_about")}
      width="md"
    >
      <Suspense fallback={<SkeletonLines lines={4} />}>
        <Events id={id} />
      </Suspense>
    </Dialog>
  );
}

function Events({ id }: { id: number }) {
  const { t } = useTranslation("compare");
  const query = useQuery({
    queryKey: [paths.plantTreeDetail, "history", id],
    queryFn: ({ signal }) => ask("GET /plant-tree-detail/:id/history", { params: { id }, signal }),
  });
  if (query.isError) return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <SkeletonLines lines={4} />;
  const { events } = query.data;
  const first = events.find(({ state }) => state === "seen" || state === "stands");
  return (
    <div className="grid gap-3">
      <ol className="divide-y divide-line border-y border-line text-sm">
        {events.map((event) => (
          <Line key={event.whole_image} event={event} isFirst={event === first} />
        ))}
      </ol>
      {events.length === 1 && <p className="text-sm text-ink-3">{t("history_alone")}</p>}
    </div>
  );
}

const dots: Record<TreeHistoryState, string> = {
  seen: "bg-tree-green",
  stands: "border-2 border-tree-green",
  absent: "border-2 border-line-strong",
  lost: "bg-tree-lost",
  not_visible: "border-2 border-dashed border-line-strong",
};

function Line({ event, isFirst }: { event: Event; isFirst: boolean }) {
  const { t } = useTranslation(["compare", "map"]);
  const format = useFormat();
  const { state, area_m2, green, chance, unsure, reason } = event;
  const said = [
    isFirst && t("history_first"),
    area_m2 !== null && t("history_crown", { area: format.number(area_m2, 1) }),
    green && t(`map:tree_${green}`),
    reason && t(`reason_${reason}`),
    chance !== null && t("chance", { share: format.share(chance, 0) }),
    unsure && t("unsure"),
  ].filter((part): part is string => typeof part === "string");
  return (
    <li className="flex items-baseline gap-3 py-2">
      <span aria-hidden className={cx("size-2.5 shrink-0 rounded-full", dots[state])} />
      <Link
        to="/admin/image_processing_ai/$image"
        params={{ image: String(event.whole_image) }}
        className="w-32 shrink-0 text-accent hover:underline"
      >
        {format.date(event.date)}
      </Link>
      <span className="grid">
        <span className="font-medium">{t(`history_${state}`)}</span>
        {said.length > 0 && <span className="numeric text-xs text-ink-3">{said.join(" · ")}</span>}
      </span>
    </li>
  );
}
