import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import type { Entry } from "./entry.ts";

/** Describes an entry in a line. */
export function useEntryText() {
  const { t } = useTranslation(["field", "planting"]);
  const format = useFormat();
  function titleOf(entry: Entry): string {
    if (entry.kind === "report") {
      const { count, plant_date } = entry.body;
      const date = format.dateShort(plant_date);
      return t("entry_report", {
        name: format.name(entry.tree_type),
        n: format.number(count),
        date,
      });
    }
    if (entry.kind === "pit")
      return t("entry_pit", {
        n: format.number(entry.pit_number),
        answer: t(`pit_${entry.body.answer}`),
      });
    const { living, dead, missing } = entry.body;
    return t("entry_count", {
      plot: String(entry.plot_number),
      ...{
        living: format.number(living),
        dead: format.number(dead),
        missing: format.number(missing),
      },
    });
  }
  const taskOf = ({ task, garden }: Entry) =>
    t("planting:task_name", { id: task, garden: format.name(garden) });
  return { titleOf, taskOf };
}
