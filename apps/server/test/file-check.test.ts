/** What may be attached and why not, file by file. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { hasText } from "@nihol/locales/text";
import { describe, expect, test } from "vitest";
import { checkFile } from "../src/file-check/check-file.ts";
import { FileRefused } from "../src/file-check/refusal.ts";
import { office, zip } from "./zip-writer.ts";

/** The kind, or the code of the refusal with the file of an archive that it is about. */
function verdict(bytes: Buffer | string, name: string): string {
  try {
    return checkFile(Buffer.from(bytes as string), name);
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    expect(hasText(`errors.${error.code}`), error.code).toBe(true);
    return error.entry ? `${error.code} in ${error.entry}` : error.code;
  }
}

const kml =
  '<?xml version="1.0"?><kml><Document><Placemark><name>а</name></Placemark></Document></kml>';
const pdf = (objects: string) => {
  const head = `%PDF-1.7\n${objects}\n`;
  return `${head}xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 1 >>\nstartxref\n${head.length}\n%%EOF\n`;
};
const objectStream = (inside: string, filter = "/FlateDecode") => {
  const packed = deflateSync(inside).toString("latin1");
  return Buffer.from(
    pdf(
      `4 0 obj << /Type /Obj#53tm /N 1 /First 4 /Filter ${filter} >>\nstream\n${packed}\nendstream endobj`,
    ),
    "latin1",
  );
};
function png(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const rows = deflateSync(Buffer.alloc(Math.min(height, 10) * (1 + width * 3)));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
    ...[chunk("IHDR", header), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))],
  ]);
}

describe("a PDF", () => {
  test("without anything that acts is taken", () => {
    expect(verdict(pdf("1 0 obj << /Type /Catalog >> endobj"), "a.pdf")).toBe("pdf");
    expect(verdict(objectStream("5 0 << /Type /Page >>"), "a.pdf")).toBe("pdf");
  });

  test("with a script, a program to start or a file inside is refused, however its name is spelled", () => {
    for (const object of [
      "/S /JavaScript /JS (app.alert(1))",
      "/S /Java#53cript",
      "/S/#4a#61vaScript",
      "/S /Launch /F (cmd.exe)",
      "/Type /EmbeddedFile",
      "/S /Rendition",
    ])
      expect(verdict(pdf(`1 0 obj << ${object} >> endobj`), "a.pdf"), object).toBe("file_active");
  });

  test("with a script in a packed object stream is refused, and so is a stream packed in another way", () => {
    expect(verdict(objectStream("5 0 << /S /JavaScript >>"), "a.pdf")).toBe("file_active");
    expect(verdict(objectStream("x", "[/ASCII85Decode /FlateDecode]"), "a.pdf")).toBe(
      "file_uncheckable",
    );
  });

  test("with a password, or without its end, is refused", () => {
    expect(verdict(pdf("trailer << /Encrypt 5 0 R >>"), "a.pdf")).toBe("file_encrypted");
    expect(verdict(pdf("(the word /Encrypt in a text)"), "a.pdf")).toBe("pdf");
    expect(verdict(pdf("").slice(0, -8), "a.pdf")).toBe("file_damaged");
    expect(verdict("%PDF-1.7\nstartxref\n9999\n%%EOF", "a.pdf")).toBe("file_damaged");
  });
});

describe("an Office file", () => {
  test("with its parts is taken, with an embedded picture too", () => {
    expect(verdict(office("docx"), "a.docx")).toBe("docx");
    expect(verdict(office("xlsx", [{ name: "xl/media/a.png", bytes: png(2, 2) }]), "a.xlsx")).toBe(
      "xlsx",
    );
  });

  test("with a macro, ActiveX, an embedded program or a template from elsewhere is refused", () => {
    const part = (name: string, bytes = "x") =>
      verdict(office("docx", [{ name, bytes }]), "a.docx");
    expect(part("word/vbaProject.bin")).toBe("file_active");
    expect(part("word/activeX/activeX1.xml")).toBe("file_active");
    expect(part("word/embeddings/oleObject1.bin")).toBe("file_active");
    expect(part("word/embeddings/setup.EXE")).toBe("file_active");
    expect(
      verdict(office("xlsx", [{ name: "xl/macrosheets/sheet1.xml", bytes: "" }]), "a.xlsx"),
    ).toBe("file_active");
    const macro =
      '<Override ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/>';
    expect(verdict(office("docx", [], macro), "a.docx")).toBe("file_active");
    const remote =
      '<Relationship Type="http://x/attachedTemplate" Target="http://evil/x.dotm" TargetMode="External"/>';
    expect(part("word/_rels/settings.xml.rels", remote)).toBe("file_active");
  });

  test("that declares entities is refused, in UTF-16 too", () => {
    const bomb = '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>';
    const wide = Buffer.from(`\ufeff${bomb}`, "utf16le");
    for (const bytes of [bomb, wide])
      expect(verdict(office("docx", [{ name: "word/a.xml", bytes }]), "a.docx")).toBe(
        "file_active",
      );
  });

  test("of another program, or a DOCX that is none, is refused", () => {
    const types =
      '<Types><Override ContentType="application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"/></Types>';
    expect(verdict(zip([{ name: "[Content_Types].xml", bytes: types }]), "a.pptx")).toBe(
      "file_kind",
    );
    expect(verdict(zip([{ name: "[Content_Types].xml", bytes: "<Types/>" }]), "a.docx")).toBe(
      "archive_damaged",
    );
    expect(verdict(office("docx"), "a.xlsx")).toBe("file_name_mismatch");
  });
});

describe("an archive", () => {
  test("of files that may be attached is taken, with folders and what a Mac adds", () => {
    const mac = { name: "__MACOSX/._a.kml", bytes: Buffer.from([0, 5, 0x16, 7, 1, 2]) };
    const parts = [{ name: "ҷой/", bytes: "" }, { name: "ҷой/а.kml", bytes: kml }, mac];
    expect(verdict(zip(parts), "a.zip")).toBe("zip");
    expect(verdict(zip([{ name: "doc.kml", bytes: kml }]), "a.kmz")).toBe("zip");
  });

  test("names the file in it that is refused, and the reason", () => {
    const inside = (name: string, bytes: string | Buffer) =>
      verdict(zip([{ name, bytes }]), "a.zip");
    expect(inside("run.exe", "MZ")).toBe("file_kind in run.exe");
    expect(inside("photo.jpg", "<html>")).toBe("file_kind in photo.jpg");
    expect(inside("a.pdf", pdf("/S /JavaScript"))).toBe("file_active in a.pdf");
    expect(inside("b.zip", zip([{ name: "a.kml", bytes: kml }]))).toBe("archive_nested in b.zip");
    expect(inside("b.kml", zip([{ name: "a.kml", bytes: kml }]))).toBe("archive_nested in b.kml");
    expect(inside("__MACOSX/._a", "MZ")).toContain("file_kind");
  });

  test("that leaves its folder, unpacks without end or has a name twice is refused", () => {
    const named = (name: string) => verdict(zip([{ name, bytes: kml }]), "a.zip");
    for (const name of [
      "../a.kml",
      "/a.kml",
      "C:a.kml",
      "x\\..\\a.kml",
      "a/../../b.kml",
      "a\u0000.kml",
    ])
      expect(named(name), name).toBe("archive_unsafe_path");
    const spaces = `<kml>${" ".repeat(20 * 1024 ** 2)}</kml>`;
    expect(verdict(zip([{ name: "a.kml", bytes: spaces }]), "a.zip")).toBe("archive_bomb");
    const twice = [
      { name: "a.kml", bytes: kml },
      { name: "a.kml", bytes: kml },
    ];
    expect(verdict(zip(twice), "a.zip")).toBe("archive_damaged");
    expect(verdict(zip([]), "a.zip")).toBe("archive_empty");
    const many = Array.from({ length: 2001 }, (_, i) => ({ name: `${i}.kml`, bytes: kml }));
    expect(verdict(zip(many), "a.zip")).toBe("archive_too_large");
  });

  test("that lies about sizes, sums or places is damaged", () => {
    const sound = zip([
      { name: "a.kml", bytes: kml },
      { name: "b.kml", bytes: kml },
    ]);
    const directory = sound.indexOf("PK\x01\x02");
    const changed = (at: number, value: number) => {
      const bytes = Buffer.from(sound);
      bytes.writeUInt32LE(value, at);
      return verdict(bytes, "a.zip");
    };
    expect(changed(directory + 24, 5)).toBe("archive_damaged");
    expect(changed(directory + 16, 1)).toBe("archive_damaged");
    expect(changed(directory + 42, 7)).toBe("archive_damaged");
    expect(verdict(sound.subarray(0, -5), "a.zip")).toBe("archive_damaged");
    expect(verdict(Buffer.concat([sound, Buffer.from("x")]), "a.zip")).toBe("archive_damaged");
  });
});

test("KML with entities or of another kind is refused, with its place", () => {
  expect(verdict(kml, "a.kml")).toBe("kml");
  expect(verdict('<!DOCTYPE x [<!ENTITY a "b">]><kml/>', "a.kml")).toBe("xml_doctype_refused");
  expect(verdict("<kml><Document></kml>", "a.kml")).toBe("xml_malformed");
  expect(verdict("<svg onload='x'/>", "a.kml")).toBe("file_kind");
});

test("pictures that are cut, or beyond reason in size, are refused", () => {
  expect(verdict(png(4, 4), "a.png")).toBe("png");
  expect(verdict(png(4, 4).subarray(0, -6), "a.png")).toBe("file_damaged");
  expect(verdict(png(50_000, 50_000), "a.png")).toBe("image_too_large");
  expect(verdict(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0]), "a.jpg")).toBe("file_damaged");
});

test("the content decides, and the name must agree with it", () => {
  expect(verdict(png(2, 2), "photo")).toBe("png");
  expect(verdict(png(2, 2), "photo.jpg")).toBe("file_name_mismatch");
  expect(verdict(png(2, 2), "photo.png.exe")).toBe("file_name_mismatch");
  expect(verdict("", "a.kml")).toBe("file_empty");
  expect(verdict("a,b\n=cmd()", "a.csv")).toBe("file_kind");
});

const uploads = join(import.meta.dirname, "../../../../shared/data/real/uploads");
describe.runIf(existsSync(uploads))("real files", () => {
  const accepted = /\.(docx|xlsx|jpg|png|pdf)$/;
  const good = existsSync(uploads) ? readdirSync(join(uploads, "good")) : [];
  const check = (folder: string, name: string) =>
    verdict(readFileSync(join(uploads, folder, name)), name);

  test("sound documents and photos of many programs are taken", () => {
    const wanted = good.filter((name) => accepted.test(name));
    expect(wanted.length).toBeGreaterThan(25);
    for (const name of wanted)
      expect(check("good", name), name).toMatch(/^(docx|xlsx|jpeg|png|pdf)$/);
    expect(check("good", "filetype__fixture.zip")).toBe("zip");
  });

  test("sound files of other kinds are refused for their kind", () => {
    for (const name of good.filter((one) => /\.(avif|heic|gif|webp|odt)$/.test(one)))
      expect(check("good", name), name).toBe("file_kind");
  });

  const expected: Record<string, RegExp> = {
    defusedxml__: /file_kind|xml_doctype_refused/,
    "filetype__fixture-corrupt.png": /file_damaged/,
    "pdfjs__evaljs.pdf": /file_active/,
    "pdfjs__js-buttons.pdf": /file_active/,
    pdfpayload__: /file_active/,
    "pdfjs__helloworld-bad.pdf": /file_damaged/,
    yauzl__absolute: /archive_unsafe_path/,
    yauzl__invalid_relative: /archive_unsafe_path/,
    yauzl__invalid_characters: /archive_unsafe_path/,
    yauzl__strong_encryption: /file_encrypted/,
    yauzl__: /archive_damaged|file_kind/,
    // Odd, but whole: nothing in them harms.
    exceljs__bogus: /^xlsx$/,
    exifr__: /^jpeg$/,
    "filetype__fixture-itxt.png": /^png$/,
  };
  test("each hostile file gets its verdict", () => {
    for (const name of readdirSync(join(uploads, "hostile"))) {
      const rule = Object.entries(expected).find(([start]) => name.startsWith(start));
      expect(check("hostile", name), name).toMatch(rule?.[1] ?? /never/);
    }
  });

  test("names that lie, and what unpacks a thousandfold, are refused", () => {
    const made = Object.fromEntries(
      readdirSync(join(uploads, "made-by-us")).map((name) => [name, check("made-by-us", name)]),
    );
    expect(made).toMatchObject({
      "csv-formula.csv": "file_kind",
      "empty.kml": "file_empty",
      "html-named.jpg": "file_kind",
      "jpeg-named.kml": "file_name_mismatch",
      "kmz-50MB-of-spaces.kmz": "archive_bomb",
      "png-claims-50000x50000.png": "image_too_large",
    });
  });
});
