import { Camera, Upload } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";
import { fingerScreen, useMedia } from "../../lib/use-media.ts";
import { buttonClass } from "../button.tsx";
import { useDropTarget } from "./drop-target.ts";
import { FieldError } from "./field.tsx";

type Props = {
  /** Name of the file that is asked for: "Photo", "Boundary as KML". */
  label: string;
  hint?: string;
  /** Endings with their dot: [".kml", ".geojson"]. The server checks the content. */
  accept: readonly string[];
  maxMegabytes: number;
  error?: string | undefined;
  disabled?: boolean;
  /** Several at once: `onFile` is called for each. */
  multiple?: boolean;
  /** Photos of the ground are wanted: a phone or tablet also offers its camera. */
  camera?: boolean;
  onFile: (file: File) => void;
};

/** Takes a file by drop, click or keyboard; refuses a wrong ending or size before it is sent. */
export function FileDrop(props: Props) {
  const { label, hint, accept, maxMegabytes, error, disabled, multiple, camera, onFile } = props;
  const { t } = useTranslation(["app", "errors"]);
  const id = useId();
  const isFinger = useMedia(fingerScreen);
  const [refusal, setRefusal] = useState<string>();

  function handleFile(file: File) {
    if (disabled) return;
    const known = accept.some((ending) => file.name.toLowerCase().endsWith(ending));
    if (!known) return setRefusal(t("errors:file_types", { types: accept.join(", ") }));
    if (file.size > maxMegabytes * 1024 ** 2)
      return setRefusal(t("errors:file_size", { max: maxMegabytes }));
    onFile(file);
  }

  function handleFiles(files: FileList | null) {
    setRefusal(undefined);
    for (const file of [...(files ?? [])].slice(0, multiple ? undefined : 1)) handleFile(file);
  }

  const { isOver, handlers } = useDropTarget(({ files }) => handleFiles(files));
  const shown = refusal ?? error;
  return (
    <div className="grid gap-1">
      <label
        htmlFor={id}
        {...handlers}
        className={cx(
          "flex cursor-pointer flex-col items-center gap-1 rounded-lg border border-dashed border-line-strong px-4 py-5 text-center text-sm hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-accent",
          isOver && "border-accent bg-accent-soft",
        )}
      >
        <Upload aria-hidden className="size-5 text-ink-3" />
        <span className="font-medium">{label}</span>
        <span className="text-xs text-ink-3">
          {hint ??
            t(isFinger ? "choose_file" : "drop_file", {
              types: accept.join(", "),
              max: maxMegabytes,
            })}
        </span>
        <input
          id={id}
          type="file"
          className="sr-only"
          accept={accept.join(",")}
          multiple={multiple}
          disabled={disabled}
          aria-invalid={shown ? true : undefined}
          aria-describedby={shown ? `${id}-error` : undefined}
          onChange={(event) => {
            handleFiles(event.target.files);
            event.target.value = "";
          }}
        />
      </label>
      {camera && isFinger && (
        <label className={cx(buttonClass(), "has-focus-visible:outline-2")}>
          <Camera aria-hidden className="size-4" />
          {t("photo_take")}
          <input
            type="file"
            className="sr-only"
            accept="image/jpeg"
            capture="environment"
            disabled={disabled}
            onChange={(event) => {
              handleFiles(event.target.files);
              event.target.value = "";
            }}
          />
        </label>
      )}
      {shown && <FieldError id={`${id}-error`} text={shown} />}
    </div>
  );
}
