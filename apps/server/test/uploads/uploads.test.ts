import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { limits } from "@nihol/contract/values/limits";
import { describe, expect, test } from "vitest";
import { geoTiff } from "../support/imagery-server.ts";
import { grants } from "../support/test-app.ts";
import { uploadWorld } from "../support/upload-world.ts";

const { server, owner } = await uploadWorld();
const stranger = await server.visitor("MasterAdmin");
const bytes = geoTiff({ size: 256 });
const sha256 = (data: Uint8Array) => createHash("sha256").update(data).digest("hex");

const stored = (id: string) => readFile(server.files.path(`upload/${id}`));
const problem = async (answer: Response) => ({
  status: answer.status,
  code: JSON.parse(await answer.text()).code as string,
});

describe("a resumable upload", () => {
  test("says after a part how much has arrived", async () => {
    const id = await owner.begin(bytes.length);
    await owner.patch(id, 0, bytes.subarray(0, 1001));
    const head = await owner.tus("HEAD", `/upload/${id}`);
    expect(head.headers.get("upload-offset")).toBe("1001");
    expect(head.headers.get("upload-length")).toBe(`${bytes.length}`);
    expect(await owner.look(id)).toMatchObject({ status: "receiving", received: 1001 });
  });

  test("goes on at the exact byte and is the same file in the end", async () => {
    const id = await owner.begin(bytes.length);
    await owner.patch(id, 0, bytes.subarray(0, 777));
    const answer = await owner.patch(id, 777, bytes.subarray(777));
    expect(answer.status).toBe(204);
    expect(await owner.checked(id)).toMatchObject({ status: "ready", received: bytes.length });
    expect(sha256(await stored(id))).toBe(sha256(bytes));
  });

  test("has the metadata that ingest read in it", async () => {
    const { facts, problem } = await owner.send(bytes, "garden.tif");
    expect(problem).toBeNull();
    expect(facts).toMatchObject({ width: 256, height: 256, bits: 8, capture_date: "2023-06-12" });
    expect(facts?.gsd_m).toBeCloseTo(0.25, 2);
  });

  test("refuses bytes at a wrong place with 409 and keeps what it has", async () => {
    const id = await owner.begin(bytes.length);
    await owner.patch(id, 0, bytes.subarray(0, 500));
    const answer = await owner.patch(id, 400, bytes.subarray(400));
    expect(await problem(answer)).toEqual({ status: 409, code: "conflict" });
    expect(sha256(await stored(id))).toBe(sha256(bytes.subarray(0, 500)));
  });

  test("refuses more bytes than were announced", async () => {
    const id = await owner.begin(100);
    const answer = await owner.patch(id, 0, bytes.subarray(0, 200)).catch(() => undefined);
    expect([413, undefined]).toContain(answer?.status);
    if (answer) expect(await problem(answer)).toEqual({ status: 413, code: "more_than_announced" });
    expect((await owner.look(id)).status).toBe("receiving");
  });

  test("may bring its bytes with its announcement", async () => {
    const answer = await owner.tus("POST", "/upload", {
      headers: {
        "upload-length": `${bytes.length}`,
        "content-type": "application/offset+octet-stream",
      },
      body: new Uint8Array(bytes),
    });
    expect(answer.status).toBe(201);
    const id = answer.headers.get("location")?.split("/").at(-1) ?? "";
    expect((await owner.checked(id)).status).toBe("ready");
  });

  test("passes a proxy that lets only GET and POST through", async () => {
    const override = (method: string, id: string, headers = {}, body?: Uint8Array) =>
      owner.tus("POST", `/upload/${id}`, {
        headers: { "x-http-method-override": method, ...headers },
        ...(body && { body: new Uint8Array(body) }),
      });
    const part = { "content-type": "application/offset+octet-stream" };
    const id = await owner.begin(bytes.length);
    const first = await override(
      "PATCH",
      id,
      { ...part, "upload-offset": "0" },
      bytes.subarray(0, 500),
    );
    expect([first.status, first.headers.get("upload-offset")]).toEqual([204, "500"]);
    const head = await override("HEAD", id);
    expect([head.status, head.headers.get("upload-offset")]).toEqual([200, "500"]);
    await override("PATCH", id, { ...part, "upload-offset": "500" }, bytes.subarray(500));
    expect((await owner.checked(id)).status).toBe("ready");
    expect(
      (
        await stranger.tus("POST", `/upload/${id}`, {
          headers: { "x-http-method-override": "DELETE" },
        })
      ).status,
    ).toBe(404);
    const other = await override("PUT", id);
    expect([other.status, other.headers.get("allow")]).toEqual([405, "DELETE, GET, HEAD, PATCH"]);
    expect((await override("DELETE", id)).status).toBe(204);
    expect((await owner.fetchAt("GET", `/upload/${id}`)).status).toBe(404);
  });

  test("says of tus what the server does, and no more", async () => {
    const said = await owner.tus("OPTIONS", "/upload");
    expect(said.headers.get("tus-extension")).toBe("creation,creation-with-upload,termination");
    for (const version of ["0.2.2", ""]) {
      const answer = await owner.tus("POST", "/upload", {
        headers: { "tus-resumable": version, "upload-length": "100" },
      });
      expect([answer.status, answer.headers.get("tus-version")], version).toEqual([412, "1.0.0"]);
      expect(JSON.parse(await answer.text()).detail).toContain("tus 1.0.0");
    }
    const deferred = JSON.parse(await (await owner.create(undefined)).text());
    expect(deferred).toMatchObject({
      code: "invalid",
      detail: expect.stringMatching(/upload-(defer-)?length/),
    });
    const id = await owner.begin(100);
    const noOffset = await owner.tus("PATCH", `/upload/${id}`, {
      headers: { "content-type": "application/offset+octet-stream", "upload-offset": "x" },
      body: new Uint8Array(1),
    });
    expect([noOffset.status, JSON.parse(await noOffset.text()).detail]).toEqual([
      400,
      expect.stringContaining("upload-offset"),
    ]);
  });

  test("lets no other site's page call", async () => {
    const answer = await owner.tus("POST", "/upload", {
      headers: { "upload-length": "100", origin: "https://elsewhere.example" },
    });
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  });

  test("keeps its result when the last request is repeated", async () => {
    const { id } = await owner.send(bytes);
    await owner.patch(id, bytes.length, new Uint8Array());
    expect((await owner.look(id)).status).toBe("ready");
  });

  test("keeps only the name of a file whose name is a path", async () => {
    const id = await owner.begin(bytes.length, "../../etc/passwd\n.tif");
    expect((await owner.look(id)).file_name).toBe("../../etc/passwd.tif");
    expect((await stored(id)).length).toBe(0);
  });
});

describe("an upload that is announced wrongly", () => {
  test("is refused over 20 GB, with the limit in the text", async () => {
    const answer = await owner.create(limits.imageBytes + 1);
    expect(answer.status).toBe(413);
    const { code, detail } = JSON.parse(await answer.text());
    expect(code).toBe("file_too_large");
    expect(detail).toContain("20480");
  });

  test("is refused when it is empty", async () => {
    expect(await problem(await owner.create(0))).toEqual({ status: 400, code: "file_empty" });
  });

  test("is refused without a length", async () => {
    expect(await problem(await owner.create(undefined))).toEqual({ status: 400, code: "invalid" });
  });

  test("is refused to a role without the right, and to nobody in particular", async () => {
    const reader = await server.visitor("Reader", {
      permissions: grants({ satelliteimagery: "v" }),
    });
    expect((await reader.create(100)).status).toBe(403);
    const answer = await fetch(`${server.address}/api/upload`, { method: "POST" });
    expect(answer.status).toBe(401);
  });
});

describe("somebody else's upload", () => {
  test.each(["HEAD", "GET", "DELETE"])("is not there for %s", async (method) => {
    const id = await owner.begin(bytes.length);
    expect((await stranger.tus(method, `/upload/${id}`)).status).toBe(404);
  });

  test("takes no bytes of theirs", async () => {
    const id = await owner.begin(bytes.length);
    expect(await problem(await stranger.patch(id, 0, bytes))).toEqual({
      status: 404,
      code: "not_found",
    });
    expect((await stored(id)).length).toBe(0);
  });
});

describe("deleting an upload", () => {
  test("takes its file away", async () => {
    const { id } = await owner.send(bytes);
    expect((await owner.fetchAt("DELETE", `/upload/${id}`)).status).toBe(204);
    expect(await server.files.stat(`upload/${id}`)).toBeUndefined();
    expect(await server.files.stat(`upload/${id}.json`)).toBeUndefined();
    expect((await owner.tus("HEAD", `/upload/${id}`)).status).toBe(404);
  });

  test("is refused once a process was made of it", async () => {
    const { id } = await owner.send(bytes);
    await owner.call("POST", "/satellite-imagery", { upload: id, date: "2023-06-12" });
    expect(await problem(await owner.fetchAt("DELETE", `/upload/${id}`))).toEqual({
      status: 409,
      code: "in_use",
    });
    expect(await server.files.stat(`upload/${id}`)).toBeDefined();
  });
});
