import type { FastifyInstance, InjectOptions } from 'fastify';
import { type TestPerson, testPassword } from './people.ts';

type Upload = { field: string; data: Uint8Array | undefined; name: string /** Other fields of the form. */; fields?: Record<string, unknown> };
type Sent = {
  method?: InjectOptions['method'];
  body?: unknown;
  token?: string | null;
  cookie?: string;
  headers?: Record<string, string>;
  form?: Record<string, string>;
  upload?: Upload;
};

/** A form with one file, written out as a browser would. */
function multipart({ field, data, name, fields = {} }: Upload) {
  const boundary = '----makao-test-boundary';
  const part = data
    ? [
        Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: image/png\r\n\r\n`),
        data,
        Buffer.from('\r\n'),
      ]
    : [];
  const beside = Object.entries(fields).map(([key, value]) =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${String(value)}\r\n`),
  );
  return { type: `multipart/form-data; boundary=${boundary}`, payload: Buffer.concat([...beside, ...part, Buffer.from(`--${boundary}--\r\n`)]) };
}

/** Speaks to a server that listens nowhere, as a client over HTTP would. */
export async function sendRequest(app: FastifyInstance, url: string, { method = 'GET', body, token, cookie, headers = {}, form, upload }: Sent = {}) {
  const file = upload ? multipart(upload) : null;
  const answer = await app.inject({
    method,
    url,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(cookie ? { cookie } : {}),
      ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...(file ? { 'content-type': file.type } : {}),
      ...headers,
    },
    ...(file
      ? { payload: file.payload }
      : form
        ? { payload: new URLSearchParams(form).toString() }
        : body === undefined
          ? {}
          : { payload: body as object }),
  });
  const json =
    !answer.headers['content-encoding'] && answer.headers['content-type']?.toString().startsWith('application/json') ? answer.json() : null;
  return { status: answer.statusCode, json, text: answer.body, headers: answer.headers, cookies: [answer.headers['set-cookie'] ?? []].flat() };
}

const pairOf = (setCookie: string) => setCookie.split(';')[0] ?? '';

/** Signs in over HTTP and returns the cookie and a new access token. */
export async function signInOverHttp(app: FastifyInstance, email: string, pass = testPassword): Promise<{ cookie: string; token: string }> {
  const csrf = await sendRequest(app, '/api/auth/csrf');
  const csrfCookie = csrf.cookies.map(pairOf).join('; ');
  const answer = await sendRequest(app, '/api/auth/callback/credentials', {
    method: 'POST',
    cookie: csrfCookie,
    form: { csrfToken: csrf.json.csrfToken, email, password: pass, json: 'true' },
  });
  if (answer.status !== 200) throw new Error(`could not sign in as ${email}: ${answer.text}`);
  const cookie = [csrfCookie, ...answer.cookies.map(pairOf)].join('; ');
  const token = (await sendRequest(app, '/api/token', { cookie })).json.accessToken as string;
  return { cookie, token };
}

export const signInForApiToken = async (app: FastifyInstance, who: TestPerson): Promise<string> => (await signInOverHttp(app, who.email)).token;
