import type { ProcessDetail } from "@nihol/contract/imagery/processes";
import { type ProcessPriority, processPriorities } from "@nihol/contract/values/imagery";
import { paths } from "@nihol/contract/values/paths";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { refresh } from "../../lib/api/query-client.ts";
import { Segmented } from "../../ui/form/segmented.tsx";

/** Priority by which the process's blocks take turns; those who may change it choose. */
export function PriorityChoice({ process }: { process: ProcessDetail }) {
  const { t } = useTranslation("imagery");
  const { can, priority } = process;
  if (!can.prioritize) return t(`priority_${priority}`);
  const offered = processPriorities.filter((one) => one !== "high" || can.raise);
  async function choose(next: ProcessPriority) {
    if (next === priority) return;
    await ask("POST /satellite-imagery/:id/priority", {
      params: { id: process.id },
      body: { priority: next },
    });
    toast.success(t("priority_changed", { priority: t(`priority_${next}`) }));
    await refresh(paths.satelliteImagery);
  }
  return (
    <span className="grid gap-1">
      <Segmented
        label={t("priority")}
        value={priority}
        onChange={(next) => void choose(next)}
        options={offered.map((value) => ({ value, label: t(`priority_${value}`) }))}
      />
      <span className="text-xs text-ink-3">{t("priority_text")}</span>
    </span>
  );
}
