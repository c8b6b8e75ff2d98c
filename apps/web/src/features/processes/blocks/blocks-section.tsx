import type { ProcessDetail } from "@nihol/contract/imagery/processes";
import { type BlockState, blockStates } from "@nihol/contract/values/imagery";
import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import { Segmented } from "../../../ui/form/segmented.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { BlockList } from "./block-list.tsx";
import { BlockLog } from "./block-log.tsx";
import { BlockMap } from "./block-map.tsx";
import { type Block, shownState } from "./block-states.ts";
import { useSpanText } from "./span-text.ts";
import { totalOf, useBlocks } from "./use-blocks.ts";

/** From so many on the list is scrolled. */
const manyBlocks = 12;

type Shown = "all" | BlockState;
type Props = { process: ProcessDetail; isRunning: boolean };

/** The parts into which the image was cut for the workers; each is done, tried again and logged by itself. */
export function BlocksSection({ process, isRunning }: Props) {
  const { t } = useTranslation("imagery");
  const format = useFormat();
  const total = totalOf(process.blocks);
  return (
    <section className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="text-sm font-semibold">{t("blocks", { n: format.number(total) })}</h3>
        {isRunning && total > 0 && <TimeLeft left={process.time_left} />}
      </div>
      {total === 0 ? (
        <p className="text-sm text-ink-3">{t("no_blocks")}</p>
      ) : (
        <Blocks process={process} isRunning={isRunning} />
      )}
    </section>
  );
}

function TimeLeft({ left }: { left: ProcessDetail["time_left"] }) {
  const { t } = useTranslation("imagery");
  const format = useFormat();
  const span = useSpanText();
  if (!left) return <p className="text-xs text-ink-3">{t("time_left_unknown")}</p>;
  const [min, max] = [span(left.min_s), span(left.max_s)];
  const range = min === max ? max : `${min} – ${max}`;
  return (
    <p className="numeric text-xs text-ink-2">
      {t("time_left_range", { range, n: format.number(left.at_once, 1) })}
    </p>
  );
}

function Blocks({ process, isRunning }: Props) {
  const { t } = useTranslation(["imagery", "app"]);
  const format = useFormat();
  const [shown, setShown] = useState<Shown>("all");
  const [chosen, setChosen] = useState<number>();
  const query = useBlocks(process);
  const blocks = query.data?.blocks;
  const isShown = useCallback(
    (block: Block) => shown === "all" || shownState(block, isRunning) === shown,
    [shown, isRunning],
  );
  const listed = useMemo(() => blocks?.filter(isShown) ?? [], [blocks, isShown]);
  if (!blocks)
    return query.isError ? (
      <p className="text-sm text-act">{query.error.message}</p>
    ) : (
      // Reserves the height of many blocks, so that they do not push away what stands below when they come.
      <div className={totalOf(process.blocks) > manyBlocks ? "min-h-120" : undefined}>
        <SkeletonLines lines={6} />
      </div>
    );
  const counts = countsOf(process.blocks, isRunning);
  const block = blocks.find(({ n }) => n === chosen);
  const options = (["all", ...blockStates] as const)
    .filter((one) => one === "all" || one === shown || counts[one] > 0)
    .map((value) => ({ value, label: labelOf(value) }));
  function labelOf(value: Shown): string {
    if (value === "all") return t("block_all");
    const name = t(value === "pending" && !isRunning ? "block_left" : `block_${value}`);
    return `${name} ${format.number(counts[value])}`;
  }
  const words = {
    done: format.number(counts.done),
    running: format.number(counts.running),
    pending: format.number(counts.pending),
    failed: format.number(counts.failed),
  };
  return (
    <>
      <Segmented label={t("blocks_shown")} value={shown} onChange={setShown} options={options} />
      <BlockMap
        label={t("blocks_map", words)}
        blocks={blocks}
        isRunning={isRunning}
        isShown={isShown}
        chosen={chosen}
        onChoose={setChosen}
      />
      {block && (
        <BlockLog process={process.id} block={block} onClose={() => setChosen(undefined)} />
      )}
      {listed.length === 0 ? (
        <p className="text-sm text-ink-3">{t("blocks_none")}</p>
      ) : (
        <BlockList blocks={listed} isRunning={isRunning} chosen={chosen} onChoose={setChosen} />
      )}
    </>
  );
}

/** By the states that are shown. */
function countsOf(blocks: ProcessDetail["blocks"], isRunning: boolean): ProcessDetail["blocks"] {
  return isRunning ? blocks : { ...blocks, running: 0, pending: blocks.pending + blocks.running };
}
