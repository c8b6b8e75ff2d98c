import { messageOfError } from "@nihol/worker/child/end-message";
import { expect, test } from "vitest";

test.each([
  ["of the files", "ENOSPC"],
  ["of somebody's share of it", "EDQUOT"],
  ["of the database", "53100"],
])("a full disk %s is named, and is no unknown error", (_, code) => {
  expect(messageOfError(Object.assign(new Error("no room"), { code }))).toEqual({
    code: "disk_full",
    params: {},
  });
});
