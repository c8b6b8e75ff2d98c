import type { PlantTreeReport } from "@nihol/contract/planting/plant-tree-reports";
import type { PhotoDuplicate } from "@nihol/contract/values/planting/evidence-flags";
import { useState } from "react";
import { FlagList } from "./flag-list.tsx";
import { PhotoPair } from "./photo-pair.tsx";

type Props = { task: number; row: PlantTreeReport };

/** Below a row of the report: what does not fit together in it. Nothing where all does. */
export function ReportFlags({ task, row }: Props) {
  const [compared, setCompared] = useState<PhotoDuplicate>();
  const said = row.flags.filter(({ flag }) => flag !== "no_photo" && flag !== "no_position");
  if (said.length === 0) return null;
  const other = compared?.other;
  return (
    <tr>
      <td colSpan={7} className="pb-2">
        {/* In sight however far the columns are scrolled. */}
        <div className="sticky inset-s-0 w-fit max-w-[100cqw] ps-14">
          <FlagList flags={said} task={task} onCompare={setCompared} />
          {compared && other && (
            <PhotoPair
              task={task}
              row={row}
              flag={{ ...compared, other }}
              onClose={() => setCompared(undefined)}
            />
          )}
        </div>
      </td>
    </tr>
  );
}
