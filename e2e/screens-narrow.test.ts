/** Every screen at 360 px, in two languages: see `screen-walk.ts`. */
import { test } from "vitest";
import { forWalks, type Walk, walkScreens } from "./screen-walk.ts";

const at = forWalks();
const walks: Walk[] = [
  { language: "az", theme: "light", width: 360, height: 740 },
  { language: "en", theme: "dark", width: 360, height: 740 },
];

test.each(walks)(
  "every screen at 360 px reads right and has no finding: $language, $theme",
  (walk) => walkScreens(at, walk),
);
