/** Worker threads for what others have sent: limited in number, time and memory; a bomb ends its own thread, not the server. */
import type { TransferListItem } from "node:worker_threads";
import Tinypool from "tinypool";
import { Problem } from "../../http/problem.ts";
import { turns } from "./turns.ts";

interface PoolOptions {
  /** The module that the threads run: its default export answers a question. */
  module: URL;
  /** A thread that takes longer is ended, whatever it does. */
  timeoutMs: number;
  memoryMb: number;
  atOnce: number;
  maxWaiting: number;
  /** Questions of one asker that wait or run; one of them runs at a time. Without it askers are not told apart. */
  maxPerAsker?: number;
}

/** Asker by their id, and the part of the question that is handed over and not copied. */
interface Asked {
  asker?: number;
  transfer?: TransferListItem[];
}

type AskThread<Question, Answer> = (
  question: Question,
  asked?: Asked,
) => Promise<Answer | undefined>;

/** Work that is bounded takes longer than it may where the machine is busy: that says nothing of what was asked. */
export class ThreadTimedOut extends Problem {
  constructor() {
    super(503, "busy", {}, { "retry-after": "10" });
  }
}

/** Starting a thread costs more than reading most files; one that nobody asks gives its memory back. */
const keptMs = 600_000;

/**
 * Builds what asks the threads of one kind. A question whose thread failed or ran out of memory is answered by undefined.
 * The asking throws {ThreadTimedOut} after `timeoutMs`, {Problem} 503 while too many wait, 429 while too many of the
 * asker's own do.
 */
export function threadPool<Question, Answer>(options: PoolOptions): AskThread<Question, Answer> {
  const line = turns(options);
  const pool = new Tinypool({
    filename: options.module.href,
    minThreads: 0,
    maxThreads: options.atOnce,
    idleTimeout: keptMs,
    // An idle thread that waits so could not close a connection of its own.
    useAtomics: false,
    resourceLimits: { maxOldGenerationSizeMb: options.memoryMb },
  });

  async function answerOf(question: Question, transferList: TransferListItem[]) {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), options.timeoutMs);
    try {
      return (await pool.run(question, { transferList, signal: late.signal })) as Answer;
    } catch {
      if (late.signal.aborted) throw new ThreadTimedOut();
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }

  return async (question, { asker, transfer = [] } = {}) => {
    // The pool's own queue knows no turns: it is handed only what may begin.
    const endTurn = await line.take(asker);
    return answerOf(question, transfer).finally(endTurn);
  };
}
