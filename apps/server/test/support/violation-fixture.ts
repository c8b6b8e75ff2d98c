/** Rows that the tests of violations write: named regions side by side, and a violation in the first of them. */

let made = 0;

export const names = (text: string) => ({ tg: text, ru: text, en: text, az: "" });

/** From 38° to 39° north, between two meridians. */
export const box = (from: number, to: number) => ({
  type: "Polygon",
  coordinates: [
    [
      [from, 38],
      [to, 38],
      [to, 39],
      [from, 39],
      [from, 38],
    ],
  ],
});

/** A violation as somebody writes it down, at 69.2° E; every title is new. */
export const violationBody = (more: object = {}) => ({
  kind: "illegal_felling",
  title: `Бурида ${++made}`,
  point: [69.2, 38.5],
  observed_on: "2026-05-14",
  ...more,
});
