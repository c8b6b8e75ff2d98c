import {
  actions,
  type Permission,
  type Permissions,
  resources,
} from "@nihol/contract/values/permissions";
import { isUsed, unusedRights } from "@nihol/contract/values/right-needs";
import { Check } from "lucide-react";
import { useTranslation } from "react-i18next";
import { CheckBox } from "../../ui/form/checkbox.tsx";
import {
  type Cell,
  columnOf,
  countGranted,
  givable,
  givenAlong,
  grantCount,
  rowOf,
  withGrants,
} from "./grants.ts";
import { useRightName } from "./missing-right.tsx";

type Props = {
  permissions: Permissions;
  /** Permissions of the person at the screen: only those can be given. Missing: the matrix is only read. */
  held?: Permissions;
  onChange?: (permissions: Permissions) => void;
};

/** Resources down, rights across; a row's or column's own box gives all of it. */
export function PermissionMatrix({ permissions, held, onChange }: Props) {
  const { t } = useTranslation(["roles", "app"]);
  const cell = (cells: readonly Cell[], label: string) => (
    <GrantBox
      cells={cells}
      label={label}
      permissions={permissions}
      held={held}
      onChange={onChange}
    />
  );
  return (
    <section className="grid gap-2">
      <div className="flex items-baseline justify-between gap-3">
        <h3 className="text-sm font-medium text-ink-2">{t("permissions")}</h3>
        <span className="numeric text-sm text-ink-2" aria-live="polite">
          {t("app:n_selected", { n: countGranted(permissions), m: grantCount })}
        </span>
      </div>
      <div className="overflow-x-auto rounded-lg border border-line">
        <table className="w-full text-sm" aria-label={t("permissions")}>
          <thead className="bg-sunken text-xs text-ink-2">
            <tr>
              <th scope="col" className="h-9 px-3 py-1.5 text-start align-bottom font-medium">
                {t("resource")}
              </th>
              {actions.map((action) => (
                <th
                  key={action}
                  scope="col"
                  className="w-16 px-1.5 py-1.5 align-bottom font-medium max-sm:w-9"
                >
                  <span className="flex flex-col items-center gap-1">
                    <span className="max-sm:rotate-180 max-sm:[writing-mode:vertical-rl]">
                      {t(`actions.${action}`)}
                    </span>
                    {onChange &&
                      cell(columnOf(action), t("whole_column", { action: t(`actions.${action}`) }))}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {resources.map((resource) => {
              const name = t(`resources.${resource}`);
              return (
                <tr key={resource} className="hover:bg-sunken">
                  <th scope="row" className="px-3 py-1.5 text-start font-normal max-sm:px-2">
                    <span className="flex items-center gap-2.5">
                      {onChange && cell(rowOf(resource), t("whole_row", { resource: name }))}
                      {name}
                    </span>
                  </th>
                  {actions.map((action) => (
                    <td key={action} className="px-1.5 py-1.5">
                      <span className="flex justify-center">
                        {isUsed(`${resource}.${action}`) ? (
                          cell([{ resource, action }], `${name}: ${t(`actions.${action}`)}`)
                        ) : (
                          <UnusedGrant right={`${resource}.${action}`} />
                        )}
                      </span>
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {onChange && <GivenAlong permissions={permissions} />}
      {held && onChange && countGranted(held) < grantCount && (
        <p className="text-xs text-ink-3">{t("not_held")}</p>
      )}
      <p className="text-xs text-ink-3">{t("unused_about")}</p>
    </section>
  );
}

type BoxProps = Props & { cells: readonly Cell[]; label: string };

function GrantBox({ cells, label, permissions, held, onChange }: BoxProps) {
  const given = cells.filter(({ resource, action }) => permissions[resource][action]).length;
  if (!onChange) return <ReadGrant given={given > 0} label={label} />;
  const open = held ? givable(held, cells) : [];
  return (
    <CheckBox
      label={label}
      checked={given === cells.length}
      indeterminate={given > 0 && given < cells.length}
      disabled={open.length === 0}
      onChange={(checked) => onChange(withGrants(permissions, open, checked))}
    />
  );
}

/** A right without effect: not offered, and why. */
function UnusedGrant({ right }: { right: Permission }) {
  const { t } = useTranslation("roles");
  const name = useRightName();
  const reason = t(`unused_${unusedRights[right]}`);
  return (
    <span
      role="img"
      aria-label={`${name(right)}: ${reason}`}
      title={reason}
      className="flex size-4.5 items-center justify-center text-ink-3"
    >
      ×
    </span>
  );
}

/** Lists the rights of other sections that the granted rights need and bring along. */
function GivenAlong({ permissions }: { permissions: Permissions }) {
  const { t } = useTranslation("roles");
  const name = useRightName();
  const along = givenAlong(permissions);
  if (along.length === 0) return null;
  return (
    <div className="text-xs text-ink-2" aria-live="polite">
      <p>{t("given_along")}</p>
      <ul className="list-disc ps-5">
        {along.map(({ needs, right }) => (
          <li key={needs}>{t("given_for", { needs: name(needs), right: name(right) })}</li>
        ))}
      </ul>
    </div>
  );
}

/** A right that is only read: a tick, or a dash. */
function ReadGrant({ given, label }: { given: boolean; label: string }) {
  const { t } = useTranslation("app");
  const text = `${label}: ${given ? t("yes") : t("no")}`;
  return (
    <span role="img" aria-label={text} className="flex size-4.5 items-center justify-center">
      {given ? (
        <Check className="size-4 text-accent" strokeWidth={2.5} />
      ) : (
        <span className="text-ink-3">–</span>
      )}
    </span>
  );
}
