import { useKeptText } from "../text/kept-text.ts";

export type Density = "comfortable" | "compact";

/** Columns that somebody chose otherwise than the screen does: shown or not, by id. */
type ColumnChoice = Readonly<Record<string, boolean>>;

type Choosable = { id: string; optional?: boolean };

/** Reads a remembered choice; what is damaged or of an older screen counts as none. */
export function readChoice(text: string | null): ColumnChoice {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
    return Object.fromEntries(
      Object.entries(value).filter(
        (entry): entry is [string, boolean] => typeof entry[1] === "boolean",
      ),
    );
  } catch {
    return {};
  }
}

/** Tells whether a column is shown. The first one names the row and always is. */
export function isShown(column: Choosable, index: number, choice: ColumnChoice): boolean {
  return index === 0 || (choice[column.id] ?? !column.optional);
}

/** The choice after a column was switched; what is as the screen has it is not remembered. */
export function switched(column: Choosable, choice: ColumnChoice): ColumnChoice {
  const { [column.id]: before, ...rest } = choice;
  const next = !(before ?? !column.optional);
  return next === !column.optional ? rest : { ...rest, [column.id]: next };
}

/** The columns of one list and the height of rows of all lists, as this browser remembers them. */
export function useTableView(name: string) {
  const [kept, keep] = useKeptText(`columns:${name}`);
  const [density, keepDensity] = useKeptText("density");
  const choice = readChoice(kept);
  return {
    choice,
    density: (density === "compact" ? "compact" : "comfortable") as Density,
    choose: (next: ColumnChoice) =>
      keep(Object.keys(next).length > 0 ? JSON.stringify(next) : null),
    setDensity: (next: Density) => keepDensity(next === "compact" ? next : null),
  };
}
