import { expect, test } from "vitest";
import { checkOffered } from "../src/kinds/offered-days.ts";

test.each([
  [["2020-07-01T00:00:00.000Z", "2018-05-09T10:00:00Z"], "2020-07-01, 2018-05-09"],
  [["2016-01-01T00:00:00Z/2017-06-30T00:00:00Z/P1D"], "2016-01-01 – 2017-06-30"],
  [["2016", "2017"], "2017, 2016"],
])("days that there are instead are printed as days: %j", (offered, days) => {
  const refused = () => checkOffered(offered, "2021-03-04", "YYYY-MM-DD");
  expect(refused).toThrow();
  try {
    refused();
  } catch (error) {
    expect(error).toMatchObject({ reason: { params: { day: "2021-03-04", days } } });
  }
});
