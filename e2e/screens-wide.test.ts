/** Every screen at 1440 px, in two languages: see `screen-walk.ts`. */
import { test } from "vitest";
import { forWalks, type Walk, walkScreens } from "./screen-walk.ts";

const at = forWalks();
const walks: Walk[] = [
  { language: "ru", theme: "light", width: 1440, height: 900 },
  { language: "tg", theme: "dark", width: 1440, height: 900 },
];

test.each(walks)(
  "every screen at 1440 px reads right and has no finding: $language, $theme",
  (walk) => walkScreens(at, walk),
);
