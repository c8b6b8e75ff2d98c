import { useTranslation } from "react-i18next";
import { Dialog } from "../../../ui/dialog.tsx";

const keys = [
  ["1", "layer_original"],
  ["2", "layer_labelled"],
  ["3", "layer_segmentation"],
  ["4", "layer_both"],
  ["J", "key_next"],
  ["K", "key_previous"],
  ["A", "key_accept"],
  ["R", "key_reject"],
  ["+", "zoom_in"],
  ["−", "zoom_out"],
  ["0", "zoom_fit"],
  ["?", "keys_title"],
  ["Esc", "key_close"],
] as const;

/** All keys of the viewer. */
export function ViewerHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("imagery");
  return (
    <Dialog open onClose={onClose} title={t("keys_title")}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm">
        {keys.map(([key, text]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="inline-block min-w-7 rounded border border-line bg-sunken px-1.5 text-center font-sans text-xs leading-6">
                {key}
              </kbd>
            </dt>
            <dd className="leading-6">{t(text)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
