import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';

let services: TestServices;
let app: FastifyInstance;
beforeAll(async () => {
  services = await createTestServices('demo');
  app = await makeApp(services, null);
}, 60_000);
afterAll(() => app.close());

const open = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
/** The share of the text area that is not background, to detect missing text. */
async function inked(data: Buffer): Promise<number> {
  const { data: pixels } = await sharp(data)
    .extract({ left: 64, top: 490, width: 500, height: 60 })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return pixels.filter((shade) => shade < 90).length / pixels.length;
}

test('share image: a public listing has an image of the right size with text, and a request with its ETag gets 304', async () => {
  const listing = await services.database.db.selectFrom('public_listing').select(['id', 'property_id']).orderBy('id').executeTakeFirstOrThrow();
  for (const url of [`/og/listing/${listing.id}.jpg`, `/og/property/${listing.property_id}.jpg`, '/og/home.jpg']) {
    const answer = await open(url);
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']], url).toEqual([
      200,
      'image/jpeg',
      'public, max-age=3600',
    ]);
    const seen = await sharp(answer.rawPayload).metadata();
    expect([seen.format, seen.width, seen.height]).toEqual(['jpeg', 1200, 630]);
    expect(await inked(answer.rawPayload)).toBeGreaterThan(0.05);
    expect(answer.rawPayload.length).toBeLessThan(300_000);
    expect((await open(url, { 'if-none-match': String(answer.headers.etag) })).statusCode).toBe(304);
  }
});

test('share image: returns 404 for a hidden listing, an unknown id and an invalid id', async () => {
  const { db } = services.database;
  const { id, property_id } = await db.selectFrom('public_listing').select(['id', 'property_id']).orderBy('id').executeTakeFirstOrThrow();
  expect((await open(`/og/property/${property_id}.jpg`)).statusCode).toBe(200);
  await db.updateTable('property').set({ stalled: true }).where('id', '=', property_id).execute();
  for (const url of [
    `/og/listing/${id}.jpg`,
    `/og/property/${property_id}.jpg`,
    '/og/listing/999999999.jpg',
    '/og/listing/0.jpg',
    '/og/listing/1e3.jpg',
    '/og/listing/-1.jpg',
    "/og/listing/1'.jpg",
  ])
    expect((await open(url)).statusCode, url).toBe(404);
});
