import { paths } from "@nihol/contract/values/paths";
import { Plus, X } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useMissingRight } from "../../lib/permissions.ts";
import { useFormat } from "../../lib/text/format.ts";
import { MissingRight } from "../../parts/permissions/missing-right.tsx";
import { DigitsField } from "../../parts/planting/digits-field.tsx";
import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/form/field.tsx";
import { ReferenceBox } from "../../ui/form/reference-box.tsx";
import { IconButton } from "../../ui/icon-button.tsx";

export type TaskItem = {
  tree_type: number | null;
  quantity: number | null;
  stock_height_cm?: number | null;
};
type Props = {
  value: TaskItem[];
  onChange: (items: TaskItem[]) => void;
  /** The form's: asked for `items` and its rows. */
  errorOf: (path: string) => string | undefined;
};

const noItem: TaskItem = { tree_type: null, quantity: null };

/** Tree types with how many of each; rows come and go by button, and the focus goes with them. */
export function TaskItems({ value, onChange, errorOf }: Props) {
  const { t } = useTranslation("planting");
  const format = useFormat();
  const rows = useRef<HTMLDivElement>(null);
  const added = useRef(false);
  const ofAll = errorOf("items");
  const missing = useMissingRight(paths.plantTreeType);
  const total = value.reduce((sum, item) => sum + (item.quantity ?? 0), 0);

  useEffect(() => {
    if (added.current && value.length > 0)
      rows.current?.lastElementChild?.querySelector("input")?.focus();
    added.current = false;
  }, [value.length]);

  function handleAdd() {
    added.current = true;
    onChange([...value, noItem]);
  }

  function handleRemove(index: number) {
    onChange(value.filter((_, at) => at !== index));
    rows.current?.parentElement?.querySelector<HTMLElement>("[data-add]")?.focus();
  }

  return (
    <fieldset className="grid min-w-0 gap-3 rounded-lg border border-line p-3 pt-2">
      <legend className="px-1 text-sm font-medium text-ink-2">{t("items")}</legend>
      {missing && <MissingRight right={missing} />}
      <div ref={rows} className="grid gap-2">
        {value.map((item, index) => (
          <ItemRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place until it is saved
            key={index}
            item={item}
            n={index + 1}
            typeError={errorOf(`items.${index}.tree_type`)}
            countError={errorOf(`items.${index}.quantity`)}
            heightError={errorOf(`items.${index}.stock_height_cm`)}
            onChange={(next) => onChange(value.map((one, at) => (at === index ? next : one)))}
            onRemove={value.length > 1 ? () => handleRemove(index) : undefined}
          />
        ))}
      </div>
      {ofAll && <FieldError text={ofAll} />}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button data-add size="sm" icon={<Plus className="size-4" />} onClick={handleAdd}>
          {t("item_add")}
        </Button>
        <output className="numeric text-sm font-medium" aria-live="polite">
          {t("item_total", { n: format.number(total) })}
        </output>
      </div>
    </fieldset>
  );
}

type RowProps = {
  item: TaskItem;
  n: number;
  typeError: string | undefined;
  countError: string | undefined;
  heightError: string | undefined;
  onChange: (item: TaskItem) => void;
  onRemove: (() => void) | undefined;
};

function ItemRow({ item, n, typeError, countError, heightError, onChange, onRemove }: RowProps) {
  const { t } = useTranslation("planting");
  const id = useId();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_8rem_auto] items-start gap-2 sm:grid-cols-[minmax(0,1fr)_8rem_9rem_auto]">
      <div className="grid gap-1">
        <label htmlFor={id} className="sr-only">{`${t("tree_type")} ${n}`}</label>
        <ReferenceBox
          label={t("tree_type")}
          name={`items.${n - 1}.tree_type`}
          path={paths.plantTreeType}
          value={item.tree_type}
          onChange={(tree_type) => onChange({ ...item, tree_type })}
          placeholder={t("tree_type")}
          control={{ id, ...(typeError && { "aria-invalid": true }) }}
        />
        {typeError && <FieldError text={typeError} />}
      </div>
      <DigitsField
        name={`items.${n - 1}.quantity`}
        label={`${t("quantity")} ${n}`}
        placeholder={t("quantity")}
        value={item.quantity}
        onChange={(quantity) => onChange({ ...item, quantity })}
        error={countError}
      />
      {/* On a phone below both. */}
      <div className="max-sm:col-span-2 max-sm:row-start-2">
        <DigitsField
          name={`items.${n - 1}.stock_height_cm`}
          label={`${t("stock_height_label")} ${n}`}
          placeholder={t("stock_height_short")}
          value={item.stock_height_cm ?? null}
          onChange={(stock_height_cm) => onChange({ ...item, stock_height_cm })}
          error={heightError}
        />
      </div>
      <IconButton
        label={t("item_remove", { n })}
        disabled={!onRemove}
        onClick={onRemove}
        className="mt-0.5"
      >
        <X />
      </IconButton>
    </div>
  );
}
