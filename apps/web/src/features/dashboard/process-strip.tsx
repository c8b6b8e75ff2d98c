import type { Process } from "@nihol/contract/imagery/processes";
import type { Page } from "@nihol/contract/paging";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { refresh } from "../../lib/api/query-client.ts";
import { recordsQuery } from "../../lib/list/use-list.ts";
import { useHolds } from "../../lib/permissions.ts";
import { useFormat } from "../../lib/text/format.ts";
import { ProgressBar } from "../../ui/progress.tsx";
import { hasEnded, type RunningProcesses } from "./running-processes.ts";

/** Milliseconds between two requests for what is running. */
const interval = 4000;
/** Processes whose progress is averaged at most; the count is of all. */
const maxAveraged = 25;

/**
 * Progress of the images that are being worked on now, in one line over the map: how many, and how far they are together.
 * When one of them is done, the figures are asked for again.
 */
export function ProcessStrip() {
  const { t } = useTranslation("dashboard");
  const format = useFormat();
  const may = useHolds("satelliteimagery.view");
  const { data } = useQuery({
    ...recordsQuery(paths.satelliteImagery, { status: "in_progress", page_size: maxAveraged }),
    refetchInterval: interval,
    enabled: may,
  });
  const running = data?.results ?? [];
  useFinished(data);
  const [first] = running;
  if (!data || !first) return null;
  const isOne = data.count === 1;
  const share = shareOf(running);
  const name = isOne
    ? format.name(first.area.name) || first.file_name
    : t("running_count", { n: format.number(data.count) });
  const step = isOne && `${t(`step_${first.step}`)} · `;
  return (
    <Link
      to="/admin/process"
      search={isOne ? { open: String(first.id) } : {}}
      className="absolute top-2.5 inset-s-2.5 z-10 grid max-w-[calc(100%-5rem)] gap-1 rounded-md bg-raised px-2.5 py-1.5 text-xs shadow-pop hover:bg-sunken lg:max-w-sm pointer-coarse:min-h-11"
    >
      <span className="flex gap-3">
        <span className="min-w-0 grow truncate font-medium">{name}</span>
        <span className="numeric shrink-0 text-ink-2">
          <span className="max-sm:hidden">{step}</span>
          {format.share(share, 0)}
        </span>
      </span>
      <ProgressBar label={t("progress_of", { name })} share={share} />
    </Link>
  );
}

const shareOf = (running: readonly Process[]) =>
  running.reduce((sum, { state_percentage }) => sum + state_percentage, 0) / running.length / 100;

/** Fetches figures and images anew when a process has ended. */
function useFinished(data: Page<Process> | undefined): void {
  const before = useRef<RunningProcesses>({ ids: [], count: 0 });
  useEffect(() => {
    if (!data) return;
    const now = { ids: data.results.map(({ id }) => id), count: data.count };
    const isDue = hasEnded(before.current, now);
    before.current = now;
    if (isDue) void refresh(paths.statistics, paths.garden, paths.wholeImage);
  }, [data]);
}
