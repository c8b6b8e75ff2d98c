import type { PlantTreeTask } from "@nihol/contract/planting/plant-tree-tasks";
import type { SurvivalDraw } from "@nihol/contract/planting/survival";
import { Download } from "lucide-react";
import { useTranslation } from "react-i18next";
import { saveFile } from "../../../lib/api/save-file.ts";
import { Button } from "../../../ui/button.tsx";
import { fieldCsv, plotsGpx } from "./plot-files.ts";

/** The plots for a phone's map, and as a list to fill in by hand. */
export function PlotDownloads({ task, draw }: { task: PlantTreeTask; draw: SurvivalDraw }) {
  const { t } = useTranslation("survival");
  const name = `task-${task.id}-plots-${draw.number}`;
  const heads = [t("plot"), t("living"), t("dead"), t("missing"), t("note")];

  function handleGpx() {
    const text = plotsGpx(draw.plots, (number) => `${t("plot")} ${number}`);
    saveFile(new Blob([text], { type: "application/gpx+xml" }), `${name}.gpx`);
  }
  function handleCsv() {
    saveFile(new Blob([fieldCsv(draw.plots, heads)], { type: "text/csv" }), `${name}.csv`);
  }
  const icon = <Download className="size-4" />;
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" icon={icon} onClick={handleGpx}>
        {t("download_gpx")}
      </Button>
      <Button size="sm" icon={icon} onClick={handleCsv}>
        {t("download_csv")}
      </Button>
    </div>
  );
}
