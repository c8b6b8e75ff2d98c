import type { SurvivalVisit, TaskSurvival } from "@nihol/contract/planting/survival";
import { Dices } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/button.tsx";
import { DrawDialog } from "./draw-dialog.tsx";
import type { VisitAt } from "./survival-data.ts";
import { VisitDecision } from "./visit-decision.tsx";

type Props = { at: VisitAt; visit: SurvivalVisit; survival: TaskSurvival };

/** Actions that the person may take on a visit now. */
export function VisitActions({ at, visit, survival }: Props) {
  const { t } = useTranslation("survival");
  const [drawing, setDrawing] = useState(false);
  const [decision, setDecision] = useState<"finish" | "cancel" | "reopen" | "restore">();
  const { can, draw } = visit;
  const decisions = (["finish", "reopen", "restore", "cancel"] as const).filter((one) => can[one]);
  const mayDraw = can.draw && survival.proposal !== null;
  if (!mayDraw && decisions.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {mayDraw && (
        <Button
          size="sm"
          tone={draw ? "plain" : "primary"}
          icon={<Dices className="size-4" />}
          onClick={() => setDrawing(true)}
        >
          {draw ? t("draw_again") : t("draw")}
        </Button>
      )}
      {decisions.map((one) => (
        <Button
          key={one}
          size="sm"
          tone={one === "finish" ? "primary" : "quiet"}
          onClick={() => setDecision(one)}
        >
          {t(one)}
        </Button>
      ))}
      {drawing && (
        <DrawDialog at={at} visit={visit} survival={survival} onClose={() => setDrawing(false)} />
      )}
      {decision && (
        <VisitDecision
          at={at}
          visit={visit}
          decision={decision}
          onClose={() => setDecision(undefined)}
        />
      )}
    </div>
  );
}
