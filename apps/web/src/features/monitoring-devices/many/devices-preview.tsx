import type { DeviceImport } from "@nihol/contract/sensors/device-import";
import { type DeviceColumn, deviceColumns } from "@nihol/contract/values/sensors/device-import";
import { useTranslation } from "react-i18next";
import { cx } from "../../../lib/cx.ts";
import { coordinateText } from "../../../lib/text/coordinate-text.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { SelectBox } from "../../../ui/form/select-field.tsx";
import { Stat, Stats } from "../../../ui/stat.tsx";

type Props = {
  file: string;
  preview: DeviceImport;
  onRoles: (roles: DeviceColumn[]) => void;
};

/** Shows what an import would make: what each column was taken for, and of each row what was read or why it is refused. */
export function DevicesPreview({ file, preview, onRoles }: Props) {
  const { t } = useTranslation("devices");
  const format = useFormat();
  const { columns, missing, accepted, refused_count: refused, new_groups: groups } = preview;
  const roles = columns.map(({ role }) => role);
  return (
    <div className="grid gap-5">
      <p className="text-sm font-medium break-all">{file}</p>
      {missing.length > 0 && (
        <p className="rounded-md bg-watch-soft px-3 py-2 text-sm text-watch">
          {t("many_missing", { what: missing.map((one) => t(one)).join(", ") })}
        </p>
      )}
      <Stats>
        <Stat label={t("rows_good")} value={format.number(accepted)} />
        <Stat label={t("rows_refused")} value={format.number(refused)} />
      </Stats>
      {groups.length > 0 && (
        <p className="text-sm">
          {t("many_groups")} <span lang="mul">{groups.join(", ")}</span>
        </p>
      )}
      <section className="grid gap-2">
        <h3 className="text-sm font-semibold">{t("columns")}</h3>
        <ul className="grid divide-y divide-line border-y border-line">
          {columns.map(({ name, role, examples }, n) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one heading
              key={`${name} ${n}`}
              className="grid grid-cols-[minmax(0,1fr)_minmax(9rem,14rem)] items-center gap-3 py-2 text-sm"
            >
              <span className="min-w-0">
                <span className="block break-words">{name || t("column_n", { n: n + 1 })}</span>
                <span className="block truncate text-xs text-ink-3">{examples.join(" · ")}</span>
              </span>
              <SelectBox
                aria-label={t("column_role", { name: name || t("column_n", { n: n + 1 }) })}
                value={role}
                onChange={(next) =>
                  onRoles(roles.map((one, at) => (at === n ? next : one === next ? "ignore" : one)))
                }
                options={deviceColumns.map((value) => ({ value, label: t(columnText[value]) }))}
              />
            </li>
          ))}
        </ul>
      </section>
      <Rows rows={preview.rows} />
    </div>
  );
}

const columnText = {
  name: "name",
  type: "type",
  latitude: "latitude",
  longitude: "longitude",
  coordinates: "coordinates",
  garden: "garden",
  interval_minutes: "interval",
  soil_texture: "texture",
  serial: "serial",
  maker: "maker",
  model: "model",
  height_m: "height",
  depth_m: "height_soil",
  altitude_m: "altitude",
  groups: "groups",
  notes: "notes",
  ignore: "role_ignore",
} as const satisfies Record<DeviceColumn, string>;

/** Rows that are refused first: they are what a person has to mend. */
function Rows({ rows }: Pick<DeviceImport, "rows">) {
  const { t } = useTranslation(["devices", "map"]);
  const format = useFormat();
  if (rows.length === 0) return null;
  const inOrder = [...rows].sort(
    (a, b) => Number(b.problems.length > 0) - Number(a.problems.length > 0),
  );
  return (
    <section className="grid gap-2">
      <h3 className="text-sm font-semibold">{t("many_rows")}</h3>
      <ul className="grid max-h-96 divide-y divide-line overflow-y-auto border-y border-line text-sm">
        {inOrder.map(
          ({ line, name, type, latitude, longitude, garden, serial, groups, problems }) => (
            <li key={line} className="grid gap-0.5 py-1.5">
              <span className="flex flex-wrap gap-x-3">
                <span className="numeric text-ink-3">{t("line_n", { n: line })}</span>
                <span lang="mul" className={cx("font-medium", problems.length > 0 && "text-ink-3")}>
                  {name || "–"}
                </span>
                {type && <span className="text-ink-2">{t(`map:device_${type}`)}</span>}
                {latitude !== null && longitude !== null && (
                  <span className="numeric text-ink-2">{coordinateText(latitude, longitude)}</span>
                )}
                {garden && <span className="text-ink-2">{format.name(garden.name)}</span>}
                {serial && (
                  <span lang="mul" className="text-ink-3">
                    {serial}
                  </span>
                )}
                {groups.length > 0 && (
                  <span lang="mul" className="text-ink-2">
                    {groups.join(", ")}
                  </span>
                )}
              </span>
              {problems.map((problem) => (
                <span key={problem} className="text-act">
                  {problem}
                </span>
              ))}
            </li>
          ),
        )}
      </ul>
    </section>
  );
}
