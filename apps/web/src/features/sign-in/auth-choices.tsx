import { languageNames, languages } from "@nihol/contract/values/languages";
import { useTranslation } from "react-i18next";
import { chooseLanguage } from "../../lib/text/language-choice.ts";
import { themes, useTheme } from "../../lib/theme.ts";

/** Language and theme before anyone is signed in. Plain buttons: this page is to open fast. */
export function AuthChoices() {
  const { t, i18n } = useTranslation("app");
  const [theme, setTheme] = useTheme();
  return (
    <footer className="flex flex-wrap items-center justify-center gap-x-6 gap-y-2 border-t border-line px-4 py-3 text-sm">
      <fieldset className="flex flex-wrap justify-center gap-1">
        <legend className="sr-only">{t("language")}</legend>
        {languages.map((language) => (
          <button
            key={language}
            type="button"
            lang={language}
            aria-pressed={i18n.language === language}
            onClick={() => void chooseLanguage(language)}
            className={choice}
          >
            {languageNames[language]}
          </button>
        ))}
      </fieldset>
      <fieldset className="flex gap-1">
        <legend className="sr-only">{t("theme")}</legend>
        {themes.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={theme === one}
            onClick={() => setTheme(one)}
            className={choice}
          >
            {t(`theme_${one}`)}
          </button>
        ))}
      </fieldset>
    </footer>
  );
}

const choice =
  "h-8 rounded-md px-2 text-ink-2 hover:bg-sunken hover:text-ink aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent-strong pointer-coarse:h-11";
