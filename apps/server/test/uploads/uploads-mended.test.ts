import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import { textLanguages } from "@nihol/locales/text";
import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { checkUpload } from "../../src/features/uploads/check.ts";
import { inTurnByKey } from "../../src/shared/threads/in-turn.ts";
import { geoTiff } from "../support/imagery-server.ts";
import { uploadWorld } from "../support/upload-world.ts";

const { server, owner, folder } = await uploadWorld();
const drawn = join(folder, "drawn.tif");

writeFileSync(drawn, geoTiff({ seed: 8, size: 256 }));

/** The endings of what is kept of an upload. */
async function filesOf(id: string): Promise<string[]> {
  const endings: string[] = [];
  for await (const { key } of server.files.list("upload"))
    if (key.startsWith(`upload/${id}`)) endings.push(key.slice(`upload/${id}`.length));
  return endings.sort();
}

/** The drawn image without its place, and the place as texts. */
function bareAndBeside() {
  const to = join(folder, "bare.tif");
  const how = ["-q", "--config", "GDAL_PAM_ENABLED", "NO", "-b", "1", "-b", "2", "-b", "3"];
  const tall = ["-co", "PROFILE=BASELINE", "-co", "TFW=YES", "-co", "PHOTOMETRIC=RGB"];
  execFileSync("gdal_translate", [...how, ...tall, drawn, to], { stdio: "pipe" });
  const projection = execFileSync("gdalsrsinfo", ["-o", "wkt1", drawn], { encoding: "utf8" });
  const worldfile = readFileSync(join(folder, "bare.tfw"), "utf8");
  return { bare: readFileSync(to), beside: { worldfile, projection: projection.trim() } };
}

test("an image whose place came beside it becomes a process, and its page says what was done", async () => {
  server.startWorker();
  const { bare, beside } = bareAndBeside();
  const refused = await owner.send(bare, "bare.tif");
  expect(refused.problem?.code).toBe("no_georeference");
  const plain = await owner.send(readFileSync(drawn), "drawn.tif");
  const sent = await owner.send(bare, "bare.tif", beside);
  expect(sent).toMatchObject({ status: "ready", facts: { mended: ["place_beside"] } });
  for (const [n, degrees] of (plain.facts?.bbox ?? []).entries())
    expect(sent.facts?.bbox[n]).toBeCloseTo(degrees, 6);
  expect(existsSync(`${server.files.path(`upload/${sent.id}`)}.mend`)).toBe(false);
  const order = { upload: sent.id, date: "2023-06-12" };
  const started = await owner.call<{ id: number }>("POST", "/satellite-imagery", order);
  expect(started.status).toBe(201);
  expect(await server.ended(owner, started.body.id)).toMatchObject({ status: "completed" });
  const list = await owner.call<{ results: WholeImage[] }>("GET", "/whole-image");
  const [image] = list.body.results;
  expect(image).toMatchObject({
    ...{ mended: ["place_beside"], file_name: "bare.tif", sent_file: true },
  });
  const original = await owner.fetchAt("GET", `/whole-image/${image?.id}/file/original`);
  expect(original.headers.get("content-disposition")).toContain('"bare.tif"');
  expect(Buffer.from(await original.arrayBuffer()).equals(bare)).toBe(true);
  const kept = () => filesOf(sent.id);
  expect(await kept()).toEqual(["", ".json", ".sent"]);
  expect((await owner.call("DELETE", `/satellite-imagery/${started.body.id}`)).status).toBe(204);
  expect(await kept()).toEqual([]);
});

test("colours at half resolution are told of a file and of its image, also where it was converted", async () => {
  const saved = (name: string, ...args: string[]) => {
    const to = join(folder, name);
    const three = ["-q", "--config", "GDAL_PAM_ENABLED", "NO", "-b", "1", "-b", "2", "-b", "3"];
    execFileSync("gdal_translate", [...three, ...args, drawn, to], { stdio: "pipe" });
    return readFileSync(to);
  };
  const factsOf = async (...sent: Parameters<typeof owner.send>) =>
    (await owner.send(...sent)).facts;
  const jpeg = ["-co", "COMPRESS=JPEG"];
  expect(await factsOf(saved("own.tif", ...jpeg), "own.tif")).toMatchObject({
    half_colours: false,
  });
  const { beside } = bareAndBeside();
  expect(await factsOf(saved("half.jpg", "-of", "JPEG"), "half.jpg", beside)).toMatchObject({
    half_colours: true,
  });
  const half = await owner.send(saved("half.tif", ...jpeg, "-co", "PHOTOMETRIC=YCBCR"), "half.tif");
  expect(half.facts).toMatchObject({ half_colours: true, mended: [] });
  server.startWorker();
  const order = { upload: half.id, date: "2023-07-12" };
  const started = await owner.call<{ id: number }>("POST", "/satellite-imagery", order);
  expect(await server.ended(owner, started.body.id)).toMatchObject({ status: "completed" });
  const list = await owner.call<{ results: WholeImage[] }>("GET", "/whole-image");
  expect(list.body.results.find(({ date }) => date === "2023-07-12")).toMatchObject({
    half_colours: true,
  });
  expect((await owner.call("DELETE", `/satellite-imagery/${started.body.id}`)).status).toBe(204);
});

test("a ZIP is one image; one without an image is refused in four languages", async () => {
  const sent = await owner.send(zipSync({ "a.tif": readFileSync(drawn) }), "a.zip");
  expect(sent).toMatchObject({ status: "ready", facts: { mended: ["archive"] } });
  expect(await filesOf(sent.id)).toEqual(["", ".json", ".sent"]);
  expect((await owner.call("DELETE", `/upload/${sent.id}`)).status).toBe(204);
  expect(await filesOf(sent.id)).toEqual([]);
  const empty = await owner.send(zipSync({ "a.txt": strToU8("nothing") }), "b.zip");
  expect(empty.problem?.code).toBe("archive_without_image");
  const texts = await Promise.all(textLanguages.map((one) => owner.look(empty.id, one)));
  expect(new Set(texts.map(({ problem }) => problem?.detail)).size).toBe(textLanguages.length);
});

test("a conversion that was cut off after the sent file was put aside begins with it again", async () => {
  const bytes = zipSync({ "a.tif": readFileSync(drawn) });
  const { id } = await owner.send(bytes, "cut.zip");
  await server.db.sql
    .updateTable("upload")
    .set({ status: "checking", check_until: null, facts: null, sent_key: null })
    .where("id", "=", id)
    .execute();
  const { files } = server;
  await files.erase(`upload/${id}`);
  const again = { db: server.db.sql, files, closing: new AbortController().signal };
  const leases = { hold: (_: string, work: () => Promise<void>) => work() };
  const inTurn = inTurnByKey<number>();
  const log = (error: unknown) => expect.unreachable(String(error));
  await checkUpload(
    { ...again, leases, inTurn, log },
    { id, userId: owner.id, fileName: "cut.zip" },
  );
  expect(await owner.look(id)).toMatchObject({ status: "ready", facts: { mended: ["archive"] } });
  expect(readFileSync(files.path(`upload/${id}.sent`)).equals(bytes)).toBe(true);
});
