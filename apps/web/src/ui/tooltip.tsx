import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement } from "react";

type Props = {
  text: string;
  /** Element, a single one, that takes a ref. */
  children: ReactElement;
  side?: "top" | "right" | "bottom" | "left";
  disabled?: boolean;
};

/** The name of what shows no word, on hover and focus: it is read from the element itself, so not once more from here. */
export function Tooltip({ text, children, side = "bottom", disabled = false }: Props) {
  return (
    <Base.Root disabled={disabled}>
      <Base.Trigger delay={400} render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className="z-60">
          <Base.Popup
            aria-hidden
            className="max-w-64 rounded-md bg-ink px-2 py-1 text-xs text-canvas shadow-pop"
          >
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
