import type { PlantTreeTask } from "@nihol/contract/planting/plant-tree-tasks";
import { taskStatuses } from "@nihol/contract/values/plant-tree-task-states";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ViewFilters } from "../task/view-filters.ts";
import { handleBoardKey } from "./board-keys.ts";
import { Column } from "./column.tsx";
import { RulesButton } from "./rules-dialog.tsx";
import { useMove } from "./use-move.tsx";

type Props = { filters: ViewFilters; open: string | undefined; onOpen: (id: string) => void };

/** The tasks in columns by state. A filter by one state leaves its column alone. */
export function Board({ filters, open, onOpen }: Props) {
  const { t } = useTranslation("tasks");
  const board = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<PlantTreeTask>();
  const [moved, setMoved] = useState<number>();
  const { move, moving, dialog } = useMove(({ id }) => setMoved(id));
  const shown = taskStatuses.filter((one) => one === filters.status);

  useEffect(() => {
    if (moved === undefined) return;
    setMoved(undefined);
    // A card that stands in another column now has lost the focus.
    if (document.activeElement === document.body)
      board.current?.querySelector<HTMLElement>(`[data-card="${moved}"]`)?.focus();
  }, [moved]);

  return (
    <div className="flex min-h-0 grow flex-col">
      <div className="flex flex-wrap items-center justify-between gap-2 px-5 pb-2 @max-sm/list:px-4">
        <p className="text-xs text-ink-3 @max-xl/list:hidden pointer-coarse:hidden">
          {t("board_keys")}
        </p>
        <RulesButton />
      </div>
      {/** biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the cards in it */}
      <div
        ref={board}
        onKeyDown={handleBoardKey}
        className="relative flex min-h-0 grow snap-x snap-proximity scroll-px-5 gap-3 @max-sm/list:scroll-px-4 overflow-x-auto px-5 pb-4 @max-sm/list:px-4"
      >
        {(shown.length > 0 ? shown : taskStatuses).map((state) => (
          <Column
            key={state}
            state={state}
            onMove={move}
            onDrag={setDragged}
            {...{ filters, open, onOpen, moving, dragged }}
          />
        ))}
      </div>
      {dialog}
    </div>
  );
}
