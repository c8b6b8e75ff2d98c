import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { geoTiff } from "../support/imagery-server.ts";
import { uploadWorld } from "../support/upload-world.ts";

const { server, owner, folder } = await uploadWorld();

/** A drawn garden whose first band is blue, and which does not say so. */
function blueFirst(seed: number): Buffer {
  const [from, to] = [join(folder, "drawn.tif"), join(folder, "blue-first.tif")];
  writeFileSync(from, geoTiff({ seed, size: 256 }));
  const bands = ["3", "2", "1"].flatMap((band) => ["-b", band]);
  const said = ["-co", "PHOTOMETRIC=MINISBLACK", "-colorinterp", "gray,undefined,undefined"];
  execFileSync("gdal_translate", ["-q", ...bands, ...said, from, to], { stdio: "ignore" });
  return readFileSync(to);
}

describe("an image that does not say which band is which", () => {
  test("waits for a person, who sees each reading; the answer is kept with the image", async () => {
    server.startWorker();
    const sent = await owner.send(blueFirst(5), "garden.tif");
    expect(sent.status).toBe("ready");
    expect(sent.facts?.band_readings.map(({ red, blue }) => [red, blue])).toEqual([
      [1, 3],
      [3, 1],
    ]);
    const order = { upload: sent.id, date: "2023-06-12" };
    const early = await owner.call("POST", "/satellite-imagery", order);
    expect(early.status).toBe(400);
    expect(early.body).toEqual({ upload: [expect.stringMatching(/which band is red/)] });
    for (const reading of [0, 1]) {
      const picture = await owner.fetchAt("GET", `/upload/${sent.id}/bands/${reading}`);
      expect(picture.headers.get("content-type")).toBe("image/webp");
      const { width } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata();
      expect(width).toBe(256);
    }
    const answer = await owner.call("PUT", `/upload/${sent.id}/bands`, { reading: 1 });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ facts: { bands: { red: 3, blue: 1, basis: "person" } } });
    const started = await owner.call<{ id: number }>("POST", "/satellite-imagery", order);
    expect(started.status).toBe(201);
    expect(await server.ended(owner, started.body.id)).toMatchObject({ status: "completed" });
    const late = await owner.call("PUT", `/upload/${sent.id}/bands`, { reading: 0 });
    expect(late.status).toBe(409);
    const list = await owner.call<{ results: { bands: object }[] }>("GET", "/whole-image");
    expect(list.body.results[0]?.bands).toMatchObject({
      red: 3,
      green: 2,
      blue: 1,
      basis: "person",
    });
  });

  test("is nobody else's, and has no other readings", async () => {
    const { id } = await owner.send(blueFirst(6), "other.tif");
    const other = await server.visitor("MasterAdmin");
    expect((await other.fetchAt("GET", `/upload/${id}/bands/0`)).status).toBe(404);
    expect((await other.call("PUT", `/upload/${id}/bands`, { reading: 0 })).status).toBe(404);
    expect((await owner.call("PUT", `/upload/${id}/bands`, { reading: 7 })).status).toBe(404);
  });

  test("an image that says it is not asked about", async () => {
    const { facts } = await owner.send(geoTiff({ seed: 7, size: 256 }), "plain.tif");
    expect(facts?.band_readings).toEqual([]);
  });
});
