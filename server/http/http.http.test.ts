import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { callTable } from '#server/modules.ts';
import { mountStaticFiles } from '#server/pages/pages.ts';
import { sendRequest } from '#test/client.ts';
import { createTestServices, type TestServices } from '#test/db.ts';

let services: TestServices;
let app: FastifyInstance;
beforeAll(async () => {
  services = await createTestServices();
  app = await makeApp(services, null);
});
afterAll(() => app.close());

test('HTTP: every response has the security headers and a request id, and a request id sent by the proxy is reused', async () => {
  const { headers } = await sendRequest(app, '/api/v2/policy/menu_policies/?page=1', { headers: { 'x-request-id': 'from-the-proxy-1' } });
  expect(headers['x-request-id']).toBe('from-the-proxy-1');
  expect((await sendRequest(app, '/healthz', { headers: { 'x-request-id': 'short' } })).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  });
});

test('HTTP: long responses are compressed for clients that accept compression', async () => {
  expect((await sendRequest(app, '/api/openapi.json', { headers: { 'accept-encoding': 'br' } })).headers['content-encoding']).toBe('br');
  expect((await sendRequest(app, '/api/openapi.json')).headers['content-encoding']).toBeUndefined();
});

test('OpenAPI document: has the same compressed bytes each time, and a request with its ETag gets 304', async () => {
  const first = await app.inject({ url: '/api/openapi.json', headers: { 'accept-encoding': 'br' } });
  const again = await app.inject({ url: '/api/openapi.json', headers: { 'accept-encoding': 'br' } });
  expect(again.rawPayload.equals(first.rawPayload)).toBe(true);
  const etag = String(first.headers.etag);
  expect(etag).toMatch(/^".+"$/);
  expect(await sendRequest(app, '/api/openapi.json', { headers: { 'if-none-match': etag } })).toMatchObject({ status: 304, text: '' });
});

test('HTTP metrics: are labelled with the route, not with the requested file', async () => {
  const files = await makeApp(await createTestServices(), {
    build: async () => ({}) as never,
    entry: async () => ({}) as never,
    id: 'x',
    mountFiles: (scope) => mountStaticFiles(scope, fileURLToPath(new URL('.', import.meta.url)), services.env),
  });
  expect((await sendRequest(files, '/http.ts')).status).toBe(200);
  const { text } = await sendRequest(files, '/metrics');
  expect(text).toContain('route="file"');
  expect(text).not.toContain('route="/http.ts"');
  await files.close();
});

test('HTTP: a built file is served compressed and immutable; a missing file gets 404, not an HTML page', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'makao-client-'));
  mkdirSync(join(dir, 'assets'));
  for (const name of ['assets/a-1.js', 'assets/a-1.js.br', 'favicon.svg']) writeFileSync(join(dir, name), name);
  const files = await makeApp(await createTestServices(), {
    build: async () => ({}) as never,
    entry: async () => ({}) as never,
    id: 'x',
    mountFiles: (scope) => mountStaticFiles(scope, dir, services.env),
  });
  const packed = await sendRequest(files, '/assets/a-1.js', { headers: { 'accept-encoding': 'br' } });
  expect(packed).toMatchObject({ status: 200, text: 'assets/a-1.js.br', headers: { 'cache-control': 'public, max-age=31536000, immutable' } });
  expect(await sendRequest(files, '/favicon.svg')).toMatchObject({ status: 200, headers: { 'cache-control': 'public, max-age=604800' } });
  for (const path of ['/assets/b-2.js', '/assets/..%2ffavicon.svg'])
    expect(await sendRequest(files, path), path).toMatchObject({ status: 404, json: { error: 'Not Found', message: expect.any(String) } });
  expect((await sendRequest(files, '/metrics')).text).toContain('route="/assets/*"');
  await files.close();
});

test('HTTP: too many requests from one IP address get 429 with the specified message', async () => {
  const strict = await makeApp(await createTestServices('bare', { RATE_LIMIT: '3' }), null);
  for (let i = 0; i < 3; i++) expect((await sendRequest(strict, '/api/auth/session')).status).toBe(200);
  expect(await sendRequest(strict, '/api/auth/session')).toMatchObject({
    status: 429,
    json: { error: 'Too Many Requests', message: 'Too Many Requests. Try Later.' },
  });
  expect((await sendRequest(strict, '/healthz')).status).toBe(200);
  await strict.close();
});

test('HTTP: liveness and readiness probes get an answer, and metrics are available on the local machine only', async () => {
  expect((await sendRequest(app, '/healthz')).json).toEqual({ ok: true });
  expect((await sendRequest(app, '/readyz')).json).toEqual({ ok: true });
  expect((await sendRequest(app, '/metrics')).text).toContain('makao_http_request_seconds_bucket');
  expect((await sendRequest(app, '/metrics', { headers: { 'x-forwarded-for': '8.8.8.8' } })).status).toBe(404);
});

describe('HTTP: database outage', () => {
  test('requests get 503 with Retry-After, and the process recovers without a restart', async () => {
    const lame = await createTestServices();
    const lamed = await makeApp(lame, null);
    const { pool } = lame.database;
    const connect = pool.connect.bind(pool);
    // The pool cannot get a connection, as when PostgreSQL is down.
    Object.assign(pool, { connect: () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })) });
    const away = await sendRequest(lamed, '/api/v2/policy/menu_policies/?page=1');
    expect(away).toMatchObject({ status: 503, json: { error: 'Service Unavailable' } });
    expect(away.headers['retry-after']).toBe('5');
    expect((await sendRequest(lamed, '/readyz')).status).toBe(503);
    expect((await sendRequest(lamed, '/healthz')).status).toBe(200);
    Object.assign(pool, { connect });
    expect((await sendRequest(lamed, '/api/v2/policy/menu_policies/?page=1')).status).toBe(200);
    await lamed.close();
  });
});

test('OpenAPI document: has every declared call with its parameters and errors', async () => {
  const { json } = await sendRequest(app, '/api/openapi.json');
  expect(json.openapi).toBe('3.1.0');
  for (const calls of Object.values(callTable)) {
    for (const call of Object.values(calls)) {
      const operation = json.paths[call.path.replace(/:(\w+)/g, '{$1}')]?.[call.method.toLowerCase()];
      expect(operation, call.path).toBeDefined();
      for (const name of Object.keys(call.query?.shape ?? {})) expect(operation.parameters.map((p: { name: string }) => p.name)).toContain(name);
    }
  }
  expect(json.paths['/api/v2/policy/all_policies/'].get['x-permission']).toBe('policies.read');
  const page = await sendRequest(app, '/api/docs');
  expect(page.text).toContain('/api/v2/policy/all_policies/');
});
