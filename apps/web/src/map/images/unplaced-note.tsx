import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";

type Counted = { count: number; without: number };

/** Says why a map that shows gardens is empty: there are some, and none has a boundary. */
export function UnplacedNote({ gardens }: { gardens: Counted | undefined }) {
  const { t } = useTranslation("map");
  const format = useFormat();
  if (!gardens || gardens.count === 0 || gardens.without < gardens.count) return null;
  return (
    <p className="numeric w-fit rounded bg-raised/85 px-2 py-0.5 text-2xs text-balance text-ink-2">
      {t("gardens_unplaced", { count: format.number(gardens.count) })}
    </p>
  );
}
