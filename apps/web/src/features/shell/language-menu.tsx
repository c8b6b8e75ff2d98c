import { languageNames, languages } from "@nihol/contract/values/languages";
import { useTranslation } from "react-i18next";
import { chooseLanguage } from "../../lib/text/language-choice.ts";
import { iconButtonClass } from "../../ui/icon-button.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";

export function LanguageMenu() {
  const { t, i18n } = useTranslation("app");
  const trigger = (
    <button
      type="button"
      aria-label={`${i18n.language}: ${t("language")}`}
      className={`${iconButtonClass} text-xs font-semibold uppercase`}
    >
      {i18n.language}
    </button>
  );
  return (
    <Menu trigger={trigger}>
      {languages.map((language) => (
        <MenuItem
          key={language}
          chosen={i18n.language === language}
          onSelect={() => void chooseLanguage(language)}
        >
          <span lang={language}>{languageNames[language]}</span>
        </MenuItem>
      ))}
    </Menu>
  );
}
