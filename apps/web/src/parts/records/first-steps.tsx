import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Circle, CircleCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { recordsQuery } from "../../lib/list/use-list.ts";
import { useHolds } from "../../lib/permissions.ts";
import { useFormat } from "../../lib/text/format.ts";
import { textLink } from "../../ui/button.tsx";

/**
 * Number of records, and whether this person may add one; no count for those who may not look, and while it is asked.
 */
function useStep(
  path: "/region" | "/district" | "/garden" | "/satellite-imagery",
  enabled: boolean,
) {
  const { data, isLoading } = useQuery({ ...recordsQuery(path, { page_size: 1 }), enabled });
  return { isLoading, count: data?.count, mayAdd: data?.can?.add === true };
}

/** The way from an empty programme to its first figures; nothing where it has been gone, or for those who cannot go it. */
export function FirstSteps() {
  const { t } = useTranslation("home");
  const format = useFormat();
  const steps = [
    {
      id: "regions",
      to: "/admin/regions",
      step: useStep(paths.region, useHolds("region.view")),
    },
    {
      id: "districts",
      to: "/admin/districts",
      step: useStep(paths.district, useHolds("district.view")),
    },
    { id: "gardens", to: "/admin/gardens", step: useStep(paths.garden, useHolds("garden.view")) },
    {
      id: "images",
      to: "/admin/process",
      step: useStep(paths.satelliteImagery, useHolds("satelliteimagery.view")),
    },
  ] as const;
  // All at once, when all have answered: a list that fills line by line would jump under the pointer.
  if (steps.some(({ step }) => step.isLoading)) return null;
  if (!steps.some(({ step }) => step.count === 0 && step.mayAdd)) return null;
  return (
    <section
      aria-labelledby="first-steps"
      className="grid gap-2 rounded-lg border border-line bg-surface px-4 py-3 text-start"
    >
      <h2 id="first-steps" className="font-semibold">
        {t("steps")}
      </h2>
      <ol className="grid gap-1">
        {steps.map(({ id, to, step }) => {
          const { count = 0, mayAdd } = step;
          const isDone = count > 0;
          return (
            <li key={id} className="flex min-h-9 items-center gap-2.5 text-sm">
              {isDone ? (
                <CircleCheck aria-hidden className="size-5 shrink-0 text-accent" />
              ) : (
                <Circle aria-hidden className="size-5 shrink-0 text-ink-3" />
              )}
              <span className="grow">
                {t(`step_${id}`)}
                {isDone && (
                  <span className="text-ink-3">
                    {" "}
                    · {t("step_done", { count: format.number(count) })}
                  </span>
                )}
              </span>
              {!isDone && mayAdd && (
                <Link to={to} search={{ open: "new" }} className={`shrink-0 ${textLink}`}>
                  {t(`step_${id}_add`)}
                </Link>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
