import { today } from "@nihol/contract/values/planting/programme-day";
import type { ReportFormat, ReportKind } from "@nihol/contract/values/reports/reports";
import { Download, FileSpreadsheet, FileText, Printer } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useDownload } from "../../parts/records/use-download.ts";
import { Button } from "../../ui/button.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { reportCall } from "./report-calls.ts";
import type { ReportSearch } from "./report-search.ts";

const files = [
  ["pdf", FileText],
  ["xlsx", FileSpreadsheet],
  ["csv", FileSpreadsheet],
] as const satisfies [ReportFormat, typeof FileText][];

type Props = {
  kind: ReportKind;
  search: ReportSearch;
  /** Those that somebody chose; left out, what each kind of file has by itself. */
  lines: "all" | "filled" | undefined;
  disabled: boolean;
};

/** The report on paper, or as a file with the same figures. */
export function ReportDownload({ kind, search, lines, disabled }: Props) {
  const { t } = useTranslation("reports");
  const { busy, download } = useDownload(t("downloading"));

  function handleDownload(format: ReportFormat) {
    const { path, params } = reportCall(kind, search);
    const name = `${t(`title_${kind}`)} ${today()}.${format}`;
    void download(path, { ...params, lines, format }, name);
  }

  return (
    <div className="flex flex-wrap gap-2" data-print="no">
      <Button
        icon={<Printer className="size-4" />}
        disabled={disabled}
        onClick={() => window.print()}
      >
        {t("print")}
      </Button>
      <Menu
        trigger={
          <Button
            tone="primary"
            icon={<Download className="size-4" />}
            busy={busy}
            disabled={disabled}
          >
            {t("download")}
          </Button>
        }
      >
        {files.map(([format, Icon]) => (
          <MenuItem key={format} icon={<Icon />} onSelect={() => handleDownload(format)}>
            {t(`download_${format}`)}
          </MenuItem>
        ))}
      </Menu>
    </div>
  );
}
