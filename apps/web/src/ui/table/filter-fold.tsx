import { SlidersHorizontal } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";
import { Button } from "../button.tsx";

/**
 * A list's filters: in the toolbar's lines, and behind a button where the list is narrow (a
 * telephone, or beside an open panel), so that rows are what one sees first.
 */
export function FilterFold({ children }: { children: ReactNode }) {
  const { t } = useTranslation("lists");
  const [open, setOpen] = useState(false);
  return (
    <>
      <span className="hidden @max-3xl/list:contents">
        <Button
          aria-expanded={open}
          icon={<SlidersHorizontal className="size-4" />}
          onClick={() => setOpen(!open)}
        >
          {t("filters")}
        </Button>
      </span>
      <div
        className={cx(
          "contents",
          open
            ? "@max-3xl/list:order-last @max-3xl/list:flex @max-3xl/list:basis-full @max-3xl/list:flex-wrap @max-3xl/list:items-center @max-3xl/list:gap-2"
            : "@max-3xl/list:hidden",
        )}
      >
        {children}
      </div>
    </>
  );
}
