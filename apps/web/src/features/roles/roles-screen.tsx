import type { Group } from "@nihol/contract/people/groups";
import { paths } from "@nihol/contract/values/paths";
import { Shield } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ListSearch } from "../../lib/list/list-search.ts";
import { useRecords } from "../../lib/list/use-list.ts";
import { useFormat } from "../../lib/text/format.ts";
import { roleName } from "../../lib/text/role-name.ts";
import { countGranted, grantCount } from "../../parts/permissions/grants.ts";
import { ListActions } from "../../parts/records/list-actions.tsx";
import { NewRecord } from "../../parts/records/new-record.tsx";
import { Badge } from "../../ui/badge.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NewButton } from "../../ui/new-button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { ListLayout, Toolbar } from "../../ui/table/list-layout.tsx";
import { SearchBox } from "../../ui/table/search-box.tsx";
import { RoleForm } from "./role-form.tsx";
import { RolePanel } from "./role-panel.tsx";

export function RolesScreen({ search }: { search: ListSearch }) {
  const { t } = useTranslation(["roles", "app"]);
  const format = useFormat();
  const list = useRecords(paths.group, search);
  const mayAdd = list.can.add;
  const open = (id?: string) => list.change({ open: id });

  const columns: Column<Group>[] = [
    { id: "name", header: t("name"), sortable: true, cell: (role) => roleName(role.name, t) },
    {
      id: "kind",
      header: t("kind"),
      secondary: true,
      cell: (role) => (
        <Badge tone={role.built_in ? "info" : "unknown"}>
          {role.built_in ? t("built_in") : t("own")}
        </Badge>
      ),
    },
    {
      id: "permissions",
      header: t("permissions"),
      align: "right",
      cell: (role) => `${countGranted(role.permissions)}/${grantCount}`,
    },
    {
      id: "users",
      header: t("user_count"),
      align: "right",
      cell: (role) => format.number(role.user_count),
    },
  ];
  const create = mayAdd && <NewButton onClick={() => open("new")}>{t("new")}</NewButton>;
  const panel =
    search.open === "new" ? (
      <NewRecord list={list} title={t("new")} onClose={() => open()}>
        <RoleForm onClose={() => open()} onSaved={open} />
      </NewRecord>
    ) : (
      search.open && <RolePanel key={search.open} id={search.open} onClose={() => open()} />
    );
  return (
    <ListLayout panel={panel}>
      <PageHeader title={t("title")} text={t("about")} actions={create} />
      <Toolbar end={<ListActions list="group" search={search} count={list.count} />}>
        <SearchBox label={t("search")} value={search.search} onChange={list.change} />
      </Toolbar>
      <DataTable
        label={t("title")}
        list={list}
        columns={columns}
        rowId={(role) => String(role.id)}
        rowLabel={(role) => roleName(role.name, t)}
        empty={
          <EmptyState
            icon={<Shield />}
            title={t("empty_title")}
            text={t("empty_text")}
            action={create}
          />
        }
      />
    </ListLayout>
  );
}
