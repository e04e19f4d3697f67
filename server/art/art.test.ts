import { createHash } from 'node:crypto';
import Fastify from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { buildHomeDrawingUrl, buildStreetDrawingUrl, type DrawingKind, drawingKinds, drawingViews } from '#contract/art/url.ts';
import { toFailureResponse } from '#server/http/answer.ts';
import { drawProperty } from './illustrate.ts';
import { getArtRegion } from './region.ts';
import { artRoutes } from './routes.ts';
import { drawStreet } from './street.ts';

const seeds = ['PRP-1042', 'UNT-7', 'a', '3f2c9d1e-77aa-4b10-9a41-0c2f5d7e8b66', 'x_1', 'PRP-9', 'demo-31', 'LST-204'];
const counties = ['Nairobi', 'Mombasa', 'Kisumu', 'Nakuru', "Murang'a", 'Kajiado'];
const sha = (pictures: readonly string[]): string => createHash('sha256').update(pictures.join('\n')).digest('hex');

/** From the designer's file: the drawing of a home must not change over time. */
const agreed: Readonly<Record<DrawingKind, string>> = {
  tower: '519e7d206e866b94626ebea4e80958f4a4a384ff42b22a8327f98633d6bf5b58',
  walkup: 'ad7053d6f4dadf012ecac2f53193ab0948c1798bc543663fb30ecfa1d12aae33',
  maisonette: 'a6b1169873ca8f6428eeb8f7598e02e6d030becd92602dd23906cfa8d5f90d2e',
  bungalow: '5a47d53811f13e84d1c3e890e4c127da19b063b17d0a9a0a3bd2d7e45276c123',
  villa: '362f1fb512a9356c0d01b9c16318bb90923c5b39786fa2145d75d4b19cead416',
  shop: '881128a07c0be53ecfe42cb8608fbf2ef90a877313ae8ae30f303a7196d6a5e9',
  office: 'f69a6350b3e08c09ef13d50bde842eeaf35be44f4fcff40042fcd86352754492',
  godown: '3f1788784bbe83ac14764fa5ca3627cc4141362618cef349aa4da5625460f16f',
  plot: 'faa3b12e32b2c9b22c0130b128cc44a0fd01ea00de9fe2049d937483f8d7f4a9',
};
const agreedStreets = [
  'a5e03b6b9d4e38ce5673af49a06135978b0c93e656d72af0fa0d8f75b3acdfe0',
  'dfa5c99f686705b472640480fae0fb53bb443357ceee2256eff67990262bc355',
  '91ae9eaf746ad7fdd8187243b449e5d38c8ed0ae7010f16c6d27573c596f47cb',
  '03350179b6c931d0f2ac7a5aa06c4963ba51fab0c453f6b42a746f1927fd2c52',
];

describe('generated drawing', () => {
  test.each(drawingKinds)('a %s drawing matches the stored images in every region and view', (kind) => {
    const pictures = seeds.flatMap((seed) => counties.flatMap((county) => drawingViews.map((view) => drawProperty({ seed, kind, county, view }))));
    expect(sha(pictures)).toBe(agreed[kind]);
  });

  test('floor plans match the stored images for each number of bedrooms', () => {
    const plans = seeds.flatMap((seed) => [0, 1, 2, 3, 9].map((bedrooms) => drawProperty({ seed, view: 'plan', bedrooms })));
    expect(sha(plans)).toBe('bed4da38982885c5e282f442d8522c5aa2d95db190cdb08053bf3cc7188df0fd');
  });

  test.each([0, 1, 2, 3])('a street drawing matches the stored images in light %i', (light) => {
    const streets = seeds.flatMap((seed) =>
      [undefined, drawingKinds.slice(0, 8), ['plot', 'office'] as const].map((row) => drawStreet(seed, row, light)),
    );
    expect(sha(streets)).toBe(agreedStreets[light]);
  });

  test('uses defaults for missing options', () => {
    expect(sha([drawProperty({ seed: 'PRP-1042' }), drawStreet('home')])).toBe('181e8ac3a5f43c63ade9c4396ab1cae01de40925a359bd44eb8073c1a99678f0');
  });

  test('has a label that describes the drawing and contains no markup', () => {
    expect(drawProperty({ seed: 'a', kind: 'villa', county: 'Kilifi' })).toContain('role="img" aria-label="Illustration: villa, Kilifi"');
    expect(drawProperty({ seed: 'a', title: '"><script>&' })).toContain('aria-label="script"');
  });

  test('draws an unknown county as the city', () => {
    expect(['Mombasa', "Murang'a", 'Homa Bay', 'Atlantis'].map(getArtRegion)).toEqual(['coast', 'highland', 'lake', 'city']);
  });
});

describe('addresses of generated drawings', () => {
  test('contain only the requested options', () => {
    expect(buildStreetDrawingUrl('home')).toBe('/art/street/home.svg');
    expect(buildStreetDrawingUrl('home', ['shop', 'tower'], 3)).toBe('/art/street/home.svg?kinds=shop,tower&light=3');
    expect(buildStreetDrawingUrl('home', [])).toBe('/art/street/home.svg');
    expect(buildHomeDrawingUrl({ seed: 'PRP-1', kind: 'plot', county: 'Homa Bay' })).toBe('/art/home/PRP-1.svg?kind=plot&county=Homa%20Bay');
  });

  test('never exceed the limits of the drawing routes', () => {
    expect(buildStreetDrawingUrl('a b/ü', new Array<DrawingKind>(20).fill('plot'), 12)).toBe(
      `/art/street/a-b--.svg?kinds=${new Array(8).fill('plot').join(',')}&light=3`,
    );
    expect(buildHomeDrawingUrl({ seed: 'x'.repeat(90), view: 'plan', bedrooms: 14 })).toBe(`/art/home/${'x'.repeat(64)}.svg?view=plan&bedrooms=9`);
    expect(buildHomeDrawingUrl({ seed: '', bedrooms: Number.NaN })).toBe('/art/home/-.svg?bedrooms=0');
  });
});

describe('HTTP routes of generated drawings', async () => {
  const app = Fastify();
  app.setErrorHandler((problem, _request, reply) => {
    const { status, body } = toFailureResponse(problem);
    return reply.code(status).send(body);
  });
  await app.register(artRoutes);
  afterAll(() => app.close());

  test('serve a street drawing as an immutable file that is not allowed to load other resources', async () => {
    const answer = await app.inject(buildStreetDrawingUrl('home-1', ['shop', 'villa'], 2));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    });
    expect(answer.body).toBe(drawStreet('home-1', ['shop', 'villa'], 2));
    expect((await app.inject(buildStreetDrawingUrl('home-1'))).body).toBe(drawStreet('home-1'));
  });

  test('cache each view of a home separately', async () => {
    const asked = { seed: 'PRP-1042', kind: 'bungalow', county: "Murang'a", bedrooms: 3 } as const;
    for (const view of [...drawingViews, ...drawingViews])
      expect((await app.inject(buildHomeDrawingUrl({ ...asked, view }))).body).toBe(drawProperty({ ...asked, view }));
    expect((await app.inject(buildHomeDrawingUrl({ seed: 'PRP-1042' }))).body).toBe(drawProperty({ seed: 'PRP-1042' }));
  });

  test.each([
    ['/art/home/a.svg?kind=castle', /^kind: Choose one of: tower, /],
    ['/art/home/a.svg?kind=shop&kind=plot', /^kind: Choose one of: /],
    ['/art/home/a.svg?view=cellar', /^view: Choose one of: /],
    ['/art/home/a.svg?bedrooms=10', /^bedrooms: Enter a whole number from 0 to 9\.$/],
    ['/art/home/a.svg?county=%3Cb%3E', /^county: This is not a county name\. Enter a county such as Nairobi\.$/],
    ['/art/home/a.svg?colour=red', /^colour: There is no field with this name\. Remove it and try again\.$/],
    ['/art/street/a.svg?kinds=shop,castle', /^kinds\[1\]: Choose one of: /],
    ['/art/street/a.svg?kinds=', /^kinds\[0\]: Choose one of: /],
    [`/art/street/a.svg?kinds=${new Array(9).fill('plot').join(',')}`, /^kinds: Choose at most 8\.$/],
    ['/art/street/a.svg?light=4', /^light: Enter a whole number from 0 to 3\.$/],
  ])('reject %s', async (url, message) => {
    const answer = await app.inject(url);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ error: 'Bad Request', message: expect.stringMatching(message) });
  });

  test.each(['a.b', '%3Cscript%3E', 'x'.repeat(65), '..%2F..', 'a%20b'])('return 404 for the seed %s', async (seed) => {
    for (const what of ['street', 'home']) {
      const answer = await app.inject(`/art/${what}/${seed}.svg`);
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toEqual({ error: 'Not Found', message: 'Page not found' });
    }
  });

  test('return 404 for an address that is not a seed followed by .svg', async () => {
    for (const url of ['/art/home/a', '/art/home/.svg', '/art/home/a.png', '/art/street/a.svg/b'])
      expect((await app.inject(url)).statusCode).toBe(404);
  });
});
