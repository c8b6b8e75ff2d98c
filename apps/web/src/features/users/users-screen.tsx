import { paths } from "@nihol/contract/paths";
import type { User } from "@nihol/contract/users";
import { Plus, Users } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/format.ts";
import type { ListSearch } from "../../lib/list-search.ts";
import { useHolds } from "../../lib/permissions.ts";
import { roleName } from "../../lib/role-name.ts";
import { useList } from "../../lib/use-list.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ListLayout, Toolbar } from "../../ui/list-layout.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { fullName } from "./full-name.ts";
import { UserFilters } from "./user-filters.tsx";
import { UserForm } from "./user-form.tsx";
import { UserPanel } from "./user-panel.tsx";
import { UserStatus } from "./user-status.tsx";

export type UserSearch = ListSearch & { group?: string; is_active?: string };

export function UsersScreen({ search }: { search: UserSearch }) {
  const { t } = useTranslation(["users", "app"]);
  const format = useFormat();
  const list = useList<User>(paths.user, search);
  const mayAdd = useHolds("user.add");
  const open = (id?: string) => list.change({ open: id });

  const columns: Column<User>[] = [
    { id: "last_name", header: t("name"), sortable: true, cell: (user) => <Person user={user} /> },
    {
      id: "email",
      header: t("email"),
      sortable: true,
      secondary: true,
      cell: (user) => user.email,
    },
    { id: "group", header: t("role"), cell: (user) => roleName(user.group.name, t) },
    { id: "status", header: t("status"), cell: (user) => <UserStatus active={user.is_active} /> },
    {
      id: "last_login",
      header: t("last_login"),
      sortable: true,
      secondary: true,
      align: "right",
      cell: (user) => (user.last_login ? format.ago(user.last_login) : t("never")),
    },
  ];
  const create = mayAdd && (
    <Button tone="primary" icon={<Plus className="size-4" />} onClick={() => open("new")}>
      {t("new")}
    </Button>
  );
  const panel =
    search.open === "new" ? (
      <UserForm onClose={() => open()} onSaved={open} />
    ) : (
      search.open && <UserPanel key={search.open} id={search.open} onClose={() => open()} />
    );
  return (
    <ListLayout panel={panel}>
      <PageHeader title={t("title")} text={t("about")} actions={create} />
      <Toolbar>
        <SearchBox
          label={t("search")}
          value={search.search}
          onChange={(text) => list.change({ search: text })}
        />
        <UserFilters search={search} onChange={list.change} />
      </Toolbar>
      <DataTable
        label={t("title")}
        list={list}
        columns={columns}
        rowId={(user) => String(user.id)}
        rowLabel={fullName}
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

function Person({ user }: { user: User }) {
  return (
    <span className="flex items-center gap-2.5">
      <Avatar photo={user.photo} name={fullName(user)} />
      {fullName(user)}
    </span>
  );
}
