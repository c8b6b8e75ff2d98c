import type { ProcessDetail } from "@nihol/contract/imagery/processes";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CircleAlert, Images } from "lucide-react";
import { useEffect, useRef } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { refresh } from "../../lib/api/query-client.ts";
import { recordQuery } from "../../lib/list/use-list.ts";
import { useHolds } from "../../lib/permissions.ts";
import { CountLimits } from "../../parts/counts/count-limits.tsx";
import { FileName } from "../../parts/images/file-name.tsx";
import { RecordFailure } from "../../parts/records/record-failure.tsx";
import { ProcessBadge } from "../../parts/states/process-badge.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { SidePanel } from "../../ui/side-panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { BlocksSection } from "./blocks/blocks-section.tsx";
import { useBlocks } from "./blocks/use-blocks.ts";
import { FootprintMap } from "./footprint-map.tsx";
import { ProcessActions } from "./process-actions.tsx";
import { useProcessEvents } from "./process-events.ts";
import { ProcessFacts } from "./process-facts.tsx";
import { isRunning, ProcessProgress } from "./process-status.tsx";

/** Panel of one process, live: state, actions, details, place and blocks. */
export function ProcessPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation(["imagery", "app"]);
  const query = useQuery(recordQuery(paths.satelliteImagery, id));
  const process = query.data;
  useProcessEvents(id, process !== undefined && isRunning(process));
  useEndNotice(process);
  return (
    <SidePanel
      title={
        process ? (
          <FileName name={process.file_name} />
        ) : (
          t(query.isError ? "app:no_data" : "app:loading")
        )
      }
      onClose={onClose}
    >
      {query.isPending && <SkeletonLines lines={9} />}
      {query.isError && !process && (
        <RecordFailure error={query.error} onRetry={() => void query.refetch()} onClose={onClose} />
      )}
      {process && (
        <div className="grid gap-5">
          <State process={process} />
          <ProcessActions process={process} onClose={onClose} />
          <FootprintMap process={process} />
          <BlocksSection process={process} isRunning={isRunning(process)} />
          <FactsBelow process={process} />
        </div>
      )}
    </SidePanel>
  );
}

/** Comes with the blocks above it, whose height is not known before: it would be pushed away. */
function FactsBelow({ process }: { process: ProcessDetail }) {
  const { isLoading } = useBlocks(process);
  return isLoading ? null : <ProcessFacts process={process} />;
}

function State({ process }: { process: ProcessDetail }) {
  const { t } = useTranslation("imagery");
  const maySee = useHolds("wholeimage.view");
  return (
    <div className="grid gap-3" aria-live="polite">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <ProcessBadge status={process.status} />
        {process.whole_image !== null && maySee && (
          <Link
            to="/admin/image_processing_ai/$image"
            params={{ image: String(process.whole_image) }}
            className={buttonClass("primary", "sm")}
          >
            <Images aria-hidden className="size-4" />
            {t("show_image")}
          </Link>
        )}
      </div>
      <ProcessProgress process={process} />
      <CountLimits image={process} />
      {process.message && (
        <p className="flex items-start gap-2 rounded-md bg-act-soft px-3 py-2 text-sm text-act">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {process.message.detail}
        </p>
      )}
    </div>
  );
}

/** A notice when the watched process ends; lists and images are fetched anew. */
function useEndNotice(process: ProcessDetail | undefined): void {
  const { t } = useTranslation("imagery");
  const before = useRef<ProcessDetail["status"]>(undefined);
  const status = process?.status;
  const name = process?.file_name;
  useEffect(() => {
    const was = before.current;
    before.current = status;
    if (!status || !was || was === status) return;
    void refresh(paths.wholeImage);
    if (status === "completed") toast.success(t("process_completed", { name }));
    if (status === "failed") toast.error(t("process_failed", { name }));
  }, [status, name, t]);
}
