/** The data folder of an earlier version, packed beside its test. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";

const file = join(import.meta.dirname, "data-folder.tar.br");
const maxBytes = 512 * 2 ** 20;

/** Writes a data folder in which nothing runs; logs and scratch files stay behind. */
export function packFolder(dataDir: string): void {
  const left = ["./log", "./scratch"].flatMap((name) => ["--exclude", name]);
  const tar = execFileSync("tar", ["-cf", "-", ...left, "."], {
    cwd: dataDir,
    maxBuffer: maxBytes,
  });
  const packed = brotliCompressSync(tar, {
    params: {
      [constants.BROTLI_PARAM_LARGE_WINDOW]: 1,
      // PostgreSQL's template databases stand in it three times over: the window must span them.
      [constants.BROTLI_PARAM_LGWIN]: 27,
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: tar.length,
    },
  });
  writeFileSync(file, packed);
}

/** Unpacks it into a folder that it makes. */
export function unpackFolder(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const params = { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 };
  const tar = brotliDecompressSync(readFileSync(file), { params });
  execFileSync("tar", ["-xpf", "-"], { cwd: dataDir, input: tar });
}
