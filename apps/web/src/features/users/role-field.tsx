import type { User } from "@nihol/contract/people/users";
import { paths } from "@nihol/contract/values/paths";
import { useTranslation } from "react-i18next";
import { useUser } from "../../lib/api/session.ts";
import type { FieldProps } from "../../lib/form/form.ts";
import { useMissingRight } from "../../lib/permissions.ts";
import { roleName } from "../../lib/text/role-name.ts";
import { LockedField } from "../../parts/permissions/missing-right.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { useRoleOptions } from "./user-filters.tsx";

type Props = FieldProps<number | null> & { current: User["group"] | undefined };

/** The role; its present one stays on offer for those who may not see the list of roles. */
export function RoleField({ current, value, onChange, ...field }: Props) {
  const { t } = useTranslation(["users", "app"]);
  const { userRole } = useUser();
  const masterName = roleName("MasterAdmin", t);
  const all = useRoleOptions();
  // A SysAdmin manages everything but MasterAdmins; the server refuses it anyway.
  const offered = all.filter((role) => userRole === "MasterAdmin" || role.label !== masterName);
  const known = offered.some((role) => role.value === String(current?.id));
  const own =
    current && !known ? [{ value: String(current.id), label: roleName(current.name, t) }] : [];
  const missing = useMissingRight(paths.group);
  if (missing && !current)
    return <LockedField label={t("role")} right={missing} error={field.error} />;
  return (
    <SelectField
      {...field}
      label={t("role")}
      placeholder={t("app:choose")}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(Number(id))}
      options={[...own, ...offered]}
    />
  );
}
