import { paths } from "@nihol/contract/values/paths";
import type { ViolationDetail } from "@nihol/contract/violations/violations";
import { FileText } from "lucide-react";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { getBlob } from "../../lib/api/api.ts";
import { saveFile } from "../../lib/api/save-file.ts";
import { timeZone } from "../../lib/api/time-zone.ts";
import { languageNames, languages } from "../../lib/text/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { useFailureText } from "../../ui/error-panel.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";

/** The act of a case as PDF, in a language of the reader's choice. */
export function ActDownload({ violation }: { violation: ViolationDetail }) {
  const { t } = useTranslation("violations");
  const failureText = useFailureText();
  const [busy, setBusy] = useState(false);

  async function handleDownload(language: string) {
    setBusy(true);
    const id = toast.loading(t("act_making"));
    try {
      const path = `${paths.violation}/${violation.id}/act`;
      const blob = await getBlob(path, { language, time_zone: timeZone() });
      saveFile(blob, `${t("act_title", { lng: language, number: violation.number })}.pdf`);
      toast.dismiss(id);
    } catch (error) {
      toast.error(failureText(error), { id });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Menu
      trigger={
        <Button size="sm" icon={<FileText className="size-4" />} busy={busy}>
          {t("act")}
        </Button>
      }
    >
      {languages.map((language) => (
        <MenuItem key={language} onSelect={() => void handleDownload(language)}>
          {languageNames[language]}
        </MenuItem>
      ))}
    </Menu>
  );
}
