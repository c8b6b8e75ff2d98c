import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";
import { useScrollCue } from "../lib/use-scroll-cue.ts";

type Tab = { value: string; label: ReactNode; content: ReactNode };
type Props = {
  label: string;
  tabs: readonly Tab[];
  value?: string;
  onChange?: (value: string) => void;
};

/** Parts of one thing, one at a time. Keeps its own state unless `value` is given. */
export function Tabs({ label, tabs, value, onChange }: Props) {
  const cue = useScrollCue<HTMLDivElement>();
  return (
    <Base.Root
      value={value}
      defaultValue={value === undefined ? tabs[0]?.value : undefined}
      onValueChange={(next) => onChange?.(String(next))}
      // Many tabs are scrolled; they do not widen what they stand in.
      className="min-w-0"
    >
      <Base.List
        ref={cue}
        aria-label={label}
        className="flex gap-4 overflow-x-auto border-b border-line"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="-mb-px h-9 shrink-0 border-b-2 border-transparent text-sm font-medium text-ink-2 hover:text-ink focus-visible:outline-offset-[-2px] data-active:border-accent data-active:text-ink pointer-coarse:h-11"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="pt-4">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
