/** Capabilities of tens of megabytes: read, without holding up whoever shares the process. */
import { expect, test } from "vitest";
import { childrenOf, readXml } from "../src/kinds/xml.ts";

test("a long document is read in pieces, and others get their turn between them", async () => {
  const layers = 40_000;
  const layer = "<Layer><Name>рӯди Вахш &amp; дигарон</Name></Layer>";
  let turns = 0;
  let isRead = false;
  const count = () => {
    turns += 1;
    if (!isRead) setImmediate(count);
  };
  count();
  const root = await readXml(`<Capability>${layer.repeat(layers)}</Capability>`);
  isRead = true;
  const found = childrenOf(root, "Layer");
  expect(found).toHaveLength(layers);
  // An entity or a letter that a piece ends within is whole.
  expect(new Set(found.map((one) => childrenOf(one, "Name")[0]?.text))).toEqual(
    new Set(["рӯди Вахш & дигарон"]),
  );
  expect(turns).toBeGreaterThanOrEqual(10);
});

test.each(["", "no XML", "<a><b></a>", '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'])(
  "%j is refused",
  async (text) => {
    await expect(readXml(text)).rejects.toThrow("source_xml");
  },
);
