import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type ReactNode, type RefObject, useCallback } from "react";
import type { Density } from "../../lib/list/table-view.ts";
import { moveFocus } from "./table-keys.ts";

type DrawRow<Row> = (
  row: Row,
  index?: number,
  measure?: (element: HTMLTableRowElement | null) => void,
) => ReactNode;

type Props<Row> = {
  rows: readonly Row[];
  draw: DrawRow<Row>;
  density: Density;
  /** Element that scrolls. */
  scroller: RefObject<HTMLElement | null>;
  onEscape: () => void;
  /** Of how many lines a card is made, where rows are cards. */
  cardLines?: number | undefined;
};

/** Up to here every row is drawn, so that the browser's own search finds all of them. */
export const maxDrawn = 60;
const estimates: Record<Density, number> = { comfortable: 45, compact: 33 };
/** Of a card: each line, and what is around them. */
const cardLine = 26;
const cardFrame = 40;

/** The rows of a page; of a long one only those in sight. Arrows, Home and End move between them. */
export function TableBody<Row>(props: Props<Row>) {
  return props.rows.length > maxDrawn ? <LongBody {...props} /> : <WholeBody {...props} />;
}

/** Blocks are no parts of a table by themselves. */
const roleOf = (cardLines: number | undefined) =>
  cardLines === undefined ? {} : { role: "rowgroup", className: "block" };

function WholeBody<Row>({ rows, draw, onEscape, cardLines }: Props<Row>) {
  return (
    <tbody
      {...roleOf(cardLines)}
      onKeyDown={(event) => {
        if (event.key === "Escape") onEscape();
        else moveFocus(event);
      }}
    >
      {rows.map((row) => draw(row))}
    </tbody>
  );
}

function LongBody<Row>(props: Props<Row>) {
  const { rows, draw, density, scroller, onEscape, cardLines } = props;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: useCallback(() => scroller.current, [scroller]),
    estimateSize: () =>
      cardLines === undefined ? estimates[density] : cardLines * cardLine + cardFrame,
    overscan: 15,
  });
  const items = virtual.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);

  function handleKey(event: KeyboardEvent<HTMLTableSectionElement>) {
    if (event.key === "Escape") return onEscape();
    if (event.key !== "Home" && event.key !== "End") return moveFocus(event);
    const body = event.currentTarget;
    const last = event.key === "End" ? rows.length - 1 : 0;
    event.preventDefault();
    virtual.scrollToIndex(last);
    // The row is drawn with the next frame or the one after it.
    let frames = 5;
    const focus = () => {
      const row = body.querySelector<HTMLElement>(`[data-index="${last}"] [data-row]`);
      if (row) row.focus();
      else if (frames-- > 0) requestAnimationFrame(focus);
    };
    requestAnimationFrame(focus);
  }

  return (
    <tbody {...roleOf(cardLines)} onKeyDown={handleKey}>
      <Gap height={before} isBlock={cardLines !== undefined} />
      {items.map(({ index }) => {
        const row = rows[index];
        return row === undefined ? null : draw(row, index, virtual.measureElement);
      })}
      <Gap height={after} isBlock={cardLines !== undefined} />
    </tbody>
  );
}

function Gap({ height, isBlock }: { height: number; isBlock: boolean }) {
  const className = isBlock ? "block" : undefined;
  return height > 0 ? <tr aria-hidden className={className} style={{ height }} /> : null;
}
