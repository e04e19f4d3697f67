import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { nameByKey } from '#server/http/file-name.ts';
import { sessionByCookie } from '#server/http/socket-caller.ts';
import { type Me, nobody, Refusal } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { sentence } from '#server/kernel/locale.ts';
import { visible } from '#server/kernel/scope.ts';
import { everything } from '#server/kernel/scoped.ts';
import { isKey } from './disk.ts';
import { signatureHolds } from './service.ts';

type Asked = { Params: { key: string }; Querystring: Record<string, unknown> };

/** Files at their addresses. A public one never changes, since its name is its hash; a private one is for who may see it and kept by nobody. */
export async function mediaRoutes(app: FastifyInstance, house: House): Promise<void> {
  const { db } = house.database;

  app.get<Asked>('/media/:key', async (request, reply) => {
    const { key } = request.params;
    const found = isKey(key) ? await look(key, request) : null;
    const data = found ? await house.storage.get(key) : null;
    // Not there and not yours look the same, so that keys cannot be probed.
    if (!found || !data) throw new Refusal('notFound', sentence('itemNotFound'));
    const isPublic = found.visibility === 'public';
    reply.headers({
      'content-type': found.type,
      'cache-control': isPublic ? 'public, max-age=31536000, immutable' : 'private, no-store',
      'content-security-policy': "default-src 'none'; sandbox",
      ...(found.type.startsWith('image/')
        ? {}
        : { 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(nameByKey(found.name, key))}` }),
    });
    return found.type.startsWith('video/') || found.type.startsWith('audio/')
      ? sendPart(request, reply, Buffer.from(data))
      : reply.send(Buffer.from(data));
  });

  async function look(key: string, request: FastifyRequest<Asked>) {
    const byKey = () =>
      everything(db, 'media_file', 'a file by its key: whether it may be had is asked below')
        .select()
        .innerJoin('media_variant', 'media_variant.file_id', 'media_file.id')
        .select(['media_file.visibility', 'media_file.name', 'media_variant.type'])
        .where('media_variant.key', '=', key)
        .limit(1);
    // A signature is the right itself; the one who made it was allowed to.
    if (signatureHolds(house.secret, key, request.query)) return byKey().executeTakeFirst();
    const open = await byKey().where(visible('media_file', nobody)).executeTakeFirst();
    if (open) return open;
    const me: Me = (await sessionByCookie(house.database, house.secret, request.headers.cookie))?.me ?? nobody;
    return byKey().where(visible('media_file', me)).executeTakeFirst();
  }
}

/** Players ask for a film in parts, and some play nothing else. */
function sendPart(request: FastifyRequest<Asked>, reply: FastifyReply, data: Buffer): FastifyReply {
  reply.header('accept-ranges', 'bytes');
  const asked = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
  if (!asked) return reply.send(data);
  const [from, to] = [Number(asked[1]), Math.min(asked[2] ? Number(asked[2]) : data.length - 1, data.length - 1)];
  if (from > to) return reply.code(416).header('content-range', `bytes */${data.length}`).send();
  return reply
    .code(206)
    .header('content-range', `bytes ${from}-${to}/${data.length}`)
    .send(data.subarray(from, to + 1));
}
