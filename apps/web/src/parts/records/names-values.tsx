import { languageNames, languages } from "@nihol/contract/values/languages";
import { KeyValue } from "../../ui/key-values.tsx";

/** A name in each language it is given in, as rows of KeyValues. */
export function NamesValues({ name }: { name: Partial<Record<string, string>> }) {
  return languages.map((language) => (
    <KeyValue key={language} label={languageNames[language]}>
      {name[language] && <span lang={language}>{name[language]}</span>}
    </KeyValue>
  ));
}
