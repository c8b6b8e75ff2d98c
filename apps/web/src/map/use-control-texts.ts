import { useMemo } from "react";
import { useTranslation } from "react-i18next";

/** MapLibre's own texts in the reader's language; `label` names the map. */
export function useControlTexts(label: string): Record<string, string> {
  const { t } = useTranslation("map");
  return useMemo(
    () => ({
      "Map.Title": label,
      "NavigationControl.ZoomIn": t("zoom_in"),
      "NavigationControl.ZoomOut": t("zoom_out"),
      "AttributionControl.ToggleAttribution": t("attribution"),
      "Popup.Close": t("close_popup"),
      "CooperativeGesturesHandler.WindowsHelpText": t("wheel_help"),
      "CooperativeGesturesHandler.MacHelpText": t("wheel_help_mac"),
      "CooperativeGesturesHandler.MobileHelpText": t("touch_help"),
      "ScaleControl.Meters": t("meters"),
      "ScaleControl.Kilometers": t("kilometers"),
    }),
    [label, t],
  );
}
