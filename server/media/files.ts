import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { buildFileNameFromKey } from '#server/http/file-name.ts';
import { readSessionByCookie } from '#server/http/socket-caller.ts';
import { anonymousCaller, type Me, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { visibleTo } from '#server/kernel/scope.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { isStorageKey } from './disk.ts';
import { isValidSignature } from './service.ts';

type Asked = { Params: { key: string }; Querystring: Record<string, unknown> };

/** Serves files. A public file is immutable, because its name is its hash. A private file is served only to permitted people and never cached. */
export async function mediaRoutes(app: FastifyInstance, services: RunningServices): Promise<void> {
  const { db } = services.database;

  app.get<Asked>('/media/:key', async (request, reply) => {
    const { key } = request.params;
    const found = isStorageKey(key) ? await look(key, request) : null;
    const data = found ? await services.storage.get(key) : null;
    // A missing file and a file without permission give the same answer, so that keys cannot be guessed.
    if (!found || !data) throw new Refusal('notFound', sentence('itemNotFound'));
    const isPublic = found.visibility === 'public';
    reply.headers({
      'content-type': found.type,
      'cache-control': isPublic ? 'public, max-age=31536000, immutable' : 'private, no-store',
      'content-security-policy': "default-src 'none'; sandbox",
      ...(found.type.startsWith('image/')
        ? {}
        : { 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(buildFileNameFromKey(found.name, key))}` }),
    });
    return found.type.startsWith('video/') || found.type.startsWith('audio/')
      ? sendPart(request, reply, Buffer.from(data))
      : reply.send(Buffer.from(data));
  });

  async function look(key: string, request: FastifyRequest<Asked>) {
    const byKey = () =>
      unscopedTable(db, 'media_file', 'the file is found by its key and access is checked afterwards')
        .select()
        .innerJoin('media_variant', 'media_variant.file_id', 'media_file.id')
        .select(['media_file.visibility', 'media_file.name', 'media_variant.type'])
        .where('media_variant.key', '=', key)
        .limit(1);
    // A valid signature grants access, because the person it was issued to was permitted.
    if (isValidSignature(services.secret, key, request.query)) return byKey().executeTakeFirst();
    const open = await byKey().where(visibleTo('media_file', anonymousCaller)).executeTakeFirst();
    if (open) return open;
    const me: Me = (await readSessionByCookie(services.database, services.secret, request.headers.cookie))?.me ?? anonymousCaller;
    return byKey().where(visibleTo('media_file', me)).executeTakeFirst();
  }
}

/** Video players request byte ranges, and some play no file without them. */
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
