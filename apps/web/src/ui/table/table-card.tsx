import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";
import type { Density } from "../../lib/list/table-view.ts";
import { SelectBox } from "../form/select-field.tsx";
import { Skeleton } from "../skeleton.tsx";
import { rowAttributes } from "./row-press.ts";
import { SelectCell } from "./select-cell.tsx";
import type { Column, RowProps } from "./table-row.tsx";

// Cards are parted by a border, which is measured with the row; a margin would not be.
const card = "relative block border-b-8 border-canvas px-4";
const padding: Record<Density, string> = { comfortable: "pt-1 pb-3", compact: "pb-1.5 text-xs" };

/** Of how many lines a card is made until it is opened up, about. */
export const cardLines = 3;

/** So many columns stand on a card before it is opened up. */
const mainMax = 3;

/**
 * Parts what a card is headed by (the first column that never gives way: the name, not a number), the few columns that matter
 * and the rest, which is there on demand.
 */
function partsOfCard<Row>(columns: readonly Column<Row>[]) {
  const title = columns.find(({ secondary }) => !secondary) ?? columns[0];
  const others = columns.filter((column) => column !== title);
  const rank = ({ secondary }: Column<Row>) => (secondary === "wide" ? 2 : secondary ? 1 : 0);
  const first = [...others].sort((a, b) => rank(a) - rank(b)).slice(0, mainMax);
  const main = others.filter((column) => first.includes(column));
  return {
    title,
    main: [...main.filter(({ spans }) => !spans), ...main.filter(({ spans }) => spans)],
    rest: others.filter((column) => !first.includes(column)),
  };
}

/**
 * A row on a phone: its name as title, then the columns that matter with their headings, and the others when it is
 * opened up. It stays a row of a table for screen readers, which its display as a block would take away: hence the roles.
 */
export function TableCard<Row>(props: RowProps<Row>) {
  const { row, columns, label, chosen, density, href, selected, onSelect } = props;
  const { t } = useTranslation("lists");
  const [isWhole, setIsWhole] = useState(false);
  const { title, main, rest } = partsOfCard(columns);
  return (
    <tr
      ref={props.measure}
      role={asRow}
      {...rowAttributes(props, 0)}
      className={cx(
        card,
        padding[density],
        "cursor-pointer",
        onSelect && "ps-14",
        chosen || selected ? "bg-accent-soft" : "bg-surface",
      )}
    >
      {onSelect && (
        <SelectCell
          role="cell"
          label={label}
          selected={Boolean(selected)}
          onSelect={onSelect}
          className="absolute top-0 inset-s-0 flex size-13 items-center justify-center ps-1"
        />
      )}
      {title && (
        <td role={asCell} className={cx("block", rest.length > 0 && "pe-10")}>
          <a
            href={href}
            data-row
            aria-label={label}
            aria-current={chosen || undefined}
            className="-mx-1 flex min-h-11 items-center rounded px-1 text-base font-medium break-words"
          >
            {title.cell(row)}
          </a>
        </td>
      )}
      {main.map((column) => (
        <td
          key={column.id}
          role={asCell}
          // Two stand beside each other whatever the font: where words decided, a late font would move the list.
          className={cx(
            "inline-grid content-start py-0.5 pe-3 align-top",
            column.spans ? "w-full" : "w-1/2",
          )}
        >
          <span className="truncate text-xs text-ink-3">{column.header}</span>
          <span className={cx("min-w-0 break-words", column.align === "right" && "numeric")}>
            {column.cell(row)}
          </span>
        </td>
      ))}
      {isWhole &&
        rest.map((column) => (
          <td
            key={column.id}
            role={asCell}
            className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-baseline gap-x-3 py-0.5"
          >
            <span className="text-xs break-words text-ink-3">{column.header}</span>
            <span className={cx("min-w-0 break-words", column.align === "right" && "numeric")}>
              {column.cell(row)}
            </span>
          </td>
        ))}
      {rest.length > 0 && (
        <td role={asCell} data-print="no" className="absolute top-0 inset-e-0 block">
          <button
            type="button"
            aria-expanded={isWhole}
            aria-label={t("card_more", { name: label })}
            onClick={(event) => {
              // The card itself opens its record.
              event.stopPropagation();
              setIsWhole(!isWhole);
            }}
            className="flex size-13 items-center justify-center text-ink-3"
          >
            <ChevronDown
              aria-hidden
              className={cx("size-4.5 transition-transform", isWhole && "rotate-180")}
            />
          </button>
        </td>
      )}
    </tr>
  );
}

// A browser takes these roles from what is a block; the linter, which sees no styles, calls them needless.
const asRow: "row" | undefined = "row";
const asCell: "cell" | undefined = "cell";

type OrderProps<Row> = {
  columns: readonly Column<Row>[];
  ordering: string | undefined;
  onOrder: (ordering: string | undefined) => void;
};

/** Cards have no headings to press: by what they are ordered is chosen here. */
export function CardOrder<Row>({ columns, ordering, onOrder }: OrderProps<Row>) {
  const { t } = useTranslation("lists");
  const sortable = columns.filter((column) => column.sortable);
  if (sortable.length === 0) return null;
  return (
    <SelectBox<string>
      aria-label={t("order")}
      className="max-w-72 grow"
      value={ordering ?? ""}
      onChange={(next) => onOrder(next || undefined)}
      options={[
        { value: "", label: t("order_own") },
        ...sortable.flatMap(({ id, header }) => [
          { value: id, label: t("order_up", { column: header }) },
          { value: `-${id}`, label: t("order_down", { column: header }) },
        ]),
      ]}
    />
  );
}

/** Bars where the first page's cards will be. */
export function WaitingCards({ lines, density }: { lines: number; density: Density }) {
  return Array.from({ length: 4 }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity
    <tr key={at} className={cx(card, padding[density], "bg-surface")}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity
        <td key={line} className="block py-1">
          <Skeleton className={line === 0 ? "h-4.5 w-2/3" : "h-3.5 w-1/2"} />
        </td>
      ))}
    </tr>
  ));
}
