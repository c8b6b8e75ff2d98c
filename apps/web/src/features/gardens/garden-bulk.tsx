import type { Garden } from "@nihol/contract/gardens";
import { limits } from "@nihol/contract/values/limits";
import { paths } from "@nihol/contract/values/paths";
import { useTranslation } from "react-i18next";
import type { Selection } from "../../lib/list/row-selection.ts";
import type { ListView } from "../../lib/list/use-list.ts";
import { useHolds, useMissingRight } from "../../lib/permissions.ts";
import { useFormat } from "../../lib/text/format.ts";
import { BulkDelete } from "../../parts/records/bulk-delete.tsx";
import { ExportMenu } from "../../parts/records/export-menu.tsx";
import { BulkMap } from "./bulk-map.tsx";
import { BulkMinistry } from "./bulk-ministry.tsx";
import { GiveTasks } from "./give/give-tasks.tsx";

type Props = {
  list: ListView<Garden>;
  selection: Selection<Garden>;
};

/** Actions on selected gardens: shown on one map, downloaded as a file, given to an organization, deleted. */
export default function GardenBulk({ list, selection }: Props) {
  const { t } = useTranslation(["gardens", "lists"]);
  const format = useFormat();
  const mayGive = useMissingRight(paths.ministry) === undefined && list.can.change;
  const mayGiveTasks = useHolds("planttreetask.add");
  const chosen = [...selection.rows.keys()];
  const isTooMany = chosen.length > limits.chosenRows;
  return (
    <>
      {isTooMany ? (
        <span className="text-ink-2">
          {t("lists:chosen_most", { max: format.number(limits.chosenRows) })}
        </span>
      ) : (
        <>
          <BulkMap gardens={[...selection.rows.values()]} />
          <ExportMenu list="garden" search={list.search} count={chosen.length} chosen={chosen} />
        </>
      )}
      {mayGiveTasks && !isTooMany && <GiveTasks gardens={[...selection.rows.values()]} />}
      {mayGive && <BulkMinistry selection={selection} />}
      {list.can.delete && (
        <BulkDelete
          selection={selection}
          list={t("title")}
          path={paths.garden}
          rowLabel={(one) => format.name(one.name)}
          consequence={t("bulk_delete_text")}
          also={[paths.statistics]}
        />
      )}
    </>
  );
}
