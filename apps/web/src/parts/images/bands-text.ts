import type { Upload } from "@nihol/contract/imagery/uploads";
import type { TFunction } from "i18next";

type Bands = NonNullable<Upload["facts"]>["bands"];

const colours = ["red", "green", "blue", "nir", "alpha"] as const;

/** The bands of a file in its own order, each by its number and what it shows: "1 red, 2 green, …". */
export function bandsText(bands: Bands, t: TFunction<"imagery"> | TFunction): string {
  return (
    colours
      .flatMap((colour) => {
        const number = bands[colour];
        return number === null ? [] : [{ number, name: t(`imagery:band_${colour}`) }];
      })
      .sort((a, b) => a.number - b.number)
      // A number at the end of a line would be read with the colour before it.
      .map(({ number, name }) => `${number}\u00a0${name}`)
      .join(", ")
  );
}
