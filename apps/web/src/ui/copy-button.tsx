import { Copy } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useCopy } from "../lib/use-copy.ts";
import { IconButton } from "./icon-button.tsx";

/** Puts a value on the clipboard and says so. `what` names it: "Copy e-mail". */
export function CopyButton({ value, what }: { value: string; what?: string }) {
  const { t } = useTranslation("app");
  const copy = useCopy();
  return (
    <IconButton label={what ?? t("copy")} onClick={() => copy(value)} className="size-6!">
      <Copy className="size-3.5!" />
    </IconButton>
  );
}
