import { Monitor, Moon, Sun } from "lucide-react";
import { useTranslation } from "react-i18next";
import { themes, useTheme } from "../../lib/theme.ts";
import { iconButtonClass } from "../../ui/icon-button.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";

const icons = { light: Sun, dark: Moon, system: Monitor };

export function ThemeMenu() {
  const { t } = useTranslation("app");
  const [theme, setTheme] = useTheme();
  const Icon = icons[theme];
  const trigger = (
    <button type="button" aria-label={t("theme")} className={iconButtonClass}>
      <Icon />
    </button>
  );
  return (
    <Menu trigger={trigger}>
      {themes.map((one) => {
        const Shape = icons[one];
        return (
          <MenuItem
            key={one}
            icon={<Shape />}
            chosen={theme === one}
            onSelect={() => setTheme(one)}
          >
            {t(`theme_${one}`)}
          </MenuItem>
        );
      })}
    </Menu>
  );
}
