import { apiAddress, callHeaders, renew } from "./api.ts";
import { ApiError, errorFromBody } from "./api-error.ts";
import { accessToken } from "./session.ts";

type Upload = {
  file: File;
  /** Name of the form's part. */
  field?: string;
  /** Share sent, 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
};

/** Sends one file as a form, with progress (fetch has none). Throws ApiError. */
export async function upload<T>(path: string, options: Upload): Promise<T> {
  const used = accessToken();
  try {
    return await sendForm<T>(path, options);
  } catch (error) {
    const expired = error instanceof ApiError && error.status === 401;
    if (expired && (await renew(used))) return sendForm<T>(path, options);
    throw error;
  }
}

function sendForm<T>(
  path: string,
  { file, field = "file", onProgress, signal }: Upload,
): Promise<T> {
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
      if (request.status >= 200 && request.status < 300) resolve(body as T);
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
