// The gateway's REST calls. A refusal is thrown as RestError with its stable code and sentence.
import { refusal } from "../core/refusals.js";

export class RestError extends Error {
  /**
   * @param {string} code
   * @param {string} sentence
   * @param {number} status
   * @param {Record<string, string>} details
   */
  constructor(code, sentence, status, details = {}) {
    super(sentence);
    this.code = code;
    this.status = status;
    this.details = details;
  }
}

/**
 * @param {"GET" | "POST" | "PUT" | "DELETE"} method @param {string} path @param {object} [body]
 * @returns {Promise<any>}
 */
export async function call(method, path, body) {
  let reply;
  try {
    reply = await fetch(path, {
      method,
      credentials: "same-origin",
      cache: "no-store",
      headers: body ? { "Content-Type": "application/json" } : {},
      body: body ? JSON.stringify(body) : undefined,
    });
  } catch {
    throw new RestError(
      "no_line",
      "The room does not answer. Check your connection and try again.",
      0,
    );
  }
  const content = await reply.json().catch(() => ({}));
  if (reply.ok) return content;
  const error = content.error ?? content;
  throw new RestError(
    error.code ?? `http_${reply.status}`,
    error.sentence ?? "The room could not answer this. Try again in a moment.",
    reply.status,
    error.details ?? {},
  );
}

/** @param {Record<string, string | number | undefined>} fields */
export function query(fields) {
  const set = Object.entries(fields).filter(([, value]) => value !== undefined && value !== "");
  return set.length ? `?${new URLSearchParams(set.map(([k, v]) => [k, String(v)]))}` : "";
}

/** @param {unknown} error @returns {import("../protocol.js").ErrorDetail} */
export const detailOf = (error) =>
  error instanceof RestError
    ? refusal({ code: error.code, sentence: error.message, details: error.details })
    : { code: "client_error", sentence: "Something went wrong on this page. Reload it." };
