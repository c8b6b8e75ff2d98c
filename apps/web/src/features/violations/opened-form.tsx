import { paths } from "@nihol/contract/values/paths";
import type { ViolationEvidence } from "@nihol/contract/values/violations";
import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import type { ViolationOrigin } from "../../lib/navigation/violation-origin.ts";
import {
  type ParameterTexts,
  useParameterRows,
  useParameters,
} from "../../lib/sensors/parameters.ts";
import { type Format, useFormat } from "../../lib/text/format.ts";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { SidePanel } from "../../ui/side-panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { ViolationForm } from "./violation-form.tsx";

type Props = {
  origin: ViolationOrigin;
  onClose: () => void;
  onSaved: (id: string) => void;
};

/** The form of a new case, filled with what the server says of a comparison, a device, an alert or a planting task. */
export function OpenedForm({ origin, onClose, onSaved }: Props) {
  const { t } = useTranslation(["violations", "monitoring", "verdicts"]);
  const format = useFormat();
  const parameters = useParameters();
  // The name of what was measured is a part of the suggested title.
  const isNaming = useParameterRows().isPending;
  const query = useQuery({
    queryKey: [paths.violation, "evidence", origin],
    queryFn: ({ signal }) => ask("GET /violation/evidence", { query: askedOf(origin), signal }),
    // The figures are those of the moment at which the form was opened.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!query.data || isNaming)
    return (
      <SidePanel title={t("violation_new")} onClose={onClose}>
        {query.isError ? (
          <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <SkeletonLines lines={7} />
        )}
      </SidePanel>
    );
  const { evidence, point, garden, ministry, observed_on } = query.data;
  return (
    <ViolationForm
      opened={{
        evidence,
        from: sentOf(origin),
        initial: {
          title: titleOf(evidence, { t, format, parameters }),
          point,
          garden,
          ministry,
          observed_on,
        },
      }}
      onClose={onClose}
      onSaved={onSaved}
    />
  );
}

function askedOf(origin: ViolationOrigin) {
  if (!("comparison" in origin)) return origin;
  const { comparison, garden, tree } = origin;
  return { comparison, ...(garden && { garden }), ...(tree && { tree }) };
}

const sentOf = (origin: ViolationOrigin) =>
  "comparison" in origin ? { comparison: origin.comparison, tree: origin.tree } : origin;

/** Suggests a name; the person may write another. */
function titleOf(
  evidence: ViolationEvidence,
  { t, format, parameters }: { t: TFunction; format: Format; parameters: ParameterTexts },
): string {
  if (evidence.kind === "comparison")
    return t("violations:title_lost", {
      count: format.number(evidence.lost.count),
      from: format.date(evidence.before.date),
      to: format.date(evidence.after.date),
    });
  if (evidence.kind === "alerts") {
    const devices = [...new Set(evidence.alerts.map(({ device }) => device.name))];
    const more = devices.length > 2 ? [`+${devices.length - 2}`] : [];
    return `${evidence.rule.name}: ${[...devices.slice(0, 2), ...more].join(", ")}`;
  }
  if (evidence.kind === "task") return t("violations:title_task", { task: evidence.task });
  const parameter = parameters.name(evidence.parameter) || evidence.parameter;
  return `${parameter}: ${format.number(evidence.value, 2)} ${evidence.unit}, ${evidence.device.name}`;
}
