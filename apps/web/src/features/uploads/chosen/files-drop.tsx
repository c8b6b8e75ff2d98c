import { limits } from "@nihol/contract/values/limits";
import { FilePlus, FolderPlus, Upload } from "lucide-react";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../../../lib/cx.ts";
import { fingerScreen, useMedia } from "../../../lib/use-media.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { useDropTarget } from "../../../ui/form/drop-target.ts";
import { choose } from "./chosen-files.ts";
import { filesOfDrop, sortOut } from "./collect-files.ts";

type Props = {
  /** Low, where files have been chosen already. */
  compact?: boolean;
  /** Something was given; the promise ends when it is read and compared. */
  onGiven?: (read: Promise<void>) => void;
};

/** Takes images by drop, click or keyboard, several at once, and folders with all that is in them. */
export function FilesDrop({ compact, onGiven }: Props) {
  const { t } = useTranslation("uploads");
  const isFinger = useMedia(fingerScreen);

  function take(files: readonly File[]) {
    const { images, leftOut } = sortOut(files);
    const read = choose(images, leftOut);
    onGiven?.(read);
  }

  const { isOver, handlers } = useDropTarget((dropped) => void filesOfDrop(dropped).then(take));
  return (
    <section
      aria-label={t("drop")}
      {...handlers}
      className={cx(
        "flex flex-wrap items-center justify-center gap-x-4 gap-y-2 rounded-lg border border-dashed border-line-strong px-4 text-center text-sm",
        compact ? "py-2.5" : "flex-col py-6",
        isOver && "border-accent bg-accent-soft",
      )}
    >
      {!compact && <Upload aria-hidden className="size-6 text-ink-3" />}
      {!isFinger && <p className="font-medium">{t("drop_text")}</p>}
      <div className="flex flex-wrap justify-center gap-2">
        <Chooser onFiles={take} icon={<FilePlus />}>
          {t("choose_files")}
        </Chooser>
        {/* A phone or tablet has no folders to choose. */}
        {!isFinger && (
          <Chooser onFiles={take} icon={<FolderPlus />} folder>
            {t("choose_folder")}
          </Chooser>
        )}
      </div>
      {!compact && (
        <p className="max-w-prose text-xs text-ink-3">
          {t("drop_hint", { max: limits.imageBytes / 1024 ** 3 })}
        </p>
      )}
    </section>
  );
}

/** Images, and what lies beside them. */
const accepted =
  ".tif,.tiff,.jp2,.j2k,.zip,.jpg,.jpeg,.png,.tfw,.tifw,.jgw,.pgw,.j2w,.wld,.prj,.xml";

type ChooserProps = {
  folder?: boolean;
  icon: ReactNode;
  onFiles: (files: File[]) => void;
  children: ReactNode;
};

function Chooser({ folder, icon, onFiles, children }: ChooserProps) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className={cx(
        buttonClass("plain", "sm"),
        "cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-accent [&>svg]:size-4",
      )}
    >
      {icon}
      {children}
      <input
        id={id}
        type="file"
        className="sr-only"
        multiple
        // React does not know the attribute that makes it a choice of folders.
        ref={(input) => {
          input?.toggleAttribute("webkitdirectory", folder === true);
        }}
        // A folder is taken whole; what is no image in it is counted.
        accept={folder ? undefined : accepted}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
    </label>
  );
}
