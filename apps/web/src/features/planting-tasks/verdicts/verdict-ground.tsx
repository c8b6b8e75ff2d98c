import type { PlantTreeReport } from "@nihol/contract/planting/plant-tree-reports";
import type { SurvivalEstimate } from "@nihol/contract/planting/survival";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ask } from "../../../lib/api/ask.ts";
import { listParams } from "../../../lib/list/use-list.ts";
import { useHolds } from "../../../lib/permissions.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { RangeText } from "../../../parts/counts/estimated-range.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { Stat, Stats } from "../../../ui/stat.tsx";
import { FlagList } from "../evidence/flag-list.tsx";
import { ReportPhoto } from "../evidence/report-photo.tsx";
import { useSurvival } from "../survival/survival-data.ts";

/** Results that were counted on the ground at the newest visit. */
export function VerdictPlots({ task }: { task: number }) {
  const { t } = useTranslation("verdicts");
  const { data, isPending } = useSurvival(task);
  const visit = data?.visits.findLast((one) => one.estimate.counted_plots > 0);
  return (
    <section aria-labelledby="verdict-plots" className="grid content-start gap-2">
      <h3 id="verdict-plots" className="text-sm font-semibold">
        {t("plots")}
      </h3>
      {isPending ? (
        <Coming />
      ) : visit ? (
        <Counted estimate={visit.estimate} />
      ) : (
        <p className="text-sm text-ink-2">{t("reason_no_plots")}</p>
      )}
    </section>
  );
}

/** As high as a few rows: what stands below is not pushed down when they come. */
const Coming = () => (
  <div className="min-h-40">
    <SkeletonLines lines={3} />
  </div>
);

/** The share that lives is of places found, not of trees reported: those may never have been planted. */
function Counted({ estimate }: { estimate: SurvivalEstimate }) {
  const { t } = useTranslation("survival");
  const format = useFormat();
  const { survival, planting_places: places, living, dead, missing } = estimate;
  const share = (value: number) => format.share(value, 0);
  const number = (value: number) => format.number(value, 0);
  const trees = { living: number(living), dead: number(dead), missing: number(missing) };
  return (
    <Stats>
      <Stat
        label={t("counted_plots")}
        value={t("counted_of", { n: number(estimate.counted_plots), m: number(estimate.plots) })}
        note={t("trees_counted", trees)}
      />
      {places && (
        <Stat
          label={t("planting_places")}
          value={number(places.value)}
          note={<RangeText range={places} write={number} />}
        />
      )}
      {survival && (
        <Stat
          label={t("survival")}
          value={share(survival.value)}
          note={<RangeText range={survival} write={share} />}
        />
      )}
    </Stats>
  );
}

const shownRows = 12;

/** The rows of the report with their photos and flags, the newest first. */
export function VerdictPhotos({ task }: { task: number }) {
  const { t } = useTranslation("verdicts");
  const maySee = useHolds("planttreetaskreport.view");
  const { data, isPending } = useQuery({
    queryKey: [`/plant-tree-task/${task}/report`, "list", "verdict"],
    queryFn: ({ signal }) =>
      ask("GET /plant-tree-task/:id/report", {
        params: { id: task },
        query: listParams({ page_size: shownRows }),
        signal,
      }),
    placeholderData: keepPreviousData,
    enabled: maySee,
  });
  if (!maySee) return null;
  return (
    <section aria-labelledby="verdict-photos" className="grid content-start gap-2">
      <h3 id="verdict-photos" className="text-sm font-semibold">
        {t("photos")}
      </h3>
      {isPending && <Coming />}
      <ul className="grid gap-2">
        {data?.results.map((row) => (
          <Row key={row.id} task={task} row={row} />
        ))}
      </ul>
    </section>
  );
}

function Row({ task, row }: { task: number; row: PlantTreeReport }) {
  const format = useFormat();
  return (
    <li className="flex gap-2 text-sm">
      <ReportPhoto row={row} />
      <div className="min-w-0">
        <p>
          {format.name(row.tree_type.name)},{" "}
          <span className="numeric">{format.number(row.count)}</span>,{" "}
          {format.dateShort(row.plant_date)}
        </p>
        <FlagList flags={row.flags} task={task} />
      </div>
    </li>
  );
}
