import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../../../lib/cx.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { type Block, blockStyles, secondsOf, shownState } from "./block-states.ts";
import { useSpanText } from "./span-text.ts";

type Props = {
  blocks: readonly Block[];
  isRunning: boolean;
  chosen: number | undefined;
  onChoose: (n: number) => void;
};

/** CSS pixels: more where a finger presses. */
const rowHeight = matchMedia("(pointer: coarse)").matches ? 44 : 36;
const grid =
  "grid grid-cols-[2rem_minmax(0,1fr)_3.75rem_3.75rem] items-center gap-x-2 px-3 sm:grid-cols-[3.5rem_minmax(0,1fr)_4rem_4rem_4.5rem]";
/** A telephone has no room for it: the log of a block lists every attempt. */
const attemptsCell = "text-end max-sm:hidden";

/** The blocks as rows, of which only those in sight are drawn. */
export function BlockList({ blocks, isRunning, chosen, onChoose }: Props) {
  const { t } = useTranslation("imagery");
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: blocks.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  const index = blocks.findIndex(({ n }) => n === chosen);
  // Scrolls to what was chosen on the map; a list that moves while blocks end stays where it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice alone moves it
  useEffect(() => {
    if (index >= 0) virtual.scrollToIndex(index, { align: "auto" });
  }, [chosen]);
  return (
    <div className="overflow-hidden rounded-lg border border-line text-xs">
      <div aria-hidden className={cx(grid, "border-b border-line py-1.5 text-ink-3")}>
        <span className="text-end">{t("block_n")}</span>
        <span>{t("status")}</span>
        <span className="text-end">{t("trees")}</span>
        <span className={attemptsCell}>{t("block_attempts")}</span>
        <span className="text-end">{t("block_time")}</span>
      </div>
      <div ref={scroller} className="max-h-80 overflow-auto">
        <ul
          aria-label={t("blocks_table")}
          className="relative"
          style={{ height: virtual.getTotalSize() }}
        >
          {virtual.getVirtualItems().map(({ index: at, start }) => {
            const block = blocks[at];
            return (
              block && (
                <li
                  key={block.n}
                  className="absolute inset-x-0"
                  style={{ top: start, height: rowHeight }}
                >
                  <Row
                    block={block}
                    isRunning={isRunning}
                    isChosen={block.n === chosen}
                    onChoose={onChoose}
                  />
                </li>
              )
            );
          })}
        </ul>
      </div>
    </div>
  );
}

type RowProps = { block: Block; isRunning: boolean; isChosen: boolean } & Pick<Props, "onChoose">;

function Row({ block, isRunning, isChosen, onChoose }: RowProps) {
  const { t } = useTranslation("imagery");
  const format = useFormat();
  const span = useSpanText();
  const state = shownState(block, isRunning);
  const { tone, shape } = blockStyles[state];
  const seconds = secondsOf(block);
  const isLeft = !isRunning && state === "pending";
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={() => onChoose(block.n)}
      title={block.message?.detail}
      className={cx(
        grid,
        "h-full w-full border-b border-line text-start hover:bg-sunken focus-visible:outline-offset-[-2px]",
        isChosen && "bg-accent-soft",
      )}
    >
      <span className="numeric text-end">{format.number(block.n)}</span>
      <span className="min-w-0">
        <Badge tone={tone} shape={shape}>
          {t(isLeft ? "block_left" : `block_${state}`)}
        </Badge>
      </span>
      <span className="numeric text-end">
        {state === "done" ? format.number(block.trees) : "–"}
      </span>
      <span className={cx("numeric", attemptsCell)}>{format.number(block.attempts)}</span>
      <span className="numeric text-end whitespace-nowrap">
        {seconds === null ? "–" : span(seconds)}
      </span>
    </button>
  );
}
