import type { PlantTreeTask } from "@nihol/contract/planting/plant-tree-tasks";
import type { SurvivalVisit } from "@nihol/contract/planting/survival";
import { Shovel } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useHolds } from "../../../lib/permissions.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { Button } from "../../../ui/button.tsx";
import { lostTrees, type Replanting, replantItems } from "./replant-proposal.ts";

type Props = {
  task: PlantTreeTask;
  visit: SurvivalVisit;
  onReplant: (replanting: Replanting) => void;
};

/** Number of trees that a visit found lost, and the way to have them planted again. */
export function ReplantPart({ task, visit, onReplant }: Props) {
  const { t } = useTranslation("survival");
  const format = useFormat();
  const mayAdd = useHolds("planttreetask.add");
  const lost = lostTrees(visit);
  if (!lost || lost.value === 0) return null;
  return (
    <div className="grid gap-2">
      <p className="text-sm text-ink-2">
        {t("replant_text", {
          n: format.number(visit.estimate.own_places?.value, 0),
          value: format.number(lost.value),
          low: format.number(lost.low),
          high: format.number(lost.high),
        })}
      </p>
      {mayAdd && task.status === "completed" && (
        <div>
          <Button
            size="sm"
            icon={<Shovel className="size-4" />}
            onClick={() =>
              onReplant({
                task: task.id,
                visit: visit.id,
                items: replantItems(task, lost.value),
              })
            }
          >
            {t("replant")}
          </Button>
        </div>
      )}
    </div>
  );
}
