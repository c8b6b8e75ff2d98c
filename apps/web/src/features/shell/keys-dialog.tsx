import { useTranslation } from "react-i18next";
import { Dialog } from "../../ui/dialog.tsx";
import { KeyList } from "../../ui/key-values.tsx";

const keys = [
  ["J", "key_next_row"],
  ["K", "key_previous_row"],
  ["Enter", "key_open"],
  ["Esc", "key_close_panel"],
  ["/", "key_search_list"],
  ["Ctrl K", "key_search_all"],
  ["Ctrl Enter", "key_send"],
  ["F1", "key_guide"],
  ["?", "keys_title"],
] as const;

/** The keys that serve on every screen. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("lists");
  return (
    <Dialog open onClose={onClose} title={t("keys_title")}>
      <KeyList keys={keys.map(([key, text]) => [key, t(text)])} />
    </Dialog>
  );
}
