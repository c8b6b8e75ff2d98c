import type { User } from "@nihol/contract/people/users";
import { paths } from "@nihol/contract/values/paths";
import { Users } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ListSearch } from "../../lib/list/list-search.ts";
import { useRecords } from "../../lib/list/use-list.ts";
import { useFormat } from "../../lib/text/format.ts";
import { roleName } from "../../lib/text/role-name.ts";
import { bulkDelete } from "../../parts/records/bulk-delete.tsx";
import { ListActions } from "../../parts/records/list-actions.tsx";
import { NewRecord } from "../../parts/records/new-record.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NewButton } from "../../ui/new-button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { FilterChips } from "../../ui/table/filter-chips.tsx";
import { ListLayout, Toolbar } from "../../ui/table/list-layout.tsx";
import { SearchBox } from "../../ui/table/search-box.tsx";
import { fullName } from "./full-name.ts";
import { UserFilters, useRoleOptions } from "./user-filters.tsx";
import { UserForm } from "./user-form.tsx";
import { UserPanel } from "./user-panel.tsx";
import { UserStatus } from "./user-status.tsx";

type UserSearch = ListSearch & { group?: string; is_active?: string; view?: string };

/** Accounts that may sign in, or with `?view=administrators` those among them that administer the whole programme. */
export function UsersScreen({ search: asked }: { search: UserSearch }) {
  const { t } = useTranslation(["users", "app"]);
  const { view, ...search } = asked;
  const isOfAdministrators = view === "administrators";
  const only: Record<string, string> = isOfAdministrators ? { administrators: "true" } : {};
  const list = useRecords(paths.user, { ...search, ...only });
  const title = isOfAdministrators ? t("app:screen_administrators") : t("title");
  const mayDelete = list.can.delete;
  const mayAdd = list.can.add;
  const open = (id?: string) => list.change({ open: id });
  const columns = useUserColumns();
  const create = mayAdd && <NewButton onClick={() => open("new")}>{t("new")}</NewButton>;
  const panel =
    search.open === "new" ? (
      <NewRecord list={list} title={t("new")} onClose={() => open()}>
        <UserForm onClose={() => open()} onSaved={open} />
      </NewRecord>
    ) : (
      search.open && <UserPanel key={search.open} id={search.open} onClose={() => open()} />
    );
  return (
    <ListLayout panel={panel}>
      <PageHeader
        title={title}
        text={t(isOfAdministrators ? "administrators_about" : "about")}
        actions={create}
      />
      <Toolbar end={<ListActions list="user" search={search} count={list.count} filters={only} />}>
        <SearchBox label={t("search")} value={search.search} onChange={list.change} />
        <UserFilters search={search} onChange={list.change} />
      </Toolbar>
      <FilterChips
        list={list}
        chips={[
          { keys: ["group"], label: t("role"), value: <RoleName id={search.group} /> },
          {
            keys: ["is_active"],
            label: t("status"),
            value: search.is_active === "true" ? t("active") : t("inactive"),
          },
        ]}
      />
      <DataTable
        label={title}
        list={list}
        columns={columns}
        rowId={(user) => String(user.id)}
        rowLabel={fullName}
        bulk={bulkDelete<User>(mayDelete, {
          list: title,
          path: paths.user,
          rowLabel: fullName,
          consequence: t("bulk_delete_text"),
        })}
        empty={
          <EmptyState
            icon={<Users />}
            title={t("empty_title")}
            text={t("empty_text")}
            action={create}
          />
        }
      />
    </ListLayout>
  );
}

/** Columns of the list of accounts. */
function useUserColumns(): Column<User>[] {
  const { t } = useTranslation(["users", "app"]);
  const format = useFormat();
  return [
    { id: "last_name", header: t("name"), sortable: true, cell: (user) => <Person user={user} /> },
    {
      id: "email",
      header: t("email"),
      sortable: true,
      secondary: true,
      cell: (user) => user.email,
    },
    { id: "group", header: t("role"), cell: (user) => roleName(user.group.name, t) },
    {
      id: "ministry",
      header: t("ministry"),
      optional: true,
      cell: (user) => format.name(user.ministry?.name) || "–",
    },
    {
      id: "reach",
      header: t("reach"),
      optional: true,
      cell: (user) =>
        [...user.regions, ...user.districts].map(({ name }) => format.name(name)).join(", ") ||
        t("everywhere"),
    },
    { id: "status", header: t("status"), cell: (user) => <UserStatus active={user.is_active} /> },
    {
      id: "last_login",
      header: t("last_login"),
      sortable: true,
      secondary: true,
      align: "right",
      cell: (user) => (user.last_login ? format.ago(user.last_login) : t("never")),
    },
    {
      id: "created_at",
      header: t("created_at"),
      sortable: true,
      optional: true,
      align: "right",
      cell: (user) => format.dateShort(user.created_at),
    },
  ];
}

/** The name of the role that the list is filtered by. */
function RoleName({ id }: { id: string | undefined }) {
  return useRoleOptions().find(({ value }) => value === id)?.label ?? `№ ${id}`;
}

function Person({ user }: { user: User }) {
  return (
    <span className="flex items-center gap-2.5">
      <Avatar photo={user.photo} name={fullName(user)} />
      {fullName(user)}
    </span>
  );
}
