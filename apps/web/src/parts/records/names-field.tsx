import { type Language, languageNames, languages } from "@nihol/contract/values/languages";
import { useTranslation } from "react-i18next";
import { FieldError } from "../../ui/form/field.tsx";
import { TextField } from "../../ui/form/text-field.tsx";

type NameValues = Record<Language, string>;
export const emptyNames: NameValues = { tg: "", ru: "", en: "", az: "" };

type Props = {
  value: NameValues;
  onChange: (value: NameValues) => void;
  /** The form's: asked for `name.tg` and its sisters. */
  errorOf: (path: string) => string | undefined;
  name?: string;
  /** Words over the four; "Name in 3 languages" unless given. */
  legend?: string;
  /** None of the four is required. */
  optional?: boolean;
};

/** A name in the four languages: tg, ru and en are required, az is not. */
export function NamesField(props: Props) {
  const { value, onChange, errorOf, name = "name", legend, optional } = props;
  const { t } = useTranslation("app");
  const ofAll = errorOf(name);
  return (
    <fieldset className="grid min-w-0 gap-3 rounded-lg border border-line p-3 pt-2">
      <legend className="px-1 text-sm font-medium text-ink-2">
        {legend ?? t("name_languages", { number: 3 })}
      </legend>
      <div className="field-row">
        {languages.map((language) => (
          <TextField
            key={language}
            name={`${name}.${language}`}
            lang={language}
            label={languageNames[language]}
            optional={optional || language === "az"}
            value={value[language]}
            onChange={(text) => onChange({ ...value, [language]: text })}
            error={errorOf(`${name}.${language}`)}
          />
        ))}
      </div>
      {ofAll && <FieldError text={ofAll} />}
    </fieldset>
  );
}
