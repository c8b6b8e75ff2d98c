import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { useDark } from "../../../lib/theme.ts";
import { chartOptions, type Drawn, plotData } from "./chart-options.ts";
import { chartColors } from "./chart-paint.ts";
import type { TimeWindow } from "./time-window.ts";

type Props = {
  drawn: Drawn;
  /** Names the chart, and says what stands at the crosshair, for screen readers. */
  label: string;
  valueText: string;
  index: number | null;
  size: keyof typeof heights;
  onIndex: (index: number | null) => void;
  onZoom: (window: TimeWindow) => void;
  onWhole: () => void;
  /** + and − on the keyboard. */
  onStretch: (factor: number) => void;
};

/** Pixels of a chart that stands alone, and of one among several. */
const heights = { one: 320, several: 200 } as const;

/** The lines of readings over time. Loaded apart: uPlot and its styles come with it. */
export default function Chart(props: Props) {
  const { drawn, label, valueText, index } = props;
  const height = heights[props.size];
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const isDark = useDark();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme is read from the page's variables
  useLayoutEffect(() => {
    const element = host.current;
    if (!element) return;
    const size = { width: element.clientWidth, height };
    const options = chartOptions(drawn, chartColors(), size, {
      onIndex: (next) => next !== latest.current.index && latest.current.onIndex(next),
      onZoom: (window) => latest.current.onZoom(window),
      onWhole: () => latest.current.onWhole(),
    });
    const made = new uPlot(options, plotData(drawn), element);
    chart.current = made;
    const watcher = new ResizeObserver(() => {
      if (element.clientWidth > 0) made.setSize({ width: element.clientWidth, height });
    });
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      made.destroy();
      chart.current = null;
    };
  }, [drawn, isDark, height]);

  // Another chart of the same time was read: this one shows the same moment.
  useEffect(() => {
    const made = chart.current;
    if (!made || (made.cursor.idx ?? null) === index) return;
    const x = index === null ? undefined : made.data[0][index];
    made.setCursor(
      x === undefined ? { left: -10, top: -10 } : { left: made.valToPos(x, "x"), top: 10 },
    );
  }, [index]);

  function moveTo(next: number) {
    const { xs } = drawn.data;
    const place = Math.max(0, Math.min(xs.length - 1, next));
    const made = chart.current;
    if (!made || xs[place] === undefined) return;
    made.setCursor({ left: made.valToPos(xs[place], "x"), top: 10 });
  }

  function handleKey(event: KeyboardEvent) {
    const last = drawn.data.xs.length - 1;
    const from = index ?? last + 1;
    const steps: Record<string, number> = {
      ArrowLeft: from - 1,
      ArrowRight: index === null ? last : from + 1,
      PageUp: from - 12,
      PageDown: from + 12,
      Home: 0,
      End: last,
    };
    const next = steps[event.key];
    if (next !== undefined) moveTo(next);
    else if (event.key === "+" || event.key === "=") props.onStretch(0.5);
    else if (event.key === "-") props.onStretch(2);
    else if (event.key === "0") props.onWhole();
    else return;
    event.preventDefault();
  }

  return (
    <div
      ref={host}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, drawn.data.xs.length - 1)}
      aria-valuenow={index ?? 0}
      aria-valuetext={valueText}
      onKeyDown={handleKey}
      style={{ height }}
      className="reading-chart min-w-0 overflow-hidden rounded-md"
    />
  );
}
