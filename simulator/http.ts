import type { IncomingMessage, ServerResponse } from 'node:http';

export type RequestFields = Readonly<Record<string, unknown>>;
export type SimulatorRequest = { readonly body: RequestFields; readonly query: URLSearchParams; readonly headers: IncomingMessage['headers'] };
/** A reply to a request. `after` runs when the reply has been sent. */
export type SimulatorReply = { readonly status: number; readonly body: object | string; readonly type?: string; readonly after?: () => void };
export type SimulatorHandler = (asked: SimulatorRequest) => SimulatorReply | Promise<SimulatorReply>;

export const buildOkReply = (body: object, after?: () => void): SimulatorReply => ({ status: 200, body, ...(after ? { after } : {}) });

let requests = 0;
/** Builds an error reply in Safaricom's format. */
export const buildErrorReply = (status: number, errorCode: string, errorMessage: string): SimulatorReply => ({
  status,
  body: { requestId: `${1000 + ++requests}-${randomDigits()}-1`, errorCode, errorMessage },
});
const randomDigits = (): string => String(Math.floor(Math.random() * 1e8)).padStart(8, '0');
export const buildInvalidFieldReply = (name: string): SimulatorReply => buildErrorReply(400, '400.002.02', `Bad Request - Invalid ${name}`);

const most = 64 * 1024;
/** Reads the JSON object of a request. Returns null if the body is too large or is not a JSON object. */
export async function readRequestFields(request: IncomingMessage): Promise<RequestFields | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += (part as Buffer).length;
    if (size > most) return null;
    parts.push(part as Buffer);
  }
  if (size === 0) return {};
  try {
    const body: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'));
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as RequestFields) : null;
  } catch {
    return null;
  }
}

export const readTextField = (fields: RequestFields, name: string): string => {
  const value = fields[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
};

export function writeReply(response: ServerResponse, { status, body, type }: SimulatorReply): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response
    .writeHead(status, { 'content-type': type ?? (typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json;charset=UTF-8') })
    .end(text);
}
