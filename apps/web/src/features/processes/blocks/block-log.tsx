import type { BlockAttempt } from "@nihol/contract/imagery/processes";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ask } from "../../../lib/api/ask.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { Badge, type Tone } from "../../../ui/badge.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import type { Block } from "./block-states.ts";
import { useSpanText } from "./span-text.ts";

type Outcome = NonNullable<BlockAttempt["outcome"]> | "running";

const styles = {
  running: { tone: "info", shape: "running" },
  done: { tone: "good", shape: "done" },
  failed: { tone: "act", shape: "failed" },
  retried: { tone: "watch", shape: "warning" },
  interrupted: { tone: "unknown", shape: "stopped" },
  died: { tone: "watch", shape: "warning" },
} as const satisfies Record<Outcome, { tone: Tone; shape: string }>;

type Props = { process: number; block: Block; onClose: () => void };

/** History of one block, try by try. */
export function BlockLog({ process, block, onClose }: Props) {
  const { t } = useTranslation(["imagery", "app"]);
  const format = useFormat();
  const { n, status, attempts, started_at, finished_at } = block;
  const log = useQuery({
    // Asked again whenever the block has moved.
    queryKey: [
      paths.satelliteImagery,
      "block",
      process,
      n,
      status,
      attempts,
      started_at,
      finished_at,
      format.language,
    ],
    queryFn: ({ signal }) =>
      ask("GET /satellite-imagery/:id/blocks/:n", { params: { id: process, n }, signal }),
    placeholderData: (before) => (before?.block.n === n ? before : undefined),
  });
  return (
    <section
      aria-label={t("block_title", { n: format.number(n) })}
      className="grid gap-2 rounded-lg border border-line bg-sunken p-3 text-xs"
    >
      <div className="flex items-center justify-between gap-2">
        <h4 className="text-sm font-semibold">{t("block_title", { n: format.number(n) })}</h4>
        <IconButton label={t("app:close")} onClick={onClose}>
          <X />
        </IconButton>
      </div>
      {block.message && <p className="text-act">{block.message.detail}</p>}
      {log.isPending && <SkeletonLines lines={2} />}
      {log.isError && !log.data && <p className="text-act">{log.error.message}</p>}
      {log.data?.attempts.length === 0 && <p className="text-ink-3">{t("no_attempts")}</p>}
      {log.data && log.data.attempts.length > 0 && (
        <ol className="grid gap-2">
          {log.data.attempts.map((attempt) => (
            <Attempt key={attempt.id} attempt={attempt} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Attempt({ attempt }: { attempt: BlockAttempt }) {
  const { t } = useTranslation("imagery");
  const format = useFormat();
  const span = useSpanText();
  const outcome = attempt.outcome ?? "running";
  const { tone, shape } = styles[outcome];
  const seconds =
    attempt.ended_at && (Date.parse(attempt.ended_at) - Date.parse(attempt.started_at)) / 1000;
  return (
    <li className="grid gap-1 border-t border-line pt-2">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tone} shape={shape}>
          {t(`attempt_${outcome}`)}
        </Badge>
        <span className="numeric text-ink-2">{format.dateTime(attempt.started_at)}</span>
        {typeof seconds === "number" && <span className="numeric">{span(seconds)}</span>}
        {attempt.trees !== null && (
          <span className="numeric">{t("trees_n", { n: format.number(attempt.trees) })}</span>
        )}
      </span>
      <span className="break-all text-ink-3">
        {t("attempt_worker")}: <span translate="no">{attempt.worker}</span>
      </span>
      {attempt.message && outcome !== "failed" && (
        <span className="text-watch">{attempt.message.detail}</span>
      )}
    </li>
  );
}
