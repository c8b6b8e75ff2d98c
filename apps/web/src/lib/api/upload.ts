import { apiAddress, callHeaders, renew } from "./api.ts";
import { ApiError, errorFromBody } from "./api-error.ts";
import { accessToken } from "./session.ts";

export type Sent = {
  file: File;
  /** Name of the form's part. */
  field?: string;
  /** Share sent, 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
};

/** Sends one file as a form, with progress (fetch has none), and hands back the answer. Throws ApiError. */
export async function upload(path: string, options: Sent): Promise<unknown> {
  const used = accessToken();
  try {
    return await sendForm(path, options);
  } catch (error) {
    const expired = error instanceof ApiError && error.status === 401;
    if (expired && (await renew(used))) return sendForm(path, options);
    throw error;
  }
}

function sendForm(
  path: string,
  { file, field = "file", onProgress, signal }: Sent,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", apiAddress(path));
    for (const [name, value] of Object.entries(callHeaders()))
      request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    };
    request.onerror = () => reject(new ApiError({ status: 0, code: "network", detail: "" }));
    request.onabort = () => reject(new DOMException("Aborted", "AbortError"));
    request.onload = () => {
      const body = parse(request.responseText);
      if (request.status >= 200 && request.status < 300) resolve(body);
      else reject(errorFromBody(request.status, body));
    };
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    const form = new FormData();
    form.append(field, file, file.name);
    request.send(form);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
