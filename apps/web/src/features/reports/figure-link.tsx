import { createContext, type ReactNode, use, useState } from "react";
import { useTranslation } from "react-i18next";
import { FigureTreesDialog } from "./figure-trees.tsx";
import { type FigureTrees, type FigureWay, useFollowFigures } from "./figure-ways.ts";

/** A block: within a line, figures that are blocks themselves would leave an empty line above and below. */
const linkClass =
  "-mx-1 block rounded px-1 text-inherit hover:text-accent hover:underline pointer-coarse:-my-1 pointer-coarse:py-1 print:no-underline";

type Props = {
  way: FigureWay;
  /** Text that says what opens. */
  hint: string;
  onTrees: (trees: FigureTrees) => void;
  children: ReactNode;
};

/** A figure that leads to the rows that it counts. */
export function FigureLink({ way, hint, onTrees, children }: Props) {
  if ("href" in way)
    return (
      <a data-figure href={way.href} title={hint} className={linkClass}>
        {children}
      </a>
    );
  return (
    <button
      type="button"
      title={hint}
      className={`${linkClass} ms-auto text-end`}
      onClick={() => onTrees(way.trees)}
    >
      {children}
    </button>
  );
}

const OpenTrees = createContext<(trees: FigureTrees) => void>(() => undefined);
/** Opens the trees of a figure beside the table, which is not drawn anew for it. */
export const useOpenTrees = () => use(OpenTrees);

/** Around a table of figures: follows their links, and shows the trees that are listed here. */
export function FigureRows({ children }: { children: ReactNode }) {
  const { t } = useTranslation("reports");
  const [opened, setOpened] = useState<FigureTrees>();
  const follow = useFollowFigures();
  return (
    <OpenTrees value={setOpened}>
      <div className="contents" {...follow}>
        {children}
      </div>
      {opened && (
        <FigureTreesDialog
          title={t(opened.title)}
          list={opened.list}
          query={opened.query}
          onClose={() => setOpened(undefined)}
        />
      )}
    </OpenTrees>
  );
}
