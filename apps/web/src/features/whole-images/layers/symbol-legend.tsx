import { useTranslation } from "react-i18next";
import { PlaceSymbols, TreeKey } from "../../../map/legend/symbol-keys.tsx";
import { Switch } from "../../../ui/form/switch.tsx";

type Props = {
  /** Rows of young trees were found on the image: they can be drawn too. */
  offersRows: boolean;
  hasRows: boolean;
  onRows: (hasRows: boolean) => void;
};

/** Explains the symbols over a fragment: those of its count, and on demand those of the other method. */
export function SymbolLegend({ offersRows, hasRows, onRows }: Props) {
  const { t } = useTranslation("imagery");
  return (
    <section
      aria-label={t("symbols_title")}
      className="popup grid gap-0.5 px-2.5 py-1.5 text-2xs text-ink-2"
    >
      <TreeKey isOutlined />
      <p className="max-sm:hidden">{t("symbols_neighbour")}</p>
      {offersRows && (
        <div className="pointer-events-auto">
          <Switch
            label={t("symbols_rows")}
            hint={t("symbols_rows_hint")}
            checked={hasRows}
            onChange={onRows}
          />
          {hasRows && <PlaceSymbols />}
        </div>
      )}
    </section>
  );
}
