import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { refresh } from "../../lib/api/query-client.ts";
import { type EachResult, eachRow } from "../../lib/list/each-row.ts";

type Options<Row> = {
  rows: readonly Row[];
  change: (row: Row) => Promise<unknown>;
  /** Takes the rows that are through, and changes the selection. */
  onDone: (done: readonly Row[]) => void;
  /** Paths whose lists show the change. */
  shownIn: readonly string[];
  /** Writes the message for when every row is through. */
  said: (done: number) => string;
  onClose: () => void;
};

/** Changes many records one after the other; `result` is set where some were refused. */
export function useBulkRun<Row>({ rows, change, onDone, shownIn, said, onClose }: Options<Row>) {
  const [done, setDone] = useState<number>();
  const [result, setResult] = useState<EachResult<Row>>();

  async function run() {
    setDone(0);
    const all = await eachRow(rows, change, setDone);
    onDone(all.done);
    await refresh(...shownIn);
    if (all.left.length > 0) return setResult(all);
    toast.success(said(all.done.length));
    onClose();
  }
  return { run, done, isBusy: done !== undefined, share: (done ?? 0) / rows.length, result };
}
