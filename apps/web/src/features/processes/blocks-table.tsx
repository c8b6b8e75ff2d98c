import type { ProcessDetail } from "@nihol/contract/imagery/processes";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";

type Block = ProcessDetail["blocks"][number];

const styles = {
  pending: { tone: "unknown", shape: "waiting" },
  running: { tone: "info", shape: "running" },
  done: { tone: "good", shape: "done" },
  failed: { tone: "act", shape: "failed" },
} as const satisfies Record<Block["status"], { tone: Tone; shape: string }>;

const cell = "px-1.5 py-1.5 first:pl-3 last:pr-3";

/** The parts into which the image was cut for the worker; each is retried by itself. */
export function BlocksTable({
  blocks,
  isRunning,
}: {
  blocks: readonly Block[];
  isRunning: boolean;
}) {
  const { t } = useTranslation("imagery");
  const format = useFormat();
  return (
    <section className="grid gap-2">
      <h3 className="text-sm font-semibold">{t("blocks", { n: format.number(blocks.length) })}</h3>
      {blocks.length === 0 ? (
        <p className="text-sm text-ink-3">{t("no_blocks")}</p>
      ) : (
        <section
          className="max-h-96 overflow-auto rounded-lg border border-line"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must take the keys
          tabIndex={0}
          aria-label={t("blocks_table")}
        >
          <table className="w-full border-collapse text-xs">
            <thead className="sticky top-0 bg-surface text-left text-ink-3">
              <tr>
                <th scope="col" className={`${cell} text-right font-medium`}>
                  {t("block_n")}
                </th>
                <th scope="col" className={`${cell} font-medium`}>
                  {t("status")}
                </th>
                <th scope="col" className={`${cell} text-right font-medium`}>
                  {t("block_fragments")}
                </th>
                <th scope="col" className={`${cell} text-right font-medium`}>
                  {t("trees")}
                </th>
                <th scope="col" className={`${cell} text-right font-medium`}>
                  {t("block_attempts")}
                </th>
              </tr>
            </thead>
            <tbody>
              {blocks.map((block) => (
                <Row key={block.n} block={block} isRunning={isRunning} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}

function Row({ block, isRunning }: { block: Block; isRunning: boolean }) {
  const { t } = useTranslation("imagery");
  const format = useFormat();
  // Of a process that has ended nothing waits and nothing runs: these were not reached.
  const isLeft = !isRunning && (block.status === "pending" || block.status === "running");
  const number = `${cell} numeric text-right`;
  return (
    <>
      <tr className="border-t border-line">
        <td className={number}>{format.number(block.n)}</td>
        <td className={cell}>
          <Badge {...styles[isLeft ? "pending" : block.status]}>
            {t(isLeft ? "block_left" : `block_${block.status}`)}
          </Badge>
        </td>
        <td className={number}>{format.number(block.fragments)}</td>
        <td className={number}>{format.number(block.trees)}</td>
        <td className={number}>{format.number(block.attempts)}</td>
      </tr>
      {block.message && (
        <tr>
          <td />
          <td colSpan={4} className={`${cell} pt-0 text-act`}>
            <span className="sr-only">{t("block_message")}: </span>
            {block.message.detail}
          </td>
        </tr>
      )}
    </>
  );
}
