import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { recordsQuery } from "../../lib/list/use-list.ts";
import { useHolds } from "../../lib/permissions.ts";
import { roleName } from "../../lib/text/role-name.ts";
import { ChoiceFilter } from "../../ui/table/choice-filter.tsx";
import { FilterFold } from "../../ui/table/filter-fold.tsx";

type Filters = { group?: string; is_active?: string };
type Props = { search: Filters; onChange: (next: Filters) => void };

/** By role (for those who may see roles) and by whether the account is on. */
export function UserFilters({ search, onChange }: Props) {
  const { t } = useTranslation(["users", "app"]);
  const roles = useRoleOptions();
  return (
    <FilterFold>
      {roles.length > 0 && (
        <ChoiceFilter
          label={t("role")}
          any={t("any_role")}
          value={search.group}
          onChange={(group) => onChange({ group })}
          options={roles}
        />
      )}
      <ChoiceFilter
        label={t("status")}
        any={t("any_status")}
        value={search.is_active}
        onChange={(is_active) => onChange({ is_active })}
        options={[
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
    ...recordsQuery(paths.group, { page_size: 200 }),
    enabled: maySee,
  });
  return (data?.results ?? []).map((role) => ({
    value: String(role.id),
    label: roleName(role.name, t),
  }));
}
