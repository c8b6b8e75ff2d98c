import { Copy } from "lucide-react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { IconButton } from "./icon-button.tsx";

/** Puts a value on the clipboard and says so. `what` names it: "Copy e-mail". */
export function CopyButton({ value, what }: { value: string; what?: string }) {
  const { t } = useTranslation("app");
  async function handleCopy() {
    try {
      await navigator.clipboard.writeText(value);
      toast.success(t("copied"));
    } catch {
      toast.error(t("copy_failed"));
    }
  }
  return (
    <IconButton label={what ?? t("copy")} onClick={handleCopy} className="size-6!">
      <Copy className="size-3.5!" />
    </IconButton>
  );
}
