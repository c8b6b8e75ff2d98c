import type { ColumnRole, ReadingImport } from "@nihol/contract/sensors/readings";
import type { DeviceType } from "@nihol/contract/values/devices";
import { unitsOf } from "@nihol/contract/values/sensors/column-units";
import { columnRoles } from "@nihol/contract/values/sensors/readings";
import { useTranslation } from "react-i18next";
import { cx } from "../../../lib/cx.ts";
import { useParameters } from "../../../lib/sensors/parameters.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { SelectBox } from "../../../ui/form/select-field.tsx";
import { Stat, Stats } from "../../../ui/stat.tsx";
import { ImportProfiles } from "./import-profiles.tsx";
import { chosenUnit } from "./use-reading-import.ts";

type Props = {
  file: string;
  preview: ReadingImport;
  /** The device's; without one every parameter is offered. */
  type: DeviceType | undefined;
  onRoles: (roles: ColumnRole[]) => void;
  /** The unit of each column; empty for what its heading says. */
  onUnits: (units: string[]) => void;
  onDayOrder: (order: "dmy" | "mdy") => void;
  /** Reads the file anew by a profile, or by its headings. */
  onProfile: (profile: number | undefined) => void;
};

/** Shows what an import would do: counts, what each column was taken for, and which lines are refused and why. */
export function ImportPreview({ file, preview, type, onDayOrder, onProfile, ...columns }: Props) {
  const { t } = useTranslation("devices");
  const format = useFormat();
  const span =
    preview.first && preview.last
      ? `${format.dateTime(preview.first)} – ${format.dateTime(preview.last)}`
      : t("no_span");
  return (
    <div className="grid gap-5">
      <p className="text-sm text-ink-2">
        <span className="font-medium break-all text-ink">{file}</span> · {span}
      </p>
      <ImportProfiles preview={preview} onChoose={onProfile} />
      {preview.rows === 0 && (
        <p className="rounded-md bg-watch-soft px-3 py-2 text-sm text-watch">
          {t("look_incomplete")}
        </p>
      )}
      <Stats>
        <Stat label={t("rows")} value={format.number(preview.rows)} />
        <Stat label={t("rows_good")} value={format.number(preview.accepted)} />
        {preview.completed > 0 && (
          <Stat label={t("rows_completed")} value={format.number(preview.completed)} />
        )}
        <Stat label={t("rows_known")} value={format.number(preview.duplicates)} />
        {preview.conflicts > 0 && (
          <Stat label={t("rows_conflicts")} value={format.number(preview.conflicts)} />
        )}
        <Stat label={t("rows_faulty")} value={format.number(preview.faulty)} />
        <Stat label={t("rows_refused")} value={format.number(preview.refused_count)} />
      </Stats>
      {preview.conflicts > 0 && (
        <p className="rounded-md bg-watch-soft px-3 py-2 text-sm text-watch">
          {t("conflicts_note", { n: format.number(preview.conflicts) })}
        </p>
      )}
      {preview.timezone_in_file && (
        <p className="text-sm text-ink-2">{t("zone_in_file", { zone: preview.timezone })}</p>
      )}
      {preview.day_order !== "none" && <DayOrder order={preview.day_order} onChange={onDayOrder} />}
      <ColumnTable columns={preview.columns} type={type} {...columns} />
      {preview.refused_count > 0 && <RefusedLines preview={preview} />}
    </div>
  );
}

type OrderProps = { order: ReadingImport["day_order"]; onChange: Props["onDayOrder"] };

function DayOrder({ order, onChange }: OrderProps) {
  const { t } = useTranslation("devices");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(9rem,14rem)] items-center gap-3 text-sm">
      <span>{t("day_order")}</span>
      <SelectBox
        aria-label={t("day_order")}
        placeholder={t("day_order_choose")}
        value={order === "dmy" || order === "mdy" ? order : null}
        onChange={onChange}
        options={(["dmy", "mdy"] as const).map((value) => ({
          value,
          label: t(`day_order_${value}`),
        }))}
      />
    </div>
  );
}

type ColumnsProps = Pick<Props, "type" | "onRoles" | "onUnits"> & Pick<ReadingImport, "columns">;

type UnitProps = { column: ReadingImport["columns"][number]; onChange: (unit: string) => void };

/** The unit of a column of values, and how it is known. */
function ColumnUnit({ column, onChange }: UnitProps) {
  const { t } = useTranslation("devices");
  const { role, unit, unit_state: state } = column;
  const parameter = useParameters().of(role);
  if (!parameter || unit === null || state === null) return null;
  const offered = unitsOf(parameter.unit);
  const isOpen = state === "unknown" || state === "dissolved_solids";
  return (
    <>
      <p className={cx("text-xs", isOpen ? "text-act" : "text-ink-3")}>
        {state === "own" ? unit : t(`unit_${state}`, { unit })}
      </p>
      <SelectBox
        aria-label={t("column_unit", { name: column.name })}
        placeholder={t("unit_choose")}
        value={offered.includes(unit) ? unit : null}
        onChange={onChange}
        options={offered.map((value) => ({ value, label: value }))}
      />
    </>
  );
}

function ColumnTable({ columns, type, onRoles, onUnits }: ColumnsProps) {
  const { t } = useTranslation(["devices", "monitoring"]);
  const parameters = useParameters();
  const offered = type ? parameters.own(type) : parameters.rows;
  const fixed = columnRoles.filter((role) => role !== "device" || !type);
  const options = [
    ...fixed.map((role) => ({ value: role, label: t(`role_${role}`) })),
    ...offered.map(({ key }) => ({ value: key, label: parameters.name(key) })),
  ];
  /** A role stands at one column: it leaves the other. */
  const change = (at: number, role: ColumnRole) =>
    onRoles(
      columns.map((column, i) => {
        if (i === at) return role;
        return column.role === role ? "ignore" : column.role;
      }),
    );
  return (
    <section className="grid gap-2">
      <h3 className="text-sm font-semibold">{t("columns")}</h3>
      <ul className="grid max-h-72 divide-y divide-line overflow-y-auto border-y border-line">
        {columns.map((column, i) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by their index
            key={i}
            className="grid grid-cols-[minmax(0,1fr)_minmax(9rem,14rem)] items-center gap-3 py-1.5"
          >
            <div className="min-w-0 text-sm">
              <p className="truncate font-medium">{column.name || t("column_n", { n: i + 1 })}</p>
              <p className="truncate text-xs text-ink-3">{column.examples.join(" · ") || "–"}</p>
            </div>
            <SelectBox
              aria-label={t("column_role", { name: column.name || String(i + 1) })}
              value={column.role}
              onChange={(role) => change(i, role)}
              options={options}
            />
            <ColumnUnit
              column={column}
              onChange={(unit) =>
                onUnits(columns.map((one, n) => (n === i ? unit : chosenUnit(one))))
              }
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function RefusedLines({ preview }: { preview: ReadingImport }) {
  const { t } = useTranslation("devices");
  const format = useFormat();
  const { refused, refused_count: count } = preview;
  return (
    <section className="grid gap-2">
      <h3 className="text-sm font-semibold">{t("refused_title", { n: format.number(count) })}</h3>
      <ul className="grid max-h-60 gap-1 overflow-y-auto text-sm">
        {refused.map(({ line, reason, text }) => (
          <li key={line} className="grid gap-x-3 sm:grid-cols-[6rem_minmax(0,1fr)_minmax(0,1fr)]">
            <span className="numeric text-ink-3">{t("line_n", { n: format.number(line) })}</span>
            <span>{t(`reason_${reason}`)}</span>
            <span className="truncate text-ink-3">{text}</span>
          </li>
        ))}
      </ul>
      {count > refused.length && (
        <p className="text-xs text-ink-3">
          {t("refused_more", { n: format.number(refused.length) })}
        </p>
      )}
    </section>
  );
}
