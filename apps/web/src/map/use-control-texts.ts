import type { Map as MapLibreMap } from "maplibre-gl";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

/**
 * MapLibre's own texts in the reader's language; `label` names the map. A loaded map takes them anew when the language
 * changes: it stays as it is, with what is drawn on it. Its controls are made with the `language` that the map speaks.
 */
export function useControlTexts(label: string, map: MapLibreMap | null) {
  const { t, i18n } = useTranslation("map");
  const texts = useMemo(
    (): Record<string, string> => ({
      "Map.Title": label,
      "NavigationControl.ZoomIn": t("zoom_in"),
      "NavigationControl.ZoomOut": t("zoom_out"),
      "FullscreenControl.Enter": t("full_screen"),
      "FullscreenControl.Exit": t("leave_full_screen"),
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
  const [language, setLanguage] = useState(i18n.language);
  useEffect(() => {
    if (!map) return;
    Object.assign(map._locale, texts);
    map.getCanvas().setAttribute("aria-label", texts["Map.Title"] ?? "");
    if (map.cooperativeGestures.isEnabled()) {
      map.cooperativeGestures.disable();
      map.cooperativeGestures.enable();
    }
    setLanguage(i18n.language);
  }, [map, texts, i18n.language]);
  return { texts, language };
}
