import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";

/** Puts a text on the clipboard, and says so or why not. */
export function useCopy(): (text: string) => Promise<void> {
  const { t } = useTranslation("app");
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(t("copied"));
    } catch {
      toast.error(t("copy_failed"));
    }
  };
}
