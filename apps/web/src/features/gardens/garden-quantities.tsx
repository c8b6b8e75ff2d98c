import type { Garden } from "@nihol/contract/gardens";
import type { GivenTask } from "@nihol/contract/planting/give-tasks";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";

type Props = {
  gardens: readonly Garden[];
  /** Trees by the garden's id. */
  value: ReadonlyMap<number, number>;
  onChange: (value: ReadonlyMap<number, number>) => void;
  answers: readonly GivenTask[] | undefined;
};

/** How many trees each garden gets; without a number it gets no task. What is refused says why. */
export function GardenQuantities({ gardens, value, onChange, answers }: Props) {
  const { t } = useTranslation(["tasks", "planting"]);
  const format = useFormat();
  return (
    <table className="w-full text-sm">
      <thead className="text-xs text-ink-3">
        <tr>
          <th scope="col" className="py-1 text-left font-medium">
            {t("planting:garden")}
          </th>
          <th scope="col" className="w-32 py-1 text-right font-medium">
            {t("give_trees")}
          </th>
        </tr>
      </thead>
      <tbody>
        {gardens.map(({ id, name }) => {
          const refusals = answers?.find(({ garden }) => garden === id)?.refusals ?? [];
          const label = format.name(name);
          return (
            <tr key={id} className="border-t border-line align-top">
              <th scope="row" className="py-1.5 text-left font-normal break-words">
                {label}
                {refusals.map((text) => (
                  <span key={text} className="block text-xs text-act">
                    {text}
                  </span>
                ))}
              </th>
              <td className="py-1 text-right">
                <input
                  type="text"
                  inputMode="numeric"
                  autoComplete="off"
                  aria-label={`${t("give_trees")}: ${label}`}
                  value={value.get(id) ?? ""}
                  onChange={(event) => {
                    const digits = event.target.value.replace(/\D/g, "").slice(0, 7);
                    const next = new Map(value);
                    if (digits === "") next.delete(id);
                    else next.set(id, Number(digits));
                    onChange(next);
                  }}
                  className="control numeric text-right"
                />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
