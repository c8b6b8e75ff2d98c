import { useTranslation } from "react-i18next";
import type { EachResult } from "../../lib/list/each-row.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useFailureText } from "../../ui/error-panel.tsx";

type Props<Row> = {
  title: string;
  text?: string;
  left: EachResult<Row>["left"];
  rowLabel: (row: Row) => string;
  onClose: () => void;
};

/** After something was done with many records: those that stayed as they were, each with its reason. */
export function BulkLeft<Row extends { id: number }>(props: Props<Row>) {
  const { title, text, left, rowLabel, onClose } = props;
  const { t } = useTranslation("app");
  const failureText = useFailureText();
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={<Button onClick={onClose}>{t("close")}</Button>}
    >
      {text && <p className="mb-2 text-ink-2">{text}</p>}
      <ul className="divide-y divide-line">
        {left.map(({ row, error }) => (
          <li key={row.id} className="py-2">
            <p className="font-medium break-words">{rowLabel(row)}</p>
            <p className="text-sm text-ink-2">{failureText(error)}</p>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
