import type { Reference } from "@nihol/contract/paging";
import { useTranslation } from "react-i18next";
import type { FieldProps } from "../../lib/form/form.ts";
import { useFormat } from "../../lib/text/format.ts";
import { SelectField } from "../../ui/form/select-field.tsx";
import { useContractors } from "./use-contractors.ts";

type Props = FieldProps<number | null> & {
  /** The one that is named now, which may stand outside the choice. */
  own?: Reference | null | undefined;
};

/** Names who plants for the task's organization; keeps its place until they have come, and is not there where there are none. */
export function ContractorField({ own, ...field }: Props) {
  const { t } = useTranslation("tasks");
  const format = useFormat();
  const known = useContractors();
  const options = known ?? [];
  // Its type may have stopped being one of contractors.
  const isMissing = own && !options.some(({ value }) => value === String(own.id));
  const all = isMissing
    ? [...options, { value: String(own.id), label: format.name(own.name) }]
    : options;
  if (known && all.length === 0) return null;
  return (
    <SelectField
      {...field}
      label={t("contractor")}
      value={field.value === null ? "" : String(field.value)}
      onChange={(id) => field.onChange(id === "" ? null : Number(id))}
      options={[{ value: "", label: t("contractor_none") }, ...all]}
      optional
    />
  );
}
