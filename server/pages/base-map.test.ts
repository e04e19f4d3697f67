import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { EnvProblem, readEnv } from '#server/kernel/env.ts';
import { getExternalMapStyleUrl, mountTiles } from './base-map.ts';
import { buildContentSecurityPolicyHeader } from './page-policy.ts';

const empty = mkdtempSync(join(tmpdir(), 'makao-map-'));
const filled = mkdtempSync(join(tmpdir(), 'makao-map-'));
writeFileSync(join(filled, 'kenya.pmtiles'), '0123456789');
const env = (dataDir: string, style?: string) => readEnv({ NODE_ENV: 'production', DATA_DIR: dataDir, ...(style ? { MAP_STYLE_URL: style } : {}) });
const mayAsk = (settings: ReturnType<typeof env>) =>
  buildContentSecurityPolicyHeader([], settings)
    .split('; ')
    .find((part) => part.startsWith('connect-src '));

describe('base map', () => {
  test.each([
    ['no setting and no tile file', env(empty), 'https://tiles.openfreemap.org/styles/positron', "connect-src 'self' https://tiles.openfreemap.org"],
    ['a tile file in the data folder', env(filled), '/map/kenya.pmtiles', "connect-src 'self'"],
    [
      'a style address of the operator',
      env(filled, 'https://tiles.test:8443/a/style.json'),
      'https://tiles.test:8443/a/style.json',
      "connect-src 'self' https://tiles.test:8443",
    ],
    ['the value "own"', env(filled, 'own'), null, "connect-src 'self'"],
  ])('has a map style and a content security policy that follow the setting: %s', (_, settings, style, policy) => {
    expect(getExternalMapStyleUrl(settings)).toBe(style);
    expect(mayAsk(settings)).toBe(policy);
    expect(buildContentSecurityPolicyHeader([], settings)).toContain(`; img-src 'self' data: blob:${policy.slice("connect-src 'self'".length)};`);
  });

  test('a map setting that is neither an address nor "own" prevents the server from starting', () => {
    expect(() => env(empty, 'mine')).toThrow(EnvProblem);
    expect(() => env(empty, 'javascript:alert(1)')).toThrow(EnvProblem);
  });
});

describe('map tile file', () => {
  const app = fastify();
  mountTiles(app, env(filled));
  afterAll(() => app.close());
  const ask = (range?: string) => app.inject({ url: '/map/kenya.pmtiles', headers: range ? { range } : {} });

  test('is served in the requested byte range', async () => {
    const part = await ask('bytes=2-5');
    expect([part.statusCode, part.body, part.headers['content-range'], part.headers['content-length']]).toEqual([206, '2345', 'bytes 2-5/10', '4']);
    expect((await ask('bytes=8-4000')).body).toBe('89');
  });
  test.each([undefined, 'bytes=10-12', 'bytes=-3', 'bytes=0-1,4-5', 'lines=0-1'])(
    'answers 416 unless the request has one valid byte range: %s',
    async (range) => {
      const answer = await ask(range);
      expect([answer.statusCode, answer.headers['content-range'], answer.body]).toEqual([416, 'bytes */10', '']);
    },
  );
  test('answers 404 when the data folder has no tile file', async () => {
    const bare = fastify();
    mountTiles(bare, env(empty));
    expect((await bare.inject({ url: '/map/kenya.pmtiles', headers: { range: 'bytes=0-1' } })).statusCode).toBe(404);
    await bare.close();
  });
});
