/** Worker threads for what others have sent: limited in number, time and memory; a bomb ends its own thread, not the server. */
import { type Transferable, Worker } from "node:worker_threads";
import { type Turns, turns } from "./turns.ts";

interface PoolOptions {
  /** The module that the threads run: one answer for each message. */
  module: URL;
  /** A thread that takes longer is ended, whatever it does. */
  timeoutMs: number;
  memoryMb: number;
  atOnce: number;
  maxWaiting: number;
  /** Questions of one asker that wait or run; one of them runs at a time. Without it askers are not distinguished. */
  maxPerAsker?: number;
}

/** Who asks, by their id, and what of the question is handed over and not copied. */
export interface Asked {
  asker?: number;
  transfer?: readonly Transferable[];
}

export type AskThread<Question, Answer> = (
  question: Question,
  asked?: Asked,
) => Promise<Answer | undefined>;

/**
 * What asks the threads of one kind. A question whose thread ran out of time or memory is answered by undefined.
 * The asking throws {Problem} 503 while too many wait, 429 while too many of the asker's own do.
 */
export function threadPool<Question, Answer>(options: PoolOptions): AskThread<Question, Answer> {
  const line: Turns = turns(options);
  // One thread is kept warm: starting one costs more than reading most files.
  let idle: Worker | undefined;

  function startThread(): Worker {
    const thread = new Worker(options.module, {
      resourceLimits: { maxOldGenerationSizeMb: options.memoryMb },
    });
    // The `exit` event is enough; without a listener an error would end the server.
    thread.on("error", () => {});
    thread.once("exit", () => {
      if (idle === thread) idle = undefined;
    });
    return thread;
  }

  function takeThread(): Worker {
    const thread = idle ?? startThread();
    idle = undefined;
    thread.ref();
    return thread;
  }

  function keepThread(thread: Worker) {
    if (idle) return void thread.terminate();
    idle = thread;
    // It ends with the process and does not hold it.
    thread.unref();
  }

  function answerOf(question: Question, transfer: readonly Transferable[]) {
    const thread = takeThread();
    return new Promise<Answer | undefined>((resolve) => {
      const timer = setTimeout(() => void thread.terminate(), options.timeoutMs);
      const answered = (answer: Answer) => {
        clearTimeout(timer);
        thread.off("exit", ended);
        keepThread(thread);
        resolve(answer);
      };
      const ended = () => {
        clearTimeout(timer);
        resolve(undefined);
      };
      thread.once("message", answered);
      thread.once("exit", ended);
      thread.postMessage(question, transfer);
    });
  }

  return async (question, { asker, transfer = [] } = {}) => {
    const endTurn = await line.take(asker);
    return answerOf(question, transfer).finally(endTurn);
  };
}
