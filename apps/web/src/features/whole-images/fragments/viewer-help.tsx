import { useTranslation } from "react-i18next";
import { Dialog } from "../../../ui/dialog.tsx";
import { KeyList } from "../../../ui/key-values.tsx";
import { editKeys } from "../corrections/edit-keys.ts";

const looking = [
  ["1", "layer_original"],
  ["2", "layer_labelled"],
  ["3", "layer_segmentation"],
  ["4", "layer_both"],
  ["J", "key_next"],
  ["K", "key_previous"],
  ["A", "key_accept"],
  ["R", "key_reject"],
  ["T", "key_take_back"],
  ["Q", "next_to_check"],
  ["E", "key_correct"],
  ["V", "key_view"],
  ["+", "zoom_in"],
  ["−", "zoom_out"],
  ["0", "zoom_fit"],
  ["?", "keys_title"],
  ["Esc", "key_close"],
] as const;

const correcting = looking.filter(([key]) =>
  ["J", "K", "Q", "V", "+", "−", "0", "?", "Esc"].includes(key),
);

/** All keys of the viewer, as it is now. */
export function ViewerHelp({
  isCorrecting,
  onClose,
}: {
  isCorrecting: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation(["imagery", "corrections"]);
  const keys = isCorrecting
    ? [
        ...editKeys.map(([key, act]) => [key, t(`corrections:key_${act}`)] as const),
        ...correcting.map(([key, text]) => [key, t(text)] as const),
      ]
    : looking.map(([key, text]) => [key, t(text)] as const);
  return (
    <Dialog open onClose={onClose} title={t("keys_title")}>
      <KeyList keys={keys} />
    </Dialog>
  );
}
