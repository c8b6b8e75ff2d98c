import type { Group } from "@nihol/contract/groups";
import { paths } from "@nihol/contract/paths";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useHolds } from "../../lib/permissions.ts";
import { roleName } from "../../lib/role-name.ts";
import { listQuery } from "../../lib/use-list.ts";
import { FilterFold } from "../../ui/filter-fold.tsx";
import { filterWidth, SelectBox } from "../../ui/select-field.tsx";

type Filters = { group?: string; is_active?: string };
type Props = { search: Filters; onChange: (next: Filters) => void };

/** By role (for those who may see roles) and by whether the account is on. */
export function UserFilters({ search, onChange }: Props) {
  const { t } = useTranslation(["users", "app"]);
  const roles = useRoleOptions();
  return (
    <FilterFold>
      {roles.length > 0 && (
        <SelectBox
          aria-label={t("role")}
          className={filterWidth}
          value={search.group ?? ""}
          onChange={(group) => onChange({ group: group || undefined })}
          options={[{ value: "", label: t("any_role") }, ...roles]}
        />
      )}
      <SelectBox
        aria-label={t("status")}
        className={filterWidth}
        value={search.is_active ?? ""}
        onChange={(active) => onChange({ is_active: active || undefined })}
        options={[
          { value: "", label: t("any_status") },
          { value: "true", label: t("active") },
          { value: "false", label: t("inactive") },
        ]}
      />
    </FilterFold>
  );
}

/** All roles as options; none for who may not see roles. */
export function useRoleOptions() {
  const { t } = useTranslation("app");
  const maySee = useHolds("group.view");
  const { data } = useQuery({
    ...listQuery<Group>(paths.group, { page_size: 200 }),
    enabled: maySee,
  });
  return (data?.results ?? []).map((role) => ({
    value: String(role.id),
    label: roleName(role.name, t),
  }));
}
