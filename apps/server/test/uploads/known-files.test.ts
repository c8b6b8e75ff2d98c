/** Words on files before they are sent: said to whom they may be, and no more. */
import type { FileCheck } from "@nihol/contract/imagery/uploads";
import { fingerprintOf } from "@nihol/geo/tiff/fingerprint";
import { bufferSource } from "@nihol/geo/tiff/tiff";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  geoTiff,
  type ImageryServer,
  imageryServer,
  type Visitor,
} from "../support/imagery-server.ts";
import { everything, insertPublished, name, square } from "../support/imagery-world.ts";
import { grants } from "../support/test-app.ts";

let server: ImageryServer;
let owner: Visitor;
let local: Visitor;
let home: { requester: number; region: number; district: number };
let image: { id: number; process: number };
const sent = geoTiff({ size: 256 });
const other = geoTiff({ size: 256, seed: 4 });

beforeAll(async () => {
  server = await imageryServer();
  owner = await server.visitor("MasterAdmin");
  const region = async (west: number) => {
    const body = { name, boundary: square(west, 38, 1) };
    return (await owner.call<{ id: number }>("POST", "/region", body)).body.id;
  };
  const [here, elsewhere] = [await region(68), await region(70)];
  local = await server.visitor("Local", { permissions: everything, regions: [elsewhere] });
  const district = await owner.call<{ id: number }>("POST", "/district", { name, region: here });
  home = { requester: owner.id, region: here, district: district.body.id };
  image = await insertPublished(server, home, "2025-05-01");
  await owner.send(sent, "garden.tif");
});
afterAll(() => server.close());

interface Chosen {
  name?: string;
  size?: number;
  fingerprint?: string | null;
  gsd_m?: number | null;
  date?: string | null;
  bbox?: [number, number, number, number] | null;
}
const blank = { name: "new.tif", size: 1, fingerprint: null, gsd_m: null, date: null, bbox: null };

const check = async (who: Visitor, ...files: Chosen[]) => {
  const body = { files: files.map((file) => ({ ...blank, ...file })) };
  const answer = await who.call<{ files: FileCheck[]; max_gsd_m: number }>(
    "POST",
    "/upload/check",
    body,
  );
  expect(answer.status).toBe(200);
  return answer.body;
};
const first = async (who: Visitor, file: Chosen) => (await check(who, file)).files[0];
const asFile = async (bytes: Buffer, file = "renamed.tif") => ({
  name: file,
  size: bytes.length,
  fingerprint: await fingerprintOf(bufferSource(bytes)),
});

describe("a file that was sent before", () => {
  test("is known by its content under another name", async () => {
    expect(await first(owner, await asFile(sent))).toMatchObject({
      same_file: { basis: "content", file_name: "garden.tif", process: null },
    });
  });
  test("is not taken for another one of its name and size", async () => {
    const file = { ...(await asFile(other, "garden.tif")), size: sent.length };
    expect((await first(owner, file))?.same_file).toBeNull();
  });
  test("is known by name and size where its content is not", async () => {
    const file = { name: "garden.tif", size: sent.length };
    expect((await first(owner, file))?.same_file).toMatchObject({ basis: "name" });
  });
  test("is nobody else's to know of", async () => {
    expect((await first(local, await asFile(sent)))?.same_file).toBeNull();
  });
});

describe("an image of the same day", () => {
  const bbox: [number, number, number, number] = [68.702, 38.502, 68.712, 38.51];
  test("that shows most of the same ground is named", async () => {
    expect((await first(owner, { date: "2025-05-01", bbox }))?.same_day).toEqual({
      whole_image: image.id,
      file_name: expect.any(String),
    });
  });
  test("is not named for another day, and for ground that it hardly touches", async () => {
    const { files } = await check(
      owner,
      { date: "2025-05-02", bbox },
      { date: "2025-05-01", bbox: [68.709, 38.509, 68.72, 38.52] },
    );
    expect(files.map(({ same_day }) => same_day)).toEqual([null, null]);
  });
  test("is not named to whom it is not shown", async () => {
    expect((await first(local, { date: "2025-05-01", bbox }))?.same_day).toBeNull();
    const blind = await server.visitor("Blind", {
      permissions: grants({ satelliteimagery: "va" }),
    });
    expect((await first(blind, { date: "2025-05-01", bbox }))?.same_day).toBeNull();
  });
});

test("a file coarser than trees are counted in is said to be so", async () => {
  const { files, max_gsd_m } = await check(owner, { gsd_m: 0.6 }, { gsd_m: 30 }, {});
  expect(files.map(({ too_coarse }) => too_coarse)).toEqual([false, true, false]);
  expect(max_gsd_m).toBeGreaterThan(0.6);
});

test("a file beyond a person's territories is said to be so, to them alone", async () => {
  const files: Chosen[] = [
    { bbox: [68.4, 38.4, 68.6, 38.6] },
    { bbox: [70.4, 38.4, 70.6, 38.6] },
    { bbox: null },
  ];
  const outside = async (who: Visitor) =>
    (await check(who, ...files)).files.map(({ out_of_scope }) => out_of_scope);
  expect(await outside(local)).toEqual([true, false, false]);
  expect(await outside(owner)).toEqual([false, false, false]);
});

test("needs the right to add imagery", async () => {
  const viewer = await server.visitor("Viewer", { permissions: grants({ satelliteimagery: "v" }) });
  expect((await viewer.call("POST", "/upload/check", { files: [blank] })).status).toBe(403);
});
