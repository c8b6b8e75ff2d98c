/** Files of violations and documents through HTTP: kept byte for byte, given out safely, gone without a trace. */
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendFile, storedKeys } from "../support/attached-files-sender.ts";
import { fileSamples } from "../support/file-samples.ts";
import { grants, type TestApp, testApp } from "../support/test-app.ts";
import { office, zip } from "../support/zip-writer.ts";

let server: TestApp;
let master: Awaited<ReturnType<TestApp["person"]>>;
let token: string;
beforeAll(async () => {
  server = await testApp();
  master = await server.person("MasterAdmin");
  token = (await server.tokensOf(master.email)).access;
});
afterAll(() => server.close());

let made = 0;
const kml = (text = `${++made}`) =>
  Buffer.from(`<kml><Document><Placemark><name>${text}</name></Placemark></Document></kml>`);
const photo = (side = 64) =>
  sharp({
    create: { width: side, height: side, channels: 3, background: { r: ++made, g: 160, b: 90 } },
  })
    .jpeg()
    .toBuffer();

async function owner(table: "violation" | "document", more: object = {}): Promise<string> {
  const name = `Ҳуҷҷат ${++made}`;
  const body =
    table === "violation"
      ? { kind: "fire", title: name, point: [69, 38], observed_on: "2026-05-14", ...more }
      : { name: { tg: name, ru: name, en: name, az: "" }, category: "law", ...more };
  const { id } = (await master.call<{ id: number }>("POST", `/${table}`, body)).body;
  return `/${table}/${id}`;
}
const attach = (path: string, name: string, bytes: Uint8Array, language = "en") =>
  sendFile(server, token, `${path}/file`, { name, bytes }, language);
const fetchFile = (path: string, headers: Record<string, string> = {}) =>
  server.app.inject({
    url: `/api${path}`,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });

for (const table of ["violation", "document"] as const) {
  describe(`a file of a ${table}`, () => {
    test("comes back byte for byte, with its hash, whatever its name is written in", async () => {
      const path = await owner(table);
      const name = "Боғи Рӯдакӣ — нақша (1) “a;b” 100%.kml";
      const bytes = kml();
      const sent = await attach(path, name, bytes);
      expect(sent.status).toBe(201);
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      expect(sent.body).toMatchObject({
        name,
        kind: "kml",
        size: bytes.length,
        sha256,
        uploaded_by: "Test MasterAdmin",
        preview: null,
      });
      const answer = await fetchFile(`${path}/file/${sent.body.id}`, {
        "accept-encoding": "gzip, br",
      });
      expect(answer.rawPayload.equals(bytes)).toBe(true);
      expect((await master.call<{ files: object[] }>("GET", path)).body.files).toEqual([sent.body]);
    });

    test("is given out as an attachment that no browser runs", async () => {
      const path = await owner(table);
      const { body } = await attach(path, "Қонун.docx", office("docx"));
      const { headers } = await fetchFile(`${path}/file/${body.id}`);
      expect(headers).toMatchObject({
        "content-disposition": `attachment; filename="_____.docx"; filename*=UTF-8''${encodeURIComponent("Қонун.docx")}`,
        "x-content-type-options": "nosniff",
        "content-security-policy": "sandbox; default-src 'none'",
        "cache-control": "private, no-store, no-transform",
      });
      expect(headers["content-type"]).toContain("officedocument.wordprocessingml.document");
    });

    test("goes from the store when it is deleted, and when its owner is", async () => {
      const path = await owner(table);
      const folder = `attachment${path}`;
      const first = await attach(path, "a.jpg", await photo());
      await attach(path, "b.kml", kml());
      expect(await storedKeys(server, folder)).toHaveLength(3);
      expect((await master.call("DELETE", `${path}/file/${first.body.id}`)).status).toBe(204);
      expect(await storedKeys(server, folder)).toHaveLength(1);
      expect((await fetchFile(`${path}/file/${first.body.id}`)).statusCode).toBe(404);
      expect((await master.call("DELETE", path)).status).toBe(204);
      expect(await storedKeys(server, folder)).toEqual([]);
      const rows = await server.db.sql
        .selectFrom("audit_log")
        .where("resource", "=", table)
        .where("resource_id", "=", path.split("/").at(-1) ?? "")
        .select("action")
        .orderBy("id")
        .execute();
      expect(rows.map(({ action }) => action)).toEqual([
        "add",
        "file_add",
        "file_add",
        "file_delete",
        "delete",
      ]);
    });

    test("is added and deleted by holders of the permission, and read by all who are signed in", async () => {
      const path = await owner(table);
      const { body } = await attach(path, "a.kml", kml());
      const reader = await server.person(`Reader ${++made}`, {
        permissions: grants({ [table]: "vad" }),
      });
      const readerToken = (await server.tokensOf(reader.email)).access;
      const refused = await sendFile(server, readerToken, `${path}/file`, {
        name: "b.kml",
        bytes: kml(),
      });
      expect(refused.status).toBe(403);
      expect((await reader.call("DELETE", `${path}/file/${body.id}`)).status).toBe(403);
      expect((await reader.call("GET", `${path}/file/${body.id}`)).status).toBe(200);
      expect((await server.anonymous("GET", `${path}/file/${body.id}`)).status).toBe(401);
    });
  });
}

describe("files that are sent", () => {
  test("a photo gets a preview, and stays as it was", async () => {
    const path = await owner("violation");
    const bytes = await sharp({
      create: { width: 2400, height: 1200, channels: 3, background: "#262" },
    })
      .withExif({ IFD0: { Copyright: "далел" } })
      .jpeg()
      .toBuffer();
    const { body } = await attach(path, "a.jpeg", bytes);
    const preview = await fetchFile(`${path}/file/${body.id}/preview`);
    expect(preview.headers["content-type"]).toBe("image/webp");
    expect(await sharp(preview.rawPayload).metadata()).toMatchObject({ width: 1600, height: 800 });
    expect((await fetchFile(`${path}/file/${body.id}`)).rawPayload.equals(bytes)).toBe(true);
  });

  test("twice is noticed, under whatever name", async () => {
    const path = await owner("violation");
    const bytes = kml();
    await attach(path, "аввал.kml", bytes);
    const again = await attach(path, "дуюм.kml", bytes);
    expect([again.status, again.body.file]).toEqual([
      400,
      ["This file is here already: аввал.kml"],
    ]);
    expect(await storedKeys(server, `attachment${path}`)).toHaveLength(1);
    expect((await attach(await owner("violation"), "a.kml", bytes)).status).toBe(201);
  });

  test("twice at the same moment is kept once", async () => {
    const path = await owner("document");
    const bytes = kml();
    const both = await Promise.all([attach(path, "a.kml", bytes), attach(path, "b.kml", bytes)]);
    expect(both.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await storedKeys(server, `attachment${path}`)).toHaveLength(1);
  });

  test("under a name with a path, hidden signs or no ending gets a plain one", async () => {
    const path = await owner("violation");
    const named = async (name: string) => (await attach(path, name, kml())).body.name;
    expect(await named("../../etc/нақша.kml")).toBe("нақша.kml");
    expect(await named("a\u202elmk.kml")).toBe("almk.kml");
    expect(await named("нақша")).toBe("нақша.kml");
    expect(await named(`${"ж".repeat(300)}.kml`)).toBe(`${"ж".repeat(196)}.kml`);
  });

  test("but is not acceptable is refused in the reader's language, and leaves nothing behind", async () => {
    const path = await owner("violation");
    const bad = zip([{ name: "барнома.exe", bytes: "MZ" }]);
    const texts = { ru: "В архиве", tg: "Дар бойгонӣ", az: "Arxivdə", en: "In the archive" };
    for (const [language, start] of Object.entries(texts)) {
      const { status, body } = await attach(path, "a.zip", bad, language);
      expect(status).toBe(400);
      expect(body.file?.join(" ")).toContain(`${start}: барнома.exe`);
    }
    expect((await attach(path, "a.jpg", Buffer.from("<html></html>"))).status).toBe(400);
    expect((await attach(path, "a.kml", Buffer.alloc(0))).status).toBe(400);
    expect(await storedKeys(server, `attachment${path}`)).toEqual([]);
  });

  test("a photo whose structure is sound and whose pixels are not is refused", async () => {
    const path = await owner("violation");
    const bytes = await sharp(await photo(64))
      .png()
      .toBuffer();
    const data = bytes.indexOf("IDAT");
    const end = data + 4 + bytes.readUInt32BE(data - 4);
    bytes.fill(0x55, data + 6, end);
    bytes.writeUInt32BE(crc32(bytes.subarray(data, end)), end);
    const { status } = await attach(path, "a.png", bytes);
    expect(status).toBe(400);
    expect(await storedKeys(server, `attachment${path}`)).toEqual([]);
  });

  test("beyond 50 MB is refused and leaves nothing behind", async () => {
    const path = await owner("violation");
    const { status, body } = await attach(path, "a.pdf", Buffer.alloc(50 * 1024 ** 2 + 1, 65));
    expect([status, body.file?.[0]]).toEqual([400, expect.stringMatching(/50 ?MB/)]);
    expect(await storedKeys(server, `attachment${path}`)).toEqual([]);
    expect(await storedKeys(server, "")).not.toContain(".incoming");
  });

  test("of an unknown record, or outside the scope, is not found", async () => {
    expect((await attach("/violation/999999", "a.kml", kml())).status).toBe(404);
    const square = (west: number) => ({
      type: "Polygon",
      coordinates: [
        [
          [west, 38],
          [west + 1, 38],
          [west + 1, 39],
          [west, 39],
          [west, 38],
        ],
      ],
    });
    const name = { tg: "Дур", ru: "Дур", en: "Far", az: "" };
    const region = await master.call<{ id: number }>("POST", "/region", {
      name,
      boundary: square(60),
    });
    const far = await owner("violation", { point: [60.5, 38.5] });
    const here = await owner("violation");
    const { body } = await attach(here, "a.kml", kml());
    const person = await server.person(`Far ${++made}`, {
      permissions: grants({ violation: "vacd" }),
      regions: [region.body.id],
    });
    const theirs = (await server.tokensOf(person.email)).access;
    const to = (path: string) =>
      sendFile(server, theirs, `${path}/file`, { name: "b.kml", bytes: kml() });
    expect((await to(far)).status).toBe(201);
    expect((await to(here)).status).toBe(404);
    for (const path of ["", "/preview"])
      expect((await person.call("GET", `${here}/file/${body.id}${path}`)).status).toBe(404);
    expect((await person.call("DELETE", `${here}/file/${body.id}`)).status).toBe(404);
    // Another's file is not reached through one's own violation.
    expect((await person.call("GET", `${far}/file/${body.id}`)).status).toBe(404);
  });
});

test("an upload that breaks off leaves nothing behind", async () => {
  const path = await owner("violation");
  await server.app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = server.app.server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  socket.write(
    `POST /api${path}/file HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 9000000\r\n\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-`,
  );
  socket.write(Buffer.alloc(2_000_000, 65));
  const incoming = join(server.files.path("x"), "..", ".incoming");
  await expect.poll(() => readdirSync(incoming)).toHaveLength(1);
  socket.destroy();
  await expect
    .poll(async () => [await storedKeys(server, `attachment${path}`), readdirSync(incoming)])
    .toEqual([[], []]);
});

test("no hostile file gets in, none ends the server, and each refusal says why", async () => {
  const path = await owner("document");
  for (const { name, bytes, taken } of await fileSamples()) {
    const { status, body } = await attach(path, name, bytes, "tg");
    expect([name, status]).toEqual([name, taken ? 201 : 400]);
    if (!taken) expect(body.file?.join(" "), name).toMatch(/[а-яғӣқӯҳҷ]{3}/i);
  }
});
