import { SlidersHorizontal } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";
import { Button } from "../button.tsx";

type Props = {
  children: ReactNode;
  /** There are so many that they would fill three lines of a laptop's screen. */
  many?: boolean;
};

const button = {
  few: "hidden @max-3xl/list:contents",
  many: "hidden @max-7xl/list:contents",
};
const shown = {
  few: "@max-3xl/list:order-last @max-3xl/list:flex @max-3xl/list:basis-full @max-3xl/list:flex-wrap @max-3xl/list:items-center @max-3xl/list:gap-2",
  many: "@max-7xl/list:order-last @max-7xl/list:flex @max-7xl/list:basis-full @max-7xl/list:flex-wrap @max-7xl/list:items-center @max-7xl/list:gap-2",
};
const folded = { few: "@max-3xl/list:hidden", many: "@max-7xl/list:hidden" };

/**
 * A list's filters: in the toolbar's lines, and behind a button where the list is narrow (a
 * telephone, or beside an open panel), so that rows are what one sees first.
 */
export function FilterFold({ children, many = false }: Props) {
  const { t } = useTranslation("lists");
  const [open, setOpen] = useState(false);
  const count = many ? "many" : "few";
  return (
    <>
      <span className={button[count]}>
        <Button
          aria-expanded={open}
          icon={<SlidersHorizontal className="size-4" />}
          // On a phone the search and what is done with the list stand in one line.
          className="@max-md/list:px-2.5"
          onClick={() => setOpen(!open)}
        >
          <span className="@max-md/list:sr-only">{t("filters")}</span>
        </Button>
      </span>
      <div
        data-filters={many ? undefined : ""}
        className={cx("contents", open ? shown[count] : folded[count])}
      >
        {children}
      </div>
    </>
  );
}
