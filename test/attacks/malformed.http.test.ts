import { type AddressInfo, connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { sendRequest, signInForApiToken } from '#test/client.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { createExamplePhoto } from '#test/examples/examples-media.ts';
import { createPerson, type TestPerson, testPassword } from '#test/people.ts';

let services: TestServices;
let app: FastifyInstance;
let owner: TestPerson;
let token: string;
beforeAll(async () => {
  services = await createTestServices();
  app = await makeApp(services, null);
  owner = await createPerson(services, 'owner');
  token = await signInForApiToken(app, owner);
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

const signInTo = async (callbackUrl: string) => {
  const csrf = await sendRequest(app, '/api/auth/csrf');
  const cookie = csrf.cookies.map((one) => one.split(';')[0]).join('; ');
  return sendRequest(app, '/api/auth/callback/credentials', {
    method: 'POST',
    cookie,
    form: { csrfToken: csrf.json.csrfToken, email: owner.email, password: testPassword, callbackUrl },
  });
};

describe('sign-in callback address with characters that a header cannot contain', () => {
  test.each(['/a\u0000b', '/a\u0001b', '/a\u001fb', '/a\u007fb', '/a\r\nset-cookie: x=y'])(
    'redirects to the home page instead of %j',
    async (callbackUrl) => {
      expect(await signInTo(callbackUrl)).toMatchObject({ status: 303, headers: { location: '/' } });
    },
  );
  test('is percent-encoded if the address is in a non-Latin script', async () => {
    expect(await signInTo('/majumba/ŵ?q=Ngũgĩ')).toMatchObject({ status: 303, headers: { location: '/majumba/%C5%B5?q=Ng%C5%A9g%C4%A9' } });
    expect(await signInTo('/a%ED%A0%80')).toMatchObject({ status: 303 });
  });
});

describe('upload with an unusual file name', () => {
  test('control characters are removed from the file name', async () => {
    const data = await createExamplePhoto(1).png().toBuffer();
    const answer = await sendRequest(app, '/api/v2/accounts/profiles/update_owner_profile/', {
      method: 'POST',
      token,
      upload: { field: 'profile', data, name: 'a\u0000b\u0001c.png' },
    });
    expect(answer.status, answer.text).toBe(200);
    const { name } = await services.database.db.selectFrom('media_file').select('name').where('uploaded_by', '=', owner.id).executeTakeFirstOrThrow();
    expect(name).toBe('abc.png');
  });
});

describe('deeply nested JSON', () => {
  const deep = (levels: number, inside = '1') => `${'{"a":'.repeat(levels)}${inside}${'}'.repeat(levels)}`;
  const post = (payload: string) =>
    app.inject({ method: 'POST', url: '/api/v2/abuse/report/', headers: { 'content-type': 'application/json' }, payload });
  test.each([100, 20_000, 100_000])('JSON with %i levels of nesting is rejected before parsing', async (levels) => {
    for (const payload of [deep(levels), `${'['.repeat(levels)}${']'.repeat(levels)}`]) {
      const answer = await post(payload);
      expect([answer.statusCode, answer.json().error], answer.body).toEqual([400, 'Bad Request']);
      expect(answer.json().message).toContain('levels of nesting');
    }
  });
  test('brackets inside a string do not count as nesting levels', async () => {
    const answer = await post(JSON.stringify({ body: '[{"\\'.repeat(200) }));
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).not.toContain('levels of nesting');
  });
});

/** Writes directly to the socket, because HTTP clients do not send such requests. */
const rawly = (head: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = '';
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(head));
    socket.on('data', (chunk) => {
      said += chunk.toString('latin1');
    });
    socket.on('close', () => resolve(said)).on('error', reject);
  });

describe('malformed Host header', () => {
  test.each(['a b', '[', '[::1', 'a:b', 'a:99999', 'a/b', 'a?b', 'user@a', '%', '1.2.3.999', '"', 'a,b'])(
    'the Host header %j is rejected with 400',
    async (host) => {
      expect(await rawly(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
    },
  );
  test.each(['localhost', 'makao.test:8080', '[::1]:3000', '127.0.0.1', 'a_b.test'])('the valid Host header %s is accepted', async (host) => {
    expect(await rawly(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
  });
});

test('request addresses: unusual characters in the address of a page or file cause no server error', async () => {
  for (const path of ['/media/%00', '/media/a%0a.png', '/og/listing/%00.jpg', '/sitemaps/%00.xml', '/art/home/%00.svg', '/%ff', '/%', '/api/%00'])
    expect((await app.inject(path)).statusCode, path).toBeLessThan(500);
  const back = await sendRequest(app, '/enquire', { method: 'POST', form: { back: '/x\u0000\r\ny\ud800ŵ' } });
  expect(back.status).toBeLessThan(500);
});
