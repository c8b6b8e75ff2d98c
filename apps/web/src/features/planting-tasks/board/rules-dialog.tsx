import { taskTransitions } from "@nihol/contract/values/plant-tree-task-states";
import { CircleHelp } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { moveKey } from "../task/transition-words.ts";
import { needKeys, rightKey } from "./move-refusal.ts";

/** Opens the table of steps by which the server lets tasks be moved. */
export function RulesButton() {
  const { t } = useTranslation("tasks");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="sm"
        tone="quiet"
        icon={<CircleHelp className="size-4" />}
        onClick={() => setOpen(true)}
      >
        {t("rules_open")}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t("rules_title")} width="lg">
        <RulesTable />
      </Dialog>
    </>
  );
}

const cell = "border-t border-line py-1.5 pe-3 align-top";

function RulesTable() {
  const { t } = useTranslation(["tasks", "planting"]);
  const heads = ["rule_from", "rule_to", "rule_step", "rule_who", "rule_needs"];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard too
    <section className="overflow-x-auto" aria-label={t("rules_title")} tabIndex={0}>
      <table className="w-full min-w-2xl text-start text-sm">
        <thead className="text-xs text-ink-3">
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" className="py-1 pe-3 font-medium">
                {t(head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {taskTransitions.map((step) => (
            <tr key={`${step.from} ${step.to}`}>
              <td className={cell}>{t(`planting:status_${step.from}`)}</td>
              <td className={cell}>{t(`planting:status_${step.to}`)}</td>
              <td className={cell}>{t(`planting:${moveKey(step.from, step.to)}`)}</td>
              <td className={cell}>{t(rightKey(step))}</td>
              <td className={cell}>
                {needKeys(step)
                  .map((need) => t(need))
                  .join("; ") || "–"}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
