import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { mountStatic } from '#server/pages/pages.ts';
import { callTable } from '#server/rooms.ts';
import { send } from '#test/client.ts';
import { freshHouse, type House } from '#test/db.ts';

let house: House;
let app: FastifyInstance;
beforeAll(async () => {
  house = await freshHouse();
  app = await makeApp(house, null);
});
afterAll(() => app.close());

test('every answer carries a request id (a proxy’s own is kept) and the headers that keep others out', async () => {
  const { headers } = await send(app, '/api/v2/policy/menu_policies/?page=1', { headers: { 'x-request-id': 'from-the-proxy-1' } });
  expect(headers['x-request-id']).toBe('from-the-proxy-1');
  expect((await send(app, '/healthz', { headers: { 'x-request-id': 'short' } })).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  });
});

test('long answers are packed for those who can unpack them', async () => {
  expect((await send(app, '/api/openapi.json', { headers: { 'accept-encoding': 'br' } })).headers['content-encoding']).toBe('br');
  expect((await send(app, '/api/openapi.json')).headers['content-encoding']).toBeUndefined();
});

test('the OpenAPI document is made and packed once: whoever has it is told so', async () => {
  const first = await app.inject({ url: '/api/openapi.json', headers: { 'accept-encoding': 'br' } });
  const again = await app.inject({ url: '/api/openapi.json', headers: { 'accept-encoding': 'br' } });
  expect(again.rawPayload.equals(first.rawPayload)).toBe(true);
  const etag = String(first.headers.etag);
  expect(etag).toMatch(/^".+"$/);
  expect(await send(app, '/api/openapi.json', { headers: { 'if-none-match': etag } })).toMatchObject({ status: 304, text: '' });
});

test('measurements name routes, never files or what was asked for', async () => {
  const files = await makeApp(await freshHouse(), {
    build: async () => ({}) as never,
    entry: async () => ({}) as never,
    id: 'x',
    mountFiles: (scope) => mountStatic(scope, fileURLToPath(new URL('.', import.meta.url)), house.env),
  });
  expect((await send(files, '/http.ts')).status).toBe(200);
  const { text } = await send(files, '/metrics');
  expect(text).toContain('route="file"');
  expect(text).not.toContain('route="/http.ts"');
  await files.close();
});

test('a built file is sent as it was packed, for good; one that is not there is an answer, not a page', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'makao-client-'));
  mkdirSync(join(dir, 'assets'));
  for (const name of ['assets/a-1.js', 'assets/a-1.js.br', 'favicon.svg']) writeFileSync(join(dir, name), name);
  const files = await makeApp(await freshHouse(), {
    build: async () => ({}) as never,
    entry: async () => ({}) as never,
    id: 'x',
    mountFiles: (scope) => mountStatic(scope, dir, house.env),
  });
  const packed = await send(files, '/assets/a-1.js', { headers: { 'accept-encoding': 'br' } });
  expect(packed).toMatchObject({ status: 200, text: 'assets/a-1.js.br', headers: { 'cache-control': 'public, max-age=31536000, immutable' } });
  expect(await send(files, '/favicon.svg')).toMatchObject({ status: 200, headers: { 'cache-control': 'public, max-age=604800' } });
  for (const path of ['/assets/b-2.js', '/assets/..%2ffavicon.svg'])
    expect(await send(files, path), path).toMatchObject({ status: 404, json: { error: 'Not Found', message: expect.any(String) } });
  expect((await send(files, '/metrics')).text).toContain('route="/assets/*"');
  await files.close();
});

test('too many requests from one address: 429 in the specified words', async () => {
  const strict = await makeApp(await freshHouse('bare', { RATE_LIMIT: '3' }), null);
  for (let i = 0; i < 3; i++) expect((await send(strict, '/api/auth/session')).status).toBe(200);
  expect(await send(strict, '/api/auth/session')).toMatchObject({
    status: 429,
    json: { error: 'Too Many Requests', message: 'Too Many Requests. Try Later.' },
  });
  expect((await send(strict, '/healthz')).status).toBe(200);
  await strict.close();
});

test('probes: alive, ready, and numbers for this machine only', async () => {
  expect((await send(app, '/healthz')).json).toEqual({ ok: true });
  expect((await send(app, '/readyz')).json).toEqual({ ok: true });
  expect((await send(app, '/metrics')).text).toContain('makao_http_request_seconds_bucket');
  expect((await send(app, '/metrics', { headers: { 'x-forwarded-for': '8.8.8.8' } })).status).toBe(404);
});

describe('the database goes away', () => {
  test('503 with Retry-After while it is gone; alive all the time; back by itself when it is back', async () => {
    const lame = await freshHouse();
    const lamed = await makeApp(lame, null);
    const { pool } = lame.database;
    const connect = pool.connect.bind(pool);
    // The pool cannot get a connection, as when PostgreSQL is down.
    Object.assign(pool, { connect: () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })) });
    const away = await send(lamed, '/api/v2/policy/menu_policies/?page=1');
    expect(away).toMatchObject({ status: 503, json: { error: 'Service Unavailable' } });
    expect(away.headers['retry-after']).toBe('5');
    expect((await send(lamed, '/readyz')).status).toBe(503);
    expect((await send(lamed, '/healthz')).status).toBe(200);
    Object.assign(pool, { connect });
    expect((await send(lamed, '/api/v2/policy/menu_policies/?page=1')).status).toBe(200);
    await lamed.close();
  });
});

test('the OpenAPI document has every declared call, its parameters and its refusals', async () => {
  const { json } = await send(app, '/api/openapi.json');
  expect(json.openapi).toBe('3.1.0');
  for (const calls of Object.values(callTable)) {
    for (const call of Object.values(calls)) {
      const operation = json.paths[call.path.replace(/:(\w+)/g, '{$1}')]?.[call.method.toLowerCase()];
      expect(operation, call.path).toBeDefined();
      for (const name of Object.keys(call.query?.shape ?? {})) expect(operation.parameters.map((p: { name: string }) => p.name)).toContain(name);
    }
  }
  expect(json.paths['/api/v2/policy/all_policies/'].get['x-permission']).toBe('policies.read');
  const page = await send(app, '/api/docs');
  expect(page.text).toContain('/api/v2/policy/all_policies/');
});
