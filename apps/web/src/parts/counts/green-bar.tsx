import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";
import { useFormat } from "../../lib/text/format.ts";
import { wholeParts } from "../../lib/text/whole-parts.ts";

type Props = { counts: { green: number; not_green: number; unsure: number } };

const parts = [
  ["green", "fill-tree-green"],
  ["not_green", "fill-tree-not-green"],
  ["unsure", "fill-tree-unsure"],
] as const;

/** Green, not green and unsure trees as one bar, each with its number: colours are never alone. */
export function GreenBar({ counts }: Props) {
  const { t } = useTranslation("map");
  const format = useFormat();
  const total = counts.green + counts.not_green + counts.unsure;
  const percents = wholeParts(
    parts.map(([name]) => counts[name]),
    100,
  );
  let from = 0;
  return (
    <figure className="grid gap-1.5">
      <svg
        aria-hidden
        viewBox="0 0 1000 10"
        preserveAspectRatio="none"
        className="h-2.5 w-full overflow-hidden rounded-full bg-sunken"
      >
        {parts.map(([name, color]) => {
          const width = total > 0 ? (1000 * counts[name]) / total : 0;
          const x = from;
          from += width;
          return (
            <rect
              key={name}
              x={x}
              width={Math.max(0, width - (width > 6 ? 3 : 0))}
              height="10"
              className={color}
            />
          );
        })}
      </svg>
      <figcaption>
        <ul className="flex flex-wrap gap-x-4 gap-y-0.5 text-xs text-ink-2">
          {parts.map(([name, color], index) => (
            <li key={name} className="numeric flex items-center gap-1.5">
              <svg aria-hidden viewBox="0 0 10 10" className={cx("size-2.5", color)}>
                <rect width="10" height="10" rx="2" />
              </svg>
              {t(`tree_${name}`)}: {format.number(counts[name])}
              {total > 0 && (
                <span className="text-ink-3">{format.share((percents[index] ?? 0) / 100, 0)}</span>
              )}
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}
