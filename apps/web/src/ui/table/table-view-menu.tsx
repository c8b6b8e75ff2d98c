import { Menu as Base } from "@base-ui/react/menu";
import { Check, Columns3Cog, RotateCcw } from "lucide-react";
import { useTranslation } from "react-i18next";
import { isShown, switched, type useTableView } from "../../lib/list/table-view.ts";
import { Button } from "../button.tsx";
import { Menu, MenuHeading, MenuItem, MenuSeparator } from "../menu.tsx";

type Props = {
  columns: readonly { id: string; header: string; optional?: boolean }[];
  view: ReturnType<typeof useTableView>;
};

/** Chooses the columns that a table shows and how high its rows are. */
export function TableViewMenu({ columns, view }: Props) {
  const { t } = useTranslation("lists");
  const { choice, density } = view;
  return (
    <Menu
      align="start"
      trigger={
        <Button tone="quiet" size="sm" icon={<Columns3Cog className="size-4" />}>
          <span className="@max-md/list:sr-only">{t("view")}</span>
        </Button>
      }
    >
      <MenuHeading>{t("columns")}</MenuHeading>
      {columns.map((column, index) =>
        index === 0 ? null : (
          <Base.CheckboxItem
            key={column.id}
            checked={isShown(column, index, choice)}
            closeOnClick={false}
            onCheckedChange={() => view.choose(switched(column, choice))}
            className="option"
          >
            <span className="flex size-4 items-center justify-center rounded border border-line-strong">
              <Base.CheckboxItemIndicator>
                <Check aria-hidden className="size-3 text-accent" />
              </Base.CheckboxItemIndicator>
            </span>
            <span className="grow">{column.header}</span>
          </Base.CheckboxItem>
        ),
      )}
      {Object.keys(choice).length > 0 && (
        <MenuItem icon={<RotateCcw />} onSelect={() => view.choose({})}>
          {t("columns_reset")}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuHeading>{t("density")}</MenuHeading>
      {(["comfortable", "compact"] as const).map((one) => (
        <MenuItem key={one} chosen={density === one} onSelect={() => view.setDensity(one)}>
          {t(`density_${one}`)}
        </MenuItem>
      ))}
    </Menu>
  );
}
