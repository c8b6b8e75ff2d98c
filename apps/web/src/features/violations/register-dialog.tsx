import { paths } from "@nihol/contract/values/paths";
import { violationStates } from "@nihol/contract/values/violations";
import type { RegisterRow, ViolationRegister } from "@nihol/contract/violations/violation-register";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { useFormat } from "../../lib/text/format.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";

/** Filters of the list. */
type Filters = Record<string, string | undefined>;
type Period = { from: string | undefined; to: string | undefined };
type Figures = Omit<RegisterRow, "ministry">;
type Props = { period: Period; onClose: () => void };

/** The cases of each organization by state; every figure leads to its rows. */
export function RegisterDialog({ period, onClose }: Props) {
  const { t } = useTranslation("violations");
  const format = useFormat();
  const query = useQuery({
    queryKey: [paths.violation, "register", period],
    queryFn: ({ signal }) => ask("GET /violation/register", { query: period, signal }),
  });
  const dates = [period.from, period.to].map((day) => (day ? format.date(day) : "…"));
  const register = query.data;
  return (
    <Dialog
      open
      width="lg"
      onClose={onClose}
      title={t("register")}
      description={
        period.from || period.to
          ? t("register_about", { from: dates[0] ?? "", to: dates[1] ?? "" })
          : t("register_about_all")
      }
    >
      {query.isError && <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <SkeletonLines lines={6} />}
      {register && (
        <div className="overflow-x-auto">
          <table className="w-full text-sm">
            <thead className="text-xs text-ink-3">
              <tr>
                {columnNames.map((key, i) => (
                  <th
                    key={key}
                    scope="col"
                    className={`px-1.5 py-1.5 font-medium ${i === 0 ? "text-start" : "text-end"}`}
                  >
                    {t(key)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {register.rows.map(({ ministry, ...figures }) => (
                <Row
                  key={ministry?.id ?? 0}
                  name={ministry ? format.name(ministry.name) : t("unassigned")}
                  search={{
                    ...period,
                    ...(ministry ? { ministry: String(ministry.id) } : { unassigned: "1" }),
                  }}
                  figures={figures}
                  onClose={onClose}
                />
              ))}
              <Row
                name={t("register_total")}
                search={period}
                figures={register.total}
                onClose={onClose}
              />
            </tbody>
          </table>
          <Deleted deleted={register.deleted} />
        </div>
      )}
    </Dialog>
  );
}

/** Numbers that are no longer there: nobody is to look for their cases. */
function Deleted({ deleted }: Pick<ViolationRegister, "deleted">) {
  const { t } = useTranslation("violations");
  const format = useFormat();
  if (deleted.length === 0) return null;
  const numbers = deleted.map(({ number, deleted_on }) =>
    deleted_on ? `${number} (${format.dateShort(deleted_on)})` : number,
  );
  return (
    <p className="pt-3 text-sm text-ink-2">
      {t("register_deleted", { numbers: numbers.join(", ") })}
    </p>
  );
}

const columnNames = [
  "ministry",
  "register_count",
  "state_open",
  "overdue",
  ...violationStates.map((state) => `state_${state}`),
  "median_days",
];

type RowProps = {
  name: string;
  search: Filters;
  figures: Figures;
  onClose: () => void;
};

function Row({ name, search, figures, onClose }: RowProps) {
  const format = useFormat();
  const cell = (key: string, count: number, more: Filters) => (
    <td key={key} className="numeric px-1.5 py-1.5 text-end">
      {count === 0 ? (
        <span className="text-ink-3">0</span>
      ) : (
        <Link
          to="/admin/violation"
          search={{ ...search, ...more }}
          onClick={onClose}
          className="underline decoration-line-strong underline-offset-2 hover:decoration-ink"
        >
          {format.number(count)}
        </Link>
      )}
    </td>
  );
  const { count, open, overdue, states, median_days: median } = figures;
  return (
    <tr className="border-t border-line last:font-semibold">
      <th scope="row" className="min-w-36 px-1.5 py-1.5 text-start font-medium">
        {name}
      </th>
      {cell("count", count, {})}
      {cell("open", open, { state: "open" })}
      {cell("overdue", overdue, { overdue: "1" })}
      {violationStates.map((state) => cell(state, states[state] ?? 0, { state }))}
      <td className="numeric px-1.5 py-1.5 text-end">
        {median === null ? "–" : format.number(median, 1)}
      </td>
    </tr>
  );
}
