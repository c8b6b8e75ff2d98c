import { Select } from "@base-ui/react/select";
import { ChevronsUpDown } from "lucide-react";
import type { ReactNode } from "react";

/** The arrow at the end of a select. */
export const SelectArrow = () => (
  <Select.Icon>
    <ChevronsUpDown className="size-3.5 text-ink-3" />
  </Select.Icon>
);

/** List that opens below a select; `label` names it for those who hear it. */
export function SelectPopup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Select.Portal>
      <Select.Positioner
        role="region"
        aria-label={label}
        sideOffset={4}
        alignItemWithTrigger={false}
        className="z-50"
      >
        <Select.Popup className="popup max-h-[min(20rem,var(--available-height))] min-w-(--anchor-width) overflow-y-auto p-1">
          <Select.List>{children}</Select.List>
        </Select.Popup>
      </Select.Positioner>
    </Select.Portal>
  );
}
