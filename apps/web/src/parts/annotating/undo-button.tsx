import { Undo2 } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import type { Draft } from "./use-draft.ts";

/** Takes back the last point that was set. */
export const UndoButton = ({ draft, label }: { draft: Draft; label: string }) => (
  <Button icon={<Undo2 className="size-4" />} disabled={!draft.mayUndo} onClick={draft.undo}>
    {label}
  </Button>
);
