import type { GardensOutside } from "@nihol/contract/territory";
import { useTranslation } from "react-i18next";
import type { FieldProps } from "../../lib/form/form.ts";
import { useFormat } from "../../lib/text/format.ts";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { FieldError } from "../../ui/form/field.tsx";

type Props = {
  gardens: GardensOutside;
  /** They will lie so once an import is written. */
  isPlanned?: boolean;
};

/** Names gardens that lie elsewhere than their forms say; nothing where there is none. */
export function GardensOutsideNote({ gardens: { count, first }, isPlanned = false }: Props) {
  const { t } = useTranslation("territory");
  const format = useFormat();
  if (count === 0) return null;
  const more = count > first.length ? ["…"] : [];
  const params = {
    n: format.number(count),
    names: [...first.map(({ name }) => format.name(name)), ...more].join(", "),
  };
  return (
    <p role="status" className="rounded-md bg-watch-soft px-3 py-2 text-sm text-watch">
      {isPlanned ? t("import_gardens_outside", params) : t("gardens_outside", params)}
    </p>
  );
}

/** Asked for once the server has said which gardens a moved border leaves outside. */
export function ConfirmGardens({ value, onChange, error }: FieldProps<boolean>) {
  const { t } = useTranslation("territory");
  if (!value && !error) return null;
  return (
    <div>
      {error && <FieldError text={error} />}
      <Checkbox checked={value} onChange={onChange}>
        {t("confirm_gardens")}
      </Checkbox>
    </div>
  );
}
