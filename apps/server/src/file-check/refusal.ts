/** Reasons why a file may not be attached. The codes have texts in the four languages. */
import type { ErrorCode } from "@nihol/contract/values/errors";

type RefusalParams = Record<string, string | number>;

/** Codes of packages/geo about XML stand beside the contract's own. */
type FileRefusalCode =
  | ErrorCode
  | "xml_malformed"
  | "xml_doctype_refused"
  | "xml_too_deep"
  | "xml_too_many_elements"
  | "encoding_unreadable";

export interface FileRefusal {
  code: FileRefusalCode | (string & {});
  params: RefusalParams;
}

/** Thrown by every check of a file. */
export class FileRefused extends Error {
  readonly code: FileRefusal["code"];
  readonly params: RefusalParams;
  /** File of an archive that it is about. */
  readonly entry: string | undefined;

  constructor(code: FileRefusal["code"], params: RefusalParams = {}, entry?: string) {
    super(`${code} ${JSON.stringify(params)}`);
    this.name = "FileRefused";
    this.code = code;
    this.params = params;
    this.entry = entry;
  }
}
