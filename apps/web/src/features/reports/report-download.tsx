import type { ReportFormat, ReportKind } from "@nihol/contract/values/reports";
import { Download, FileSpreadsheet, FileText, Printer } from "lucide-react";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { getBlob } from "../../lib/api/api.ts";
import { saveFile } from "../../lib/api/save-file.ts";
import { timeZone } from "../../lib/api/time-zone.ts";
import { Button } from "../../ui/button.tsx";
import { useFailureText } from "../../ui/error-panel.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { type ReportSearch, reportCall } from "./report-search.ts";

const files = [
  ["pdf", FileText],
  ["xlsx", FileSpreadsheet],
  ["csv", FileSpreadsheet],
] as const satisfies [ReportFormat, typeof FileText][];

type Props = { kind: ReportKind; search: ReportSearch; disabled: boolean };

/** The report on paper, or as a file with the same figures. */
export function ReportDownload({ kind, search, disabled }: Props) {
  const { t } = useTranslation("reports");
  const failureText = useFailureText();
  const [busy, setBusy] = useState(false);

  async function handleDownload(format: ReportFormat) {
    setBusy(true);
    const id = toast.loading(t("downloading"));
    try {
      const { path, params } = reportCall(kind, search);
      const blob = await getBlob(path, { ...params, format, time_zone: timeZone() });
      const day = new Date().toISOString().slice(0, 10);
      saveFile(blob, `${t(`title_${kind}`)} ${day}.${format}`);
      toast.dismiss(id);
    } catch (error) {
      toast.error(failureText(error), { id });
    } finally {
      setBusy(false);
    }
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
          <MenuItem key={format} icon={<Icon />} onSelect={() => void handleDownload(format)}>
            {t(`download_${format}`)}
          </MenuItem>
        ))}
      </Menu>
    </div>
  );
}
