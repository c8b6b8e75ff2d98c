import { describe, expect, it } from "vitest";
import {
  fragmentSearch,
  viewerSearch,
} from "../src/features/whole-images/fragments/fragment-search.ts";

describe("the address of fragments", () => {
  it("keeps filters, page and layer", () => {
    const address = { review: "new", with_trees: "1", page: "2", layer: "both" };
    expect(viewerSearch(address)).toMatchObject({
      review: "new",
      with_trees: "1",
      page: 2,
      layer: "both",
    });
  });
  it("leaves out what makes no sense", () => {
    const address = { review: "perhaps", page: "-1", ordering: "colour", with_trees: "0" };
    expect(Object.values(fragmentSearch(address)).every((one) => one === undefined)).toBe(true);
  });
});
