import { paths } from "@nihol/contract/values/paths";
import { Plus, X } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useMissingRight } from "../../../lib/permissions.ts";
import { MissingRight } from "../../../parts/permissions/missing-right.tsx";
import { DigitsField } from "../../../parts/planting/digits-field.tsx";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/form/field.tsx";
import { ReferenceBox } from "../../../ui/form/reference-box.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { isHeight, isTwice, type TypeColumn } from "./given-types.ts";

type Props = { value: readonly TypeColumn[]; onChange: (columns: TypeColumn[]) => void };

/** As many as stand side by side in a table that is still read. */
const columnsMax = 6;

/** The tree types that are given; each is a column of the table below. */
export function TypeColumns({ value, onChange }: Props) {
  const { t } = useTranslation("planting");
  const missing = useMissingRight(paths.plantTreeType);
  const handleAdd = () =>
    onChange([
      ...value,
      { key: Math.max(0, ...value.map(({ key }) => key)) + 1, type: null, heightCm: null },
    ]);
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="pb-1 text-sm font-medium text-ink-2">{t("tree_type")}</legend>
      {missing && <MissingRight right={missing} />}
      {value.map((column, index) => (
        <TypeRow
          key={column.key}
          column={column}
          n={index + 1}
          isTwice={isTwice(value, column)}
          onColumn={(next) => onChange(value.map((one) => (one.key === next.key ? next : one)))}
          onRemove={
            value.length > 1
              ? () => onChange(value.filter(({ key }) => key !== column.key))
              : undefined
          }
        />
      ))}
      {value.length < columnsMax && (
        <div>
          <Button size="sm" icon={<Plus className="size-4" />} onClick={handleAdd}>
            {t("item_add")}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

type RowProps = {
  column: TypeColumn;
  n: number;
  isTwice: boolean;
  onColumn: (column: TypeColumn) => void;
  onRemove: (() => void) | undefined;
};

function TypeRow({ column, n, isTwice: twice, onColumn, onRemove }: RowProps) {
  const { t } = useTranslation(["planting", "errors"]);
  const id = useId();
  return (
    <div className="grid gap-1">
      <div className="grid grid-cols-[minmax(0,1fr)_7rem_auto] items-start gap-2">
        <label htmlFor={id} className="sr-only">{`${t("tree_type")} ${n}`}</label>
        <ReferenceBox
          label={t("tree_type")}
          name={`tree_type.${n}`}
          path={paths.plantTreeType}
          value={column.type}
          onChange={(type) => onColumn({ ...column, type })}
          placeholder={t("tree_type")}
          control={{ id, ...(twice && { "aria-invalid": true }) }}
        />
        <DigitsField
          name={`stock_height_cm.${n}`}
          label={`${t("stock_height_label")} ${n}`}
          placeholder={t("stock_height_short")}
          value={column.heightCm}
          onChange={(heightCm) => onColumn({ ...column, heightCm })}
          error={isHeight(column.heightCm) ? undefined : t("errors:invalid")}
        />
        {onRemove && (
          <IconButton label={t("item_remove", { n })} onClick={onRemove}>
            <X />
          </IconButton>
        )}
      </div>
      {twice && <FieldError text={t("errors:tree_type_twice")} />}
    </div>
  );
}
