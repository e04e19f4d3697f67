import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { drawShareImage } from './share-image.ts';
import { readListingShareImageFacts, readPropertyShareImageFacts, type ShareImageFacts } from './share-image-facts.ts';

type Asked = { Params: { id: string } };

/** Serves share images. An image is cached until its content changes; the listing's visibility is checked on every request. */
export async function shareImageRoutes(app: FastifyInstance, services: RunningServices): Promise<void> {
  const { db } = services.database;
  const drawn = new LRUCache<string, Promise<Buffer>>({ max: 200 });

  async function send(request: FastifyRequest, reply: FastifyReply, shared: ShareImageFacts | null, at: string): Promise<unknown> {
    const key = createHash('sha256')
      .update(`${at}|${shared?.version ?? ''}`)
      .digest('base64url');
    const etag = `"${key}"`;
    reply.headers({ 'cache-control': 'public, max-age=3600', etag, 'cross-origin-resource-policy': 'cross-origin' });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    const picture = drawn.get(key) ?? services.pictures.run(() => drawShareImage(services, shared));
    drawn.set(key, picture);
    try {
      return reply.type('image/jpeg').send(await picture);
    } catch (problem) {
      drawn.delete(key);
      throw problem;
    }
  }

  const of = (what: 'property' | 'listing', find: typeof readListingShareImageFacts) =>
    app.get<Asked>(`/og/${what}/:id.jpg`, async (request, reply) => {
      const id = /^[1-9]\d{0,14}$/.test(request.params.id) ? Number(request.params.id) : null;
      const shared = id === null ? null : await find(db, id);
      if (!shared) throw new Refusal('notFound', sentence('itemNotFound'));
      return send(request, reply, shared, `${what} ${id}`);
    });
  of('property', readPropertyShareImageFacts);
  of('listing', readListingShareImageFacts);
  app.get('/og/home.jpg', (request, reply) => send(request, reply, null, 'home'));
}
