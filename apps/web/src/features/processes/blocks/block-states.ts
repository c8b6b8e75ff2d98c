import type { ProcessBlock } from "@nihol/contract/imagery/processes";
import type { BlockState } from "@nihol/contract/values/imagery";
import type { Tone } from "../../../ui/badge.tsx";

export type Block = ProcessBlock;

/** Look of each state of a block, in the list and on the map. */
export const blockStyles = {
  pending: { tone: "unknown", shape: "waiting", color: "--line-strong" },
  running: { tone: "info", shape: "running", color: "--info" },
  done: { tone: "good", shape: "done", color: "--good" },
  failed: { tone: "act", shape: "failed", color: "--act" },
} as const satisfies Record<BlockState, { tone: Tone; shape: string; color: string }>;

/** Of a process that has ended nothing waits and nothing runs: these were not reached. */
export const shownState = ({ status }: Block, isRunning: boolean): BlockState =>
  !isRunning && status === "running" ? "pending" : status;

/** Seconds of the last attempt, where it has ended. */
export const secondsOf = ({ started_at: start, finished_at: end }: Block): number | null =>
  start && end ? (Date.parse(end) - Date.parse(start)) / 1000 : null;
