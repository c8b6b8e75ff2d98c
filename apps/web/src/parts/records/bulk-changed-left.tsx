import { useTranslation } from "react-i18next";
import type { EachResult } from "../../lib/list/each-row.ts";
import { useFormat } from "../../lib/text/format.ts";
import { BulkLeft } from "./bulk-left.tsx";

type Props<Row> = {
  result: EachResult<Row>;
  rowLabel: (row: Row) => string;
  onClose: () => void;
};

/** After a change of many rows that was refused for some: how many were changed, and each other one with its reason. */
export function BulkChangedLeft<Row extends { id: number }>(props: Props<Row>) {
  const { rowLabel, onClose } = props;
  const { done, left } = props.result;
  const { t } = useTranslation("lists");
  const format = useFormat();
  const counts = { done: format.number(done.length), left: format.number(left.length) };
  return (
    <BulkLeft
      title={t("bulk_changed_left", counts)}
      text={t("bulk_changed_left_text")}
      left={left}
      rowLabel={rowLabel}
      onClose={onClose}
    />
  );
}
