/** Trees planted and lost, by the comparisons of images of the period. */
import type { ChangeFigure } from "@nihol/contract/imagery/image-compare";
import type { ReportFigures } from "@nihol/contract/reports/reports";
import { type PairSums, totalsOf } from "./change-totals.ts";
import type { ChangeRows } from "./changed-sums.ts";

/** Fields of a comparison's totals that are not asked for here. */
const unasked = { reason: 0, unsure: 0, area_m2: 0, before_m2: 0, after_m2: 0 };

function pairSums(rows: readonly ChangeRows[]): PairSums[] {
  return [...Map.groupBy(rows, (row) => row.comparison_id).values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const { recall, images } = first;
    return [{ recall, images, rows: own.map((row) => ({ ...unasked, ...row })) }];
  });
}

/** Null where no comparison has a tree. */
export function changeFigures(rows: readonly ChangeRows[]): ReportFigures["changes"] {
  const pairs = pairSums(rows);
  if (pairs.length === 0) return null;
  const totals = totalsOf(pairs);
  const plain = ({ count, low, high, withheld }: ChangeFigure) => ({ count, low, high, withheld });
  return {
    comparisons: pairs.length,
    planted: plain(totals.planted),
    lost: plain(totals.lost),
  };
}
