import {
  Ban,
  Check,
  Circle,
  CircleAlert,
  CircleDashed,
  Clock,
  LoaderCircle,
  Send,
  TriangleAlert,
} from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../lib/cx.ts";

export type Tone = "good" | "info" | "watch" | "act" | "faulty" | "unknown";

const tones: Record<Tone, string> = {
  good: "bg-good-soft text-good",
  info: "bg-info-soft text-info",
  watch: "bg-watch-soft text-watch",
  act: "bg-act-soft text-act",
  faulty: "bg-faulty-soft text-faulty",
  unknown: "bg-unknown-soft text-unknown",
};

const shapes = {
  done: Check,
  waiting: Clock,
  running: LoaderCircle,
  failed: CircleAlert,
  stopped: Ban,
  warning: TriangleAlert,
  sent: Send,
  none: CircleDashed,
  dot: Circle,
};

type Props = { tone?: Tone; shape?: keyof typeof shapes; children: ReactNode };

/** A state: colour, and a shape and a word for those who do not see the colour. */
export function Badge({ tone = "unknown", shape, children }: Props) {
  const Shape = shape && shapes[shape];
  return (
    <span
      className={cx(
        "inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-xs font-medium whitespace-nowrap",
        tones[tone],
      )}
    >
      {Shape && (
        <Shape aria-hidden className={cx("size-3", shape === "running" && "animate-spin")} />
      )}
      {children}
    </span>
  );
}
