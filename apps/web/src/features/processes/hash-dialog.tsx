import type { AnswerTo } from "@nihol/contract/api/calls";
import type { ProcessDetail } from "@nihol/contract/imagery/processes";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { del } from "../../lib/api/api.ts";
import { ask } from "../../lib/api/ask.ts";
import { refresh } from "../../lib/api/query-client.ts";
import { useFormat } from "../../lib/text/format.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { Copyable } from "./copyable.tsx";

type Hash = AnswerTo<"GET /satellite-imagery/:id/hash">["results"][number];
type Props = { process: ProcessDetail; onClose: () => void; onGone: () => void };

/** Images of the same place with what their content hashes to: the same hash is the same image. */
export function HashDialog({ process, onClose, onGone }: Props) {
  const { t } = useTranslation(["imagery", "app"]);
  const format = useFormat();
  const path = `${paths.satelliteImagery}/${process.id}/hash`;
  const listing = useQuery({
    queryKey: [paths.satelliteImagery, "hash", process.id],
    queryFn: ({ signal }) =>
      ask("GET /satellite-imagery/:id/hash", { params: { id: process.id }, signal }),
  });
  const [deleting, setDeleting] = useState<Hash>();
  const rows = listing.data?.results;

  async function handleDelete(hash: Hash) {
    await del(`${path}/${hash.date_hash}`);
    toast.success(t("app:deleted"));
    if (hash.date_hash === process.date_hash) onGone();
    await refresh(paths.satelliteImagery, paths.wholeImage, paths.statistics);
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t("hash_listing")}
      description={t("hash_listing_text")}
      width="md"
    >
      {listing.isPending && <SkeletonLines lines={4} />}
      {listing.isError && (
        <ErrorPanel error={listing.error} onRetry={() => void listing.refetch()} />
      )}
      {rows?.length === 0 && <EmptyState title={t("no_results_yet")} text={t("no_hashes_text")} />}
      <ul className="divide-y divide-line">
        {rows?.map((row) => (
          <li key={row.whole_image} className="flex items-start justify-between gap-3 py-2.5">
            <div className="grid min-w-0 grow gap-0.5 text-sm">
              <span className="font-medium">
                {format.date(row.date)} · {row.file_name}
                {row.whole_image === process.whole_image && ` · ${t("this_process")}`}
              </span>
              <span className="numeric text-ink-3">
                {`${format.number(row.width)} × ${format.number(row.height)} · ${t("trees_n", { n: format.number(row.tree_count) })}`}
              </span>
              <span className="text-2xs text-ink-3">
                <Copyable value={row.date_hash} what={t("copy_hash")} />
              </span>
            </div>
            {row.can.delete && (
              <IconButton label={t("delete_hash")} onClick={() => setDeleting(row)}>
                <Trash2 />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {deleting && (
        <ConfirmDialog
          open
          onClose={() => setDeleting(undefined)}
          title={t("delete_hash_title", {
            name: deleting.file_name,
            date: format.date(deleting.date),
          })}
          consequence={t("delete_hash_text", { trees: format.number(deleting.tree_count) })}
          action={t("app:delete")}
          onConfirm={() => handleDelete(deleting)}
        />
      )}
    </Dialog>
  );
}
