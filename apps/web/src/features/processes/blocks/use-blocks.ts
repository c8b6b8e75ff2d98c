import type { ProcessDetail } from "@nihol/contract/imagery/processes";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { ask } from "../../../lib/api/ask.ts";
import { useFormat } from "../../../lib/text/format.ts";
import type { Block } from "./block-states.ts";

interface Held {
  at: string;
  blocks: Block[];
}

/** Replaces blocks by their changed versions; the result is in the order of their numbers. */
function merged(before: readonly Block[], changed: readonly Block[]): Block[] {
  const byNumber = new Map(before.map((block) => [block.n, block]));
  for (const block of changed) byNumber.set(block.n, block);
  return [...byNumber.values()].sort((a, b) => a.n - b.n);
}

/** Number of blocks in all. */
export const totalOf = ({ pending, running, done, failed }: ProcessDetail["blocks"]): number =>
  pending + running + done + failed;

/** The beginning of the keys of a process's blocks. */
export const blocksKey = (id: string | number) => [paths.satelliteImagery, "blocks", String(id)];

/** All blocks of a process: whole once, later only those that changed. */
export function useBlocks(process: Pick<ProcessDetail, "id" | "blocks">) {
  const { id } = process;
  const total = totalOf(process.blocks);
  // Reasons come in the reader's language; another number of blocks is another plan.
  const key = [...blocksKey(id), total, useFormat().language];
  return useQuery({
    queryKey: key,
    enabled: total > 0,
    queryFn: async ({ client, signal }): Promise<Held> => {
      const before = client.getQueryData<Held>(key);
      const query = before ? { after: before.at } : {};
      const options = { params: { id }, query, signal };
      const { at, results } = await ask("GET /satellite-imagery/:id/blocks", options);
      return { at, blocks: before ? merged(before.blocks, results) : results };
    },
    // Turns comparison off: the merged list is new each time, and five thousand blocks compared deeply cost more than it saves.
    structuralSharing: false,
  });
}
