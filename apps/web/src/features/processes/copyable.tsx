import type { ReactNode } from "react";
import { CopyButton } from "../../ui/copy-button.tsx";

type Props = { value: string; what: string; children?: ReactNode };

/** A value with its copy button; in a table, pressing the button does not open the row. */
export function Copyable({ value, what, children }: Props) {
  return (
    <span className="flex items-center justify-between gap-1">
      <span className="numeric min-w-0 break-all">{children ?? value}</span>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only keeps the press from the row */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button inside hears the keys */}
      <span className="shrink-0" onClick={(event) => event.stopPropagation()}>
        <CopyButton value={value} what={what} />
      </span>
    </span>
  );
}

/** "38.53575, 68.77905": latitude first, five decimals are about a metre. */
export function placeText(latitude: number | null, longitude: number | null): string | null {
  return latitude === null || longitude === null
    ? null
    : `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
}
