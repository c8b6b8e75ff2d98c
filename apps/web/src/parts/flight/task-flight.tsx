import type { FlightAdvice } from "@nihol/contract/planting/flight-advice";
import { paths } from "@nihol/contract/values/paths";
import { cameras } from "@nihol/contract/values/planting/flight";
import { useQuery } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { CameraChoice } from "./camera-choice.tsx";
import { FlightBasis } from "./flight-basis.tsx";
import { FlightFigures } from "./flight-figures.tsx";
import { FlightRules } from "./flight-rules.tsx";
import { FlightWeeks } from "./flight-weeks.tsx";

/** How high, at what hours and in which weeks to fly over a task, so that its young plants can be told from weeds. */
export function TaskFlight({ task }: { task: number }) {
  const query = useQuery({
    queryKey: [paths.plantTreeTask, "flight", task],
    queryFn: ({ signal }) =>
      ask("GET /plant-tree-task/:id/flight", { params: { id: task }, signal }),
  });
  if (query.isPending) return <SkeletonLines lines={5} />;
  if (query.isError && !query.data)
    return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />;
  return <Advice advice={query.data} />;
}

function Advice({ advice }: { advice: FlightAdvice }) {
  const { t } = useTranslation("flight");
  const [pixelAt100Cm, setPixel] = useState<number>(cameras[0].pixelAt100Cm);
  if (advice.weeks.length === 0)
    return (
      <div className="grid gap-4">
        <p className="text-sm text-ink-2">{t("no_place")}</p>
        <FlightBasis advice={advice} />
      </div>
    );
  return (
    <div className="grid gap-4">
      <p className="text-sm text-ink-2">{t("intro")}</p>
      <CameraChoice onChange={setPixel} />
      <FlightFigures advice={advice} pixelAt100Cm={pixelAt100Cm} />
      <FlightWeeks weeks={advice.weeks} pixelAt100Cm={pixelAt100Cm} />
      <FlightBasis advice={advice} />
      <FlightRules advice={advice} />
      <div data-print="no">
        <Button size="sm" icon={<Printer className="size-4" />} onClick={() => window.print()}>
          {t("print")}
        </Button>
      </div>
    </div>
  );
}
