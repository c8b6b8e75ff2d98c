import type { ReactNode } from "react";

type Props = {
  icon?: ReactNode;
  title: string;
  /** Tells what belongs here, and how it gets here. */
  text?: ReactNode;
  /** The next step, only when this person may take it. */
  action?: ReactNode;
};

export function EmptyState({ icon, title, text, action }: Props) {
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-14 text-center">
      {icon && (
        <span aria-hidden className="text-ink-3 [&_svg]:size-8">
          {icon}
        </span>
      )}
      <p className="text-base font-semibold">{title}</p>
      {text && <p className="max-w-md text-ink-2">{text}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
