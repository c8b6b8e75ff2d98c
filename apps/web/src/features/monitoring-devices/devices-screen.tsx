import { paths } from "@nihol/contract/values/paths";
import { isBuiltInRole } from "@nihol/contract/values/permissions";
import {
  Ellipsis,
  FileUp,
  Group,
  ListChecks,
  ListPlus,
  Radio,
  TableProperties,
} from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "../../lib/api/session.ts";
import { cx } from "../../lib/cx.ts";
import type { ListSearch } from "../../lib/list/list-search.ts";
import { useRecords } from "../../lib/list/use-list.ts";
import { useHolds } from "../../lib/permissions.ts";
import { ClosedContent } from "../../parts/permissions/missing-right.tsx";
import { ListActions } from "../../parts/records/list-actions.tsx";
import { NewRecord } from "../../parts/records/new-record.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Segmented } from "../../ui/form/segmented.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { lazyPart } from "../../ui/missing-part.tsx";
import { NewButton } from "../../ui/new-button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { DataTable } from "../../ui/table/data-table.tsx";
import { ListLayout, Toolbar } from "../../ui/table/list-layout.tsx";
import { SearchBox } from "../../ui/table/search-box.tsx";
import { useDeviceColumns } from "./device-columns.tsx";
import { DeviceChips, DeviceFilters, type DeviceFilterValues } from "./device-filters.tsx";
import { DeviceForm } from "./device-form.tsx";
import { DevicePanel } from "./device-panel.tsx";
import { DevicesMap } from "./devices-map.tsx";
import { ImportDialog } from "./file/import-dialog.tsx";

const GroupsDialog = lazyPart(() => import("./groups/groups-dialog.tsx"));
const ProposalsDialog = lazyPart(() => import("./quality/proposals-dialog.tsx"));
const ParametersDialog = lazyPart(() => import("./parameters-dialog.tsx"));
const DevicesImport = lazyPart(() => import("./many/devices-import.tsx"));
const DeviceBulk = lazyPart(() => import("./many/device-bulk.tsx"));

type DeviceSearch = ListSearch & DeviceFilterValues & { view?: string };

/** Devices that measure air, soil and water: in a list, on a map, and how to add them. */
export function DevicesScreen({ search }: { search: DeviceSearch }) {
  const { t } = useTranslation(["devices", "app"]);
  const may = useHolds("device.view");
  if (may) return <Devices search={search} />;
  return (
    <ListLayout>
      <PageHeader title={t("app:screen_monitoring_devices")} text={t("about")} />
      <ClosedContent right="device.view" />
    </ListLayout>
  );
}

function Devices({ search }: { search: DeviceSearch }) {
  const { t } = useTranslation(["devices", "app"]);
  const { view, ...asked } = search;
  const list = useRecords(paths.device, asked);
  const columns = useDeviceColumns(Boolean(search.open));
  const mayAdd = list.can.add;
  const open = (id?: string) => list.change({ open: id });
  const create = mayAdd && <NewButton onClick={() => open("new")}>{t("device_new")}</NewButton>;
  const panel =
    search.open === "new" ? (
      <NewRecord list={list} title={t("device_new")} onClose={() => open()}>
        <DeviceForm onClose={() => open()} onSaved={open} />
      </NewRecord>
    ) : (
      search.open && <DevicePanel key={search.open} id={search.open} onClose={() => open()} />
    );
  const area = {
    region: search.region ? Number(search.region) : undefined,
    district: search.district ? Number(search.district) : undefined,
  };
  const map = (
    <aside
      aria-label={t("on_map")}
      className={cx(
        "min-h-0 grow border-s border-line lg:w-2/5 lg:min-w-88 lg:shrink-0 lg:grow-0",
        view !== "map" && "max-lg:hidden",
      )}
    >
      <DevicesMap rows={list.rows} area={area} onOpen={open} />
    </aside>
  );
  return (
    <ListLayout panel={panel}>
      <PageHeader
        title={t("app:screen_monitoring_devices")}
        text={t("about")}
        actions={
          <>
            <MoreActions mayImport={list.can.change} mayAdd={mayAdd} />
            {create}
          </>
        }
      />
      <Toolbar end={<ListActions list="device" search={asked} count={list.count} />}>
        <SearchBox label={t("search")} value={search.search} onChange={list.change} />
        <DeviceFilters value={search} onChange={(next) => list.change(next)} />
        <div className="lg:hidden">
          <Segmented
            label={t("show_as")}
            value={view === "map" ? "map" : "list"}
            onChange={(next) => list.change({ view: next === "map" ? "map" : undefined })}
            options={[
              { value: "list", label: t("as_list") },
              { value: "map", label: t("as_map") },
            ]}
          />
        </div>
      </Toolbar>
      <DeviceChips list={list} />
      <div className="flex min-h-0 grow border-t border-line">
        <div
          className={cx("flex min-h-0 min-w-0 grow flex-col", view === "map" && "max-lg:hidden")}
        >
          <DataTable
            label={t("app:screen_monitoring_devices")}
            list={list}
            columns={columns}
            rowId={(one) => String(one.id)}
            rowLabel={(one) => one.name}
            bulk={(selection) => <DeviceBulk list={list} selection={selection} />}
            empty={
              <EmptyState
                icon={<Radio />}
                title={t("app:no_data")}
                text={t("empty_text")}
                action={create}
              />
            }
          />
        </div>
        {!panel && map}
      </div>
    </ListLayout>
  );
}

/** The rarer actions, each for whoever may, and its dialog. */
function MoreActions({ mayImport, mayAdd }: { mayImport: boolean; mayAdd: boolean }) {
  const { t } = useTranslation("devices");
  const [opened, setOpened] = useState<"import" | "many" | "groups" | "quality" | "parameters">();
  const close = () => setOpened(undefined);
  // By the role, which is known at once: a button that came later would move the other one.
  const mayWriteParameters = isBuiltInRole(useUser().userData?.role ?? "");
  if (!mayImport && !mayAdd && !mayWriteParameters) return null;
  return (
    <>
      <Menu trigger={<Button icon={<Ellipsis className="size-4" />}>{t("more")}</Button>}>
        {mayImport && (
          <MenuItem icon={<FileUp />} onSelect={() => setOpened("import")}>
            {t("import_title")}
          </MenuItem>
        )}
        {mayAdd && (
          <MenuItem icon={<TableProperties />} onSelect={() => setOpened("many")}>
            {t("many")}
          </MenuItem>
        )}
        {mayImport && (
          <MenuItem icon={<Group />} onSelect={() => setOpened("groups")}>
            {t("groups_manage")}
          </MenuItem>
        )}
        {mayImport && (
          <MenuItem icon={<ListChecks />} onSelect={() => setOpened("quality")}>
            {t("quality")}
          </MenuItem>
        )}
        {mayWriteParameters && (
          <MenuItem icon={<ListPlus />} onSelect={() => setOpened("parameters")}>
            {t("parameters")}
          </MenuItem>
        )}
      </Menu>
      {opened === "import" && <ImportDialog onClose={close} />}
      <Suspense>
        {opened === "many" && <DevicesImport onClose={close} />}
        {opened === "groups" && <GroupsDialog onClose={close} />}
        {opened === "parameters" && <ParametersDialog onClose={close} />}
        {opened === "quality" && <ProposalsDialog onClose={close} />}
      </Suspense>
    </>
  );
}
