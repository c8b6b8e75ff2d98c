import type { Process } from "@nihol/contract/imagery/processes";
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

/** Milliseconds between two requests for what is running. */
const interval = 4000;

/** What is being worked on now; when one of them is done, the figures are asked for again. */
export function ProcessStrip() {
  const { t } = useTranslation("dashboard");
  const may = useHolds("satelliteimagery.view");
  const { data } = useQuery({
    ...recordsQuery(paths.satelliteImagery, { status: "in_progress", page_size: 10 }),
    refetchInterval: interval,
    enabled: may,
  });
  const running = data?.results ?? [];
  useFinished(running.map((one) => one.id).join());
  if (running.length === 0) return null;
  return (
    <section aria-label={t("running")} className="border-b border-line bg-surface px-4 py-2">
      <ul className="flex flex-wrap gap-x-8 gap-y-2">
        {running.map((one) => (
          <Running key={one.id} process={one} />
        ))}
      </ul>
    </section>
  );
}

function Running({ process }: { process: Process }) {
  const { t } = useTranslation("dashboard");
  const format = useFormat();
  const share = process.state_percentage / 100;
  const area = format.name(process.area.name);
  return (
    <li className="grid w-80 max-w-full content-start gap-1 text-sm">
      <Link
        to="/admin/process"
        search={{ open: String(process.id) }}
        className="font-medium break-words hover:underline"
      >
        {area || process.file_name}
      </Link>
      <ProgressBar label={t("progress_of", { name: process.file_name })} share={share} />
      <span className="numeric text-xs text-ink-2">
        {t(`step_${process.step}`)} · {format.share(share, 0)}
      </span>
    </li>
  );
}

/** Fetches figures and images anew when a process has left the list. */
function useFinished(ids: string): void {
  const before = useRef("");
  useEffect(() => {
    const now = new Set(ids.split(","));
    const hasEnded = before.current !== "" && before.current.split(",").some((id) => !now.has(id));
    before.current = ids;
    if (hasEnded) void refresh(paths.statistics, paths.garden, paths.wholeImage);
  }, [ids]);
}
