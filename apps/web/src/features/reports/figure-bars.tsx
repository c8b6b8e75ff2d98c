import type { ReportFigures } from "@nihol/contract/reports/reports";
import type { Scale } from "./figure-scale.ts";

const whole = 100;

/** Trees beside those of the fullest row, parted into green, not green and unsure. The numbers stand beside it. */
export function TreeBar({ trees, max }: { trees: ReportFigures["trees"]; max: number }) {
  if (!trees || trees.total === 0 || max === 0) return null;
  const part = (count: number) => (whole * count) / max;
  const green = part(trees.green);
  const notGreen = part(trees.not_green);
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${whole} 4`}
      preserveAspectRatio="none"
      className="mt-1 ms-auto block h-1 w-full min-w-20 rounded-full bg-sunken"
    >
      <rect width={green} height="4" className="fill-tree-green" />
      <rect x={green} width={notGreen} height="4" className="fill-tree-not-green" />
      <rect
        x={green + notGreen}
        width={part(trees.unsure)}
        height="4"
        className="fill-tree-unsure"
      />
    </svg>
  );
}

type PlantedProps = { tasks: ReportFigures["tasks"]; scale: Scale };

/** Bar of the planted part of the plan, with its share in words. */
export function PlantedBar({ tasks, scale }: PlantedProps) {
  const { t, format } = scale;
  const { scheduled_plant_count: plan, submitted_plant_count: planted } = tasks;
  if (plan === 0) return null;
  return (
    <>
      <svg
        aria-hidden
        viewBox={`0 0 ${whole} 4`}
        preserveAspectRatio="none"
        className="mt-1 ms-auto block h-1 w-full min-w-16 rounded-full bg-sunken"
      >
        <rect
          width={Math.min(whole, (whole * planted) / plan)}
          height="4"
          className="fill-tree-planted"
        />
      </svg>
      <span className="sr-only">
        {t("reports:planted_of", { share: format.share(planted / plan, 0) })}
      </span>
    </>
  );
}
