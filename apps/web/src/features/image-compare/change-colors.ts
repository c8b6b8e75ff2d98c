import type { TreeChange } from "@nihol/contract/values/imagery/image-compare";

/** Colours that colour-blind people can distinguish, the same in both themes; a sign beside each, since colour is not enough. */
export const changeColors: Record<TreeChange, string> = {
  kept: "#8c8c8c",
  planted: "#2166ac",
  lost: "#b2182b",
  not_visible: "#6b665b",
};

export const changeSigns: Record<TreeChange, string> = {
  kept: "•",
  planted: "+",
  lost: "×",
  not_visible: "?",
};
