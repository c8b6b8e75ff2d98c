import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../lib/cx.ts";
import { iconButtonClass } from "./icon-button.tsx";

type Props = {
  title: string;
  /** Between the title and the button that closes. */
  tools: ReactNode;
  /** Its width where the screen has room, as a class. */
  width: string;
  onClose: () => void;
  children: ReactNode;
};

/** Dialog that lies beside a screen, which stays usable meanwhile. */
export function AsideDialog({ title, tools, width, onClose, children }: Props) {
  const { t } = useTranslation("app");
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root
      open
      modal={false}
      disablePointerDismissal
      onOpenChange={(next) => !next && onClose()}
    >
      <Dialog.Portal>
        <Dialog.Popup
          ref={popup}
          initialFocus={popup}
          data-print="no"
          className={cx(
            "fixed inset-y-0 inset-e-0 z-40 flex flex-col border-s border-line bg-surface shadow-pop outline-none",
            width,
          )}
        >
          <div className="flex min-h-14 items-center gap-2 border-b border-line py-2 pe-3 ps-5">
            <Dialog.Title className="text-base font-semibold">{title}</Dialog.Title>
            {tools}
            <Dialog.Close className={iconButtonClass} aria-label={t("close")}>
              <X />
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
