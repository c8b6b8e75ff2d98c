import { CopyButton } from "./copy-button.tsx";

type Props = {
  label: string;
  /** Names the button: "Copy the token". */
  copy: string;
  text: string;
};

/** Text for a machine, under its name, with a button that copies it. */
export function CodeBlock({ label, copy, text }: Props) {
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
