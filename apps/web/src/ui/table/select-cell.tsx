import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { CheckBox } from "../form/checkbox.tsx";

/** Of the column with the boxes, in heads and rows. */
export const selectCellClass = "w-11 ps-5 pe-1 align-middle @max-sm/list:ps-4";

type SelectProps = {
  /** Of the row. */
  label: string;
  selected: boolean;
  onSelect: (range: boolean) => void;
  className?: string;
  role?: "cell";
};

/** The box by which a row is selected. */
export function SelectCell(props: SelectProps) {
  const { label, selected, onSelect, className = selectCellClass, role } = props;
  const { t } = useTranslation("lists");
  // The box's own event only says that it was switched, not with which keys.
  const handleClick = (event: MouseEvent) => {
    event.stopPropagation();
    event.preventDefault();
    onSelect(event.shiftKey);
  };
  return (
    <td
      data-print="no"
      role={role}
      className={className}
      onClickCapture={handleClick}
      onMouseDown={keepText}
    >
      <CheckBox
        label={t("select_row", { name: label })}
        checked={selected}
        onChange={() => onSelect(false)}
      />
    </td>
  );
}

/** A range of rows is meant, not of their words. */
function keepText(event: MouseEvent) {
  if (event.shiftKey) event.preventDefault();
}
