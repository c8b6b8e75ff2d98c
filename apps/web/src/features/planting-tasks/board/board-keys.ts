import type { KeyboardEvent } from "react";

const cardsOf = (root: Element): HTMLElement[] => [
  ...root.querySelectorAll<HTMLElement>("[data-card]"),
];

const sideways: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };
const along: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };

/** The card of the next column that holds any, at the same height as far as it goes. */
function beside(board: Element, column: Element, at: number, step: number) {
  const columns = [...board.querySelectorAll("[data-column]")];
  for (let index = columns.indexOf(column) + step; columns[index]; index += step) {
    const cards = cardsOf(columns[index] as Element);
    const card = cards[Math.min(at, cards.length - 1)];
    if (card) return card;
  }
  return undefined;
}

/** Arrows go from card to card, M opens the card's menu of moves; to be asked with the board's key events. */
export function handleBoardKey(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget: board, key } = event;
  if (!(target instanceof HTMLElement) || !target.matches("[data-card]")) return;
  const column = target.closest("[data-column]");
  if (!column || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.code === "KeyM") {
    event.preventDefault();
    target.parentElement?.querySelector<HTMLElement>("[data-move]")?.click();
    return;
  }
  const cards = cardsOf(column);
  const at = cards.indexOf(target);
  const next =
    key in along
      ? cards[at + (along[key] ?? 0)]
      : key in sideways
        ? beside(board, column, at, sideways[key] ?? 0)
        : undefined;
  if (!(key in along) && !(key in sideways)) return;
  event.preventDefault();
  next?.focus();
}
