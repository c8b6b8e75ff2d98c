import { expect, test } from "vitest";
import { FairQueue } from "../src/render/fair-queue.ts";

function filled(): FairQueue<string> {
  const queue = new FairQueue<string>();
  for (const item of ["a1", "a2", "a3", "b1", "c1", "b2"]) queue.push(item.charAt(0), item);
  return queue;
}

test("askers are served in turn, each in their own order", () => {
  const queue = filled();
  const served = Array.from({ length: 7 }, () => queue.shift());
  expect(served).toEqual(["a1", "b1", "c1", "a2", "b2", "a3", undefined]);
  expect(queue.length).toBe(0);
});

test("whoever comes later waits for one item of each other, not for all", () => {
  const queue = filled();
  expect(queue.shift()).toBe("a1");
  queue.push("d", "d1");
  expect(Array.from({ length: 4 }, () => queue.shift())).toEqual(["b1", "c1", "a2", "d1"]);
});

test("an item leaves from the middle, once, and the counts follow", () => {
  const queue = filled();
  expect(queue.remove("a", "a2")).toBe(true);
  expect(queue.remove("a", "a2")).toBe(false);
  expect([queue.length, queue.lengthOf("a"), queue.lengthOf("z")]).toEqual([5, 2, 0]);
  expect(queue.remove("c", "c1")).toBe(true);
  expect(queue.clear().sort()).toEqual(["a1", "a3", "b1", "b2"]);
  expect(queue.shift()).toBeUndefined();
});
