import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { iconButtonClass } from "../../ui/icon-button.tsx";
import { Logo } from "../../ui/logo.tsx";
import { MenuSections } from "./menu-sections.tsx";

/** The menu on a narrow screen. */
export function MenuDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation("app");
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40 transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup className="fixed inset-y-0 inset-s-0 z-40 flex w-72 max-w-[85vw] flex-col bg-canvas shadow-pop transition-transform data-ending-style:-translate-x-full data-starting-style:-translate-x-full">
          <header className="flex h-13 items-center gap-2 pe-2 ps-4">
            <Logo className="size-7" />
            <Dialog.Title className="grow text-base font-semibold">Nihol</Dialog.Title>
            <Dialog.Close className={iconButtonClass} aria-label={t("close")}>
              <X />
            </Dialog.Close>
          </header>
          <nav aria-label={t("menu")} className="min-h-0 grow overflow-y-auto px-2 py-2">
            <MenuSections narrow={false} onGo={onClose} />
          </nav>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
