/** Fields in which one types or chooses; files, boxes and what a control hides for the browser's sake are none. */
const fields = [
  'input:not([type="hidden"], [type="file"], [type="checkbox"], [type="radio"])',
  "textarea",
  '[role="combobox"]',
]
  .map((one) => `${one}:not([aria-hidden="true"], :disabled, [data-disabled])`)
  .join(", ");

/** A list that holds a choice already: letters typed there would choose something else. */
const isChosen = (field: HTMLElement) =>
  field.matches('[role="combobox"]:not(input)') &&
  !field.matches("[data-placeholder]") &&
  !field.querySelector("[data-placeholder]");

/** The field of a dialog that one goes on with: the first one that is not a list with a choice, or else the first. */
export function firstField(within: HTMLElement): HTMLElement | undefined {
  const all = [...within.querySelectorAll<HTMLElement>(fields)];
  return all.find((one) => !isChosen(one)) ?? all[0];
}
