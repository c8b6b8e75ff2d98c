import type { Device } from "@nihol/contract/sensors/devices";
import { limits } from "@nihol/contract/values/limits";
import { paths } from "@nihol/contract/values/paths";
import { useTranslation } from "react-i18next";
import type { Selection } from "../../../lib/list/row-selection.ts";
import type { ListView } from "../../../lib/list/use-list.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { BulkDelete } from "../../../parts/records/bulk-delete.tsx";
import { ExportMenu } from "../../../parts/records/export-menu.tsx";
import { BulkGroups } from "../groups/bulk-groups.tsx";
import { BulkTokens } from "./bulk-tokens.tsx";

type Props = { list: ListView<Device>; selection: Selection<Device> };

/** Actions on selected devices: taken away as a file, given tokens, deleted. */
export default function DeviceBulk({ list, selection }: Props) {
  const { t } = useTranslation(["devices", "lists", "app"]);
  const format = useFormat();
  const chosen = [...selection.rows.keys()];
  if (chosen.length > limits.chosenRows)
    return (
      <span className="text-ink-2">
        {t("lists:chosen_most", { max: format.number(limits.chosenRows) })}
      </span>
    );
  return (
    <>
      <ExportMenu list="device" search={list.search} count={chosen.length} chosen={chosen} />
      {list.can.change && <BulkGroups devices={[...selection.rows.values()]} />}
      {list.can.change && <BulkTokens devices={[...selection.rows.values()]} />}
      {list.can.delete && (
        <BulkDelete
          selection={selection}
          list={t("app:screen_monitoring_devices")}
          path={paths.device}
          rowLabel={(one) => one.name}
          consequence={t("bulk_delete_text")}
        />
      )}
    </>
  );
}
