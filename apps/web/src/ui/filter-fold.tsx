import { SlidersHorizontal } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../lib/cx.ts";
import { Button } from "./button.tsx";

type Props = {
  children: ReactNode;
  /** Also on a wide screen: there is little room beside what is open. */
  folded?: boolean;
};

/** A list's filters; on a narrow screen behind a button, so that rows are what one sees first. */
export function FilterFold({ children, folded }: Props) {
  const { t } = useTranslation("lists");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        className={folded ? undefined : "md:hidden"}
        aria-expanded={open}
        icon={<SlidersHorizontal className="size-4" />}
        onClick={() => setOpen(!open)}
      >
        {t("filters")}
      </Button>
      <div
        className={cx(
          "flex flex-wrap items-center gap-2 max-md:order-last max-md:basis-full",
          !open && (folded ? "hidden" : "max-md:hidden"),
        )}
      >
        {children}
      </div>
    </>
  );
}
