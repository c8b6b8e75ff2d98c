import { Copy } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useCopy } from "../lib/use-copy.ts";
import { IconButton } from "./icon-button.tsx";

/** Puts a value on the clipboard and says so. `what` is the button's whole label: "Copy e-mail". */
export function CopyButton({ value, what }: { value: string; what?: string }) {
  const { t } = useTranslation("app");
  const copy = useCopy();
  return (
    <IconButton
      label={what ?? t("copy")}
      onClick={() => copy(value)}
      className="size-6! pointer-coarse:-my-2 pointer-coarse:size-11!"
    >
      <Copy className="size-3.5!" />
    </IconButton>
  );
}

type CodeProps = {
  label: string;
  /** Label of its copy button: "Copy the token". */
  copy: string;
  text: string;
};

/** Text for a machine, under its name, with a button that copies it. */
export function CodeBlock({ label, copy, text }: CodeProps) {
  return (
    <div className="grid gap-1">
      <p className="flex items-center justify-between text-sm font-medium text-ink-2">
        {label}
        <CopyButton value={text} what={copy} />
      </p>
      <pre className="rounded-md bg-sunken px-3 py-2 font-mono text-xs break-all whitespace-pre-wrap select-all">
        {text}
      </pre>
    </div>
  );
}
