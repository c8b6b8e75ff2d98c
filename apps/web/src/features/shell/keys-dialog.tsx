import { useTranslation } from "react-i18next";
import { Dialog } from "../../ui/dialog.tsx";

const keys = [
  ["J", "key_next_row"],
  ["K", "key_previous_row"],
  ["Enter", "key_open"],
  ["Esc", "key_close_panel"],
  ["/", "key_search_list"],
  ["Ctrl K", "key_search_all"],
  ["F1", "key_guide"],
  ["?", "keys_title"],
] as const;

/** The keys that serve on every screen. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("lists");
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
