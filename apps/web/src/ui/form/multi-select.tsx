import { Combobox } from "@base-ui/react/combobox";
import { foldName } from "@nihol/locales/fold-name";
import { Check, ChevronsUpDown } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Field, type FieldLabels } from "./field.tsx";
import type { Option } from "./select-field.tsx";

/** `group` is the heading under which it stands; options of a group follow each other. */
export type GroupedOption = Option & { group?: string };

type Props = FieldLabels & {
  name: string;
  value: readonly string[];
  onChange: (value: string[]) => void;
  options: readonly GroupedOption[];
  /** Meaning of an empty choice: "Everywhere". */
  none?: string;
  disabled?: boolean;
};

/** Tells whether what is typed stands in an option's name or its group's, however its letters are marked. */
const holds = ({ label, group = "" }: GroupedOption, typed: string) =>
  foldName(`${label} ${group}`).includes(foldName(typed.trim()));

/** Several of many, found by typing and parted into groups; says "n/m selected", and below it which. */
export function MultiSelect({
  label,
  hint,
  error,
  optional,
  name,
  value,
  onChange,
  options,
  none,
  disabled,
}: Props) {
  const { t } = useTranslation("app");
  const byId = new Map(options.map((option) => [option.value, option]));
  const groups = [...Map.groupBy(options, ({ group = "" }) => group)].map(([title, items]) => ({
    title,
    items: items.map((option) => option.value),
  }));
  const text =
    value.length === 0 && none ? none : t("n_selected", { n: value.length, m: options.length });
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => (
        <div className="grid content-start gap-1">
          <Combobox.Root
            multiple
            name={name}
            disabled={disabled}
            items={groups}
            value={[...value]}
            onValueChange={(next) => onChange(next)}
            itemToStringLabel={(id) => byId.get(id)?.label ?? ""}
            filter={(id, typed) => holds(byId.get(id) ?? { value: id, label: "" }, typed)}
          >
            <Combobox.Trigger
              {...control}
              className="control flex items-center justify-between gap-2 text-start"
            >
              <span className="numeric truncate">{text}</span>
              <ChevronsUpDown className="size-3.5 text-ink-3" />
            </Combobox.Trigger>
            <Combobox.Portal>
              <Combobox.Positioner role="region" aria-label={label} sideOffset={4} className="z-50">
                <Combobox.Popup className="popup flex max-h-80 w-(--anchor-width) min-w-64 flex-col p-1">
                  <Combobox.Input
                    aria-label={`${t("search")}: ${label}`}
                    placeholder={t("search")}
                    className="control mb-1 shrink-0"
                  />
                  <Combobox.Empty className="px-2.5 text-sm text-ink-3 not-empty:py-2">
                    {t("nothing_here")}
                  </Combobox.Empty>
                  <Combobox.List className="min-h-0 overflow-y-auto">
                    {({ title, items }: (typeof groups)[number]) => (
                      <Combobox.Group key={title} items={items}>
                        {title && (
                          <Combobox.GroupLabel className="px-2.5 pt-2 pb-1 text-xs font-semibold text-ink-2">
                            {title}
                          </Combobox.GroupLabel>
                        )}
                        <Combobox.Collection>
                          {(id: string) => (
                            <Combobox.Item key={id} value={id} className="option group">
                              <span className="flex size-4 items-center justify-center rounded border border-line-strong group-data-selected:border-accent group-data-selected:bg-accent">
                                <Combobox.ItemIndicator className="flex text-accent-ink">
                                  <Check className="size-3" strokeWidth={3} />
                                </Combobox.ItemIndicator>
                              </span>
                              <span className="grow">{byId.get(id)?.label}</span>
                            </Combobox.Item>
                          )}
                        </Combobox.Collection>
                      </Combobox.Group>
                    )}
                  </Combobox.List>
                </Combobox.Popup>
              </Combobox.Positioner>
            </Combobox.Portal>
          </Combobox.Root>
          <Chosen options={options.filter((option) => value.includes(option.value))} />
        </div>
      )}
    </Field>
  );
}

/** The names of what is chosen, a line a group. */
function Chosen({ options }: { options: readonly GroupedOption[] }) {
  if (options.length === 0) return null;
  return (
    <ul className="grid gap-0.5 text-xs text-ink-2">
      {[...Map.groupBy(options, ({ group = "" }) => group)].map(([title, items]) => (
        <li key={title}>
          {title && <span className="text-ink-3">{title}: </span>}
          {items.map((option) => option.label).join(", ")}
        </li>
      ))}
    </ul>
  );
}
