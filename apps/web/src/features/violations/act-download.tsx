import { languageNames, languages } from "@nihol/contract/values/languages";
import { paths } from "@nihol/contract/values/paths";
import type { ViolationDetail } from "@nihol/contract/violations/violations";
import { FileText } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useDownload } from "../../parts/records/use-download.ts";
import { Button } from "../../ui/button.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";

/** The act of a case as PDF, in a language of the reader's choice. */
export function ActDownload({ violation }: { violation: ViolationDetail }) {
  const { t } = useTranslation("violations");
  const { busy, download } = useDownload(t("act_making"));

  function handleDownload(language: string) {
    const name = t("act_title", { lng: language, number: violation.number });
    void download(`${paths.violation}/${violation.id}/act`, { language }, `${name}.pdf`);
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
        <MenuItem key={language} onSelect={() => handleDownload(language)}>
          {languageNames[language]}
        </MenuItem>
      ))}
    </Menu>
  );
}
