import { Menu as Base } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../lib/cx.ts";

type Props = { trigger: ReactElement; children: ReactNode; align?: "start" | "end" };

/** A menu under its trigger; `trigger` is one button element. */
export function Menu({ trigger, children, align = "end" }: Props) {
  const { t } = useTranslation("app");
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner
          role="region"
          aria-label={t("choices")}
          align={align}
          sideOffset={6}
          className="z-50"
        >
          <Base.Popup className="popup min-w-48 p-1 outline-none">{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

type ItemProps = {
  icon?: ReactNode;
  onSelect: () => void;
  disabled?: boolean;
  tone?: "plain" | "danger";
  /** Given where one of several is chosen: true at the one that is. */
  chosen?: boolean;
  children: ReactNode;
};

export function MenuItem({
  icon,
  onSelect,
  disabled,
  tone = "plain",
  chosen,
  children,
}: ItemProps) {
  return (
    <Base.Item
      disabled={disabled}
      onClick={onSelect}
      className={cx("option", tone === "danger" && "text-act")}
    >
      {icon && <span className="flex size-4 items-center text-ink-3 [&_svg]:size-4">{icon}</span>}
      <span className="grow">{children}</span>
      {chosen && <Check aria-hidden className="size-3.5 text-accent" />}
    </Base.Item>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="my-1 h-px bg-line" />;
}

export function MenuHeading({ children }: { children: ReactNode }) {
  return <div className="px-2.5 pt-1.5 pb-1 text-xs font-medium text-ink-3">{children}</div>;
}
