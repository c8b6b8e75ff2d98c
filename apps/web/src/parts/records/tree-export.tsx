import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { useHolds } from "../../lib/permissions.ts";
import { ExportMenu } from "./export-menu.tsx";

type Props = {
  /** Of a place and a period; all trees without one. */
  filters: { region?: number; district?: number; garden?: number; from?: string; to?: string };
};

/** Takes single trees away as a file: as many as their list counts. Nothing for people who may not see them. */
export function TreeExport({ filters }: Props) {
  const { t } = useTranslation("lists");
  const may = useHolds("planttreedetail.view");
  const { data } = useQuery({
    // Under the key of the figures, so that what refreshes them refreshes this too.
    queryKey: [paths.statistics, "tree list", filters],
    queryFn: ({ signal }) =>
      ask("GET /plant-tree-detail", { query: { ...filters, page_size: 1 }, signal }),
    enabled: may,
  });
  if (!may || !data) return null;
  return (
    <div className="flex">
      <ExportMenu
        list="plant-tree-detail"
        search={filters}
        count={data.count}
        label={t("export_trees")}
      />
    </div>
  );
}
