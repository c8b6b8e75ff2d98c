import type { Export } from "@nihol/contract/exports";
import {
  type ExportFormat,
  type ExportList,
  formatAccess,
  formatsOfList,
} from "@nihol/contract/values/exports";
import { Download, FileSpreadsheet, FileText, GraduationCap, Map as MapIcon } from "lucide-react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { exportFile } from "../../lib/api/export-file.ts";
import { saveFile } from "../../lib/api/save-file.ts";
import { useUser } from "../../lib/api/session.ts";
import { cx } from "../../lib/cx.ts";
import { isFiltered } from "../../lib/list/use-list.ts";
import { holds } from "../../lib/permissions.ts";
import { useFormat } from "../../lib/text/format.ts";
import { Button } from "../../ui/button.tsx";
import { useFailureText } from "../../ui/error-panel.tsx";
import { Menu, MenuHeading, MenuItem } from "../../ui/menu.tsx";
import { besideFilters } from "../../ui/table/list-layout.tsx";

type Props = {
  list: ExportList;
  /** Parameters of the screen now: the file takes over their search, order and filters. */
  search: Record<string, unknown>;
  /** Number of rows that fit now. */
  count: number;
  /** Filters that the screen itself sets, beside those of the address. */
  filters?: Record<string, string>;
  /** Only these rows, whatever the search and the filters are: what was selected. */
  chosen?: readonly string[];
  /** Name of what is exported, where the button stands beside no list of it. */
  label?: string;
};

const icons: Record<ExportFormat, typeof FileText> = {
  xlsx: FileSpreadsheet,
  csv: FileText,
  geojson: MapIcon,
  kml: MapIcon,
  gpkg: MapIcon,
  shp: MapIcon,
  coco: GraduationCap,
};

/** Takes the list away as a file of exactly the rows that fit; work goes on while it is made. */
export function ExportMenu({ list, search, count, filters, chosen, label }: Props) {
  const { t } = useTranslation("lists");
  const format = useFormat();
  const failureText = useFailureText();
  const { userData } = useUser();
  const formats = formatsOfList(list).filter((kind) => {
    const besides = formatAccess(kind);
    return besides === undefined || holds(userData, besides);
  });
  const small = chosen ? t("export_chosen") : label;
  const narrowed = !chosen && (isFiltered(search) || Boolean(search.search));
  const query = chosen
    ? { ids: chosen.join(","), ...shownQuery({ ordering: search.ordering }) }
    : { ...shownQuery(search), ...filters };

  function news({ status, file_name: name, rows, rows_done }: Export): string {
    if (status === "pending") return t("export_waiting", { name });
    return t("export_writing", {
      name,
      done: format.number(rows_done),
      n: format.number(rows),
    });
  }

  async function handleExport(kind: ExportFormat) {
    const title = t(`format_${kind}`);
    const id = toast.loading(t("export_waiting", { name: title }));
    try {
      const { file, blob } = await exportFile({ list, format: kind, query }, (now) =>
        toast.loading(news(now), { id }),
      );
      saveFile(blob, file.file_name);
      const done = t("export_done", { name: file.file_name, n: format.number(file.rows) });
      toast.success(done, { id });
    } catch (error) {
      toast.error(t("export_failed", { name: title, reason: failureText(error) }), { id });
    }
  }

  return (
    <Menu
      trigger={
        small ? (
          <Button size="sm" icon={<Download className="size-4" />} disabled={count === 0}>
            {small}
          </Button>
        ) : (
          <Button
            icon={<Download className="size-4" />}
            disabled={count === 0}
            title={t("export")}
            className={cx("@max-lg/list:px-2.5", besideFilters.button)}
          >
            <span className={cx("@max-lg/list:sr-only", besideFilters.words)}>{t("export")}</span>
          </Button>
        )
      }
    >
      <MenuHeading>
        <span className="block">{t("export_rows", { n: format.number(count) })}</span>
        {narrowed && <span className="block font-normal">{t("export_filtered")}</span>}
      </MenuHeading>
      {formats.map((kind) => {
        const Icon = icons[kind];
        return (
          <MenuItem key={kind} icon={<Icon />} onSelect={() => void handleExport(kind)}>
            {t(`format_${kind}`)}
          </MenuItem>
        );
      })}
    </Menu>
  );
}

/** Parameters that decide which rows there are and in which order; not the page or the open row. */
function shownQuery(search: Record<string, unknown>): Record<string, string> {
  const { open: _open, page: _page, page_size: _size, ...query } = search;
  return Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined && value !== null && value !== "")
      .map(([key, value]) => [key, String(value)]),
  );
}
