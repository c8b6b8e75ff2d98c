/** Worker threads for what others have sent: limited in number, time and memory; a bomb ends its own thread, not the server. */
import { Worker } from "node:worker_threads";
import { Problem } from "./problem.ts";

interface PoolOptions {
  /** The module that the threads run: one answer for each message. */
  module: URL;
  patienceMs: number;
  memoryMb: number;
  atOnce: number;
  waitingMost: number;
}

/**
 * What asks the threads of one kind. A question whose thread ran out of time or memory is answered by undefined.
 * The asking throws {Problem} 503 while too many wait.
 */
export function threadPool<Question, Answer>(
  options: PoolOptions,
): (question: Question) => Promise<Answer | undefined> {
  let running = 0;
  const waiting: (() => void)[] = [];
  // One thread is kept warm: starting one costs more than reading most files.
  let idle: Worker | undefined;

  async function takeTurn() {
    if (running < options.atOnce) return void running++;
    if (waiting.length >= options.waitingMost)
      throw new Problem(503, "busy", {}, { "retry-after": "10" });
    // Whoever ends hands its place on, so `running` stays as it is.
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function endTurn() {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }

  function startThread(): Worker {
    const thread = new Worker(options.module, {
      resourceLimits: { maxOldGenerationSizeMb: options.memoryMb },
    });
    // Its end tells enough; without a listener an error would end the server.
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

  function answerOf(question: Question): Promise<Answer | undefined> {
    const thread = takeThread();
    return new Promise((resolve) => {
      const timer = setTimeout(() => void thread.terminate(), options.patienceMs);
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
      thread.postMessage(question);
    });
  }

  return async (question) => {
    await takeTurn();
    return answerOf(question).finally(endTurn);
  };
}
