import type { Garden } from "@nihol/contract/gardens";
import type { GivenTask } from "@nihol/contract/planting/give-tasks";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { recordQuery } from "../../../lib/list/use-list.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { cellOf, type Quantities, type TypeColumn } from "./given-types.ts";

type Props = {
  gardens: readonly Pick<Garden, "id" | "name">[];
  columns: readonly TypeColumn[];
  value: Quantities;
  onChange: (value: Quantities) => void;
  answers: readonly GivenTask[] | undefined;
};

/**
 * Table of the trees of each type that each garden gets; without a number it gets no task. What is refused says why.
 */
export function GardenQuantities({ gardens, columns, value, onChange, answers }: Props) {
  const { t } = useTranslation(["tasks", "planting"]);
  const format = useFormat();

  function setTrees(column: TypeColumn, ids: readonly number[], trees: number | undefined) {
    const next = new Map(value);
    for (const id of ids)
      if (trees === undefined) next.delete(cellOf(id, column));
      else next.set(cellOf(id, column), trees);
    onChange(next);
  }
  const all = gardens.map(({ id }) => id);
  /** Number that all gardens get alike; undefined where they differ. */
  const shared = (column: TypeColumn) => {
    const counts = new Set(all.map((id) => value.get(cellOf(id, column))));
    return counts.size === 1 ? [...counts][0] : undefined;
  };

  return (
    <div className="overflow-x-auto">
      <table className="w-full text-sm">
        <thead className="text-xs text-ink-3">
          <tr className="align-bottom">
            <th scope="col" className="py-1 text-start font-medium">
              {t("planting:garden")}
            </th>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className="w-28 py-1 ps-2 text-end font-medium max-sm:w-20"
              >
                <TypeName type={column.type} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {gardens.length > 1 && (
            <tr className="border-t border-line">
              <th scope="row" className="py-1.5 text-start font-medium">
                {t("give_all")}
              </th>
              {columns.map((column) => (
                <TreesCell
                  key={column.key}
                  column={column}
                  label={t("give_all")}
                  value={shared(column)}
                  onChange={(trees) => setTrees(column, all, trees)}
                />
              ))}
            </tr>
          )}
          {gardens.map(({ id, name }) => (
            <tr key={id} className="border-t border-line align-top">
              <th scope="row" className="min-w-20 py-1.5 text-start font-normal break-words">
                {format.name(name)}
                {answers
                  ?.find(({ garden }) => garden === id)
                  ?.refusals.map((text) => (
                    <span key={text} className="block text-xs text-act">
                      {text}
                    </span>
                  ))}
              </th>
              {columns.map((column) => (
                <TreesCell
                  key={column.key}
                  column={column}
                  label={format.name(name)}
                  value={value.get(cellOf(id, column))}
                  onChange={(trees) => setTrees(column, [id], trees)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The name of a type; "Trees" until one is chosen. */
function useTypeName(type: number | null): string {
  const { t } = useTranslation("tasks");
  const format = useFormat();
  const { data } = useQuery({
    ...recordQuery(paths.plantTreeType, type ?? ""),
    enabled: type !== null,
  });
  return (type !== null && format.name(data?.name)) || t("give_trees");
}

const TypeName = ({ type }: { type: number | null }) => useTypeName(type);

type CellProps = {
  column: TypeColumn;
  /** The garden's name. */
  label: string;
  value: number | undefined;
  onChange: (trees: number | undefined) => void;
};

function TreesCell({ column, label, value, onChange }: CellProps) {
  const name = useTypeName(column.type);
  return (
    <td className="py-1 ps-2 text-end">
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        aria-label={`${name}: ${label}`}
        value={value ?? ""}
        onChange={(event) => {
          const digits = event.target.value.replace(/\D/g, "").slice(0, 7);
          onChange(digits === "" ? undefined : Number(digits));
        }}
        className="control numeric min-w-18 text-end max-sm:px-2"
      />
    </td>
  );
}
