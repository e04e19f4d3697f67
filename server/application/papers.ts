import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { applicationCalls } from '#contract/application/calls.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { toDownloadFileName } from '#server/http/file-name.ts';
import { readSessionByCookie } from '#server/http/socket-caller.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal, requireSignedIn } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { add, from } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { createDataKey, decryptBytes, encryptBytes, unwrapDataKey } from '#server/kernel/vault.ts';
import { m } from '#words/messages.js';
import { deleteApplicationDocuments } from './erase.ts';
import { applicationNotFound, openApplicationForReader } from './read.ts';
import { readLatestApplicationVersion } from './versions.ts';

type Calls = typeof applicationCalls;
const most = 20;
const types: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};

/** Files are encrypted before they leave the process, so a copy of the storage is useless. */
export const addApplicationDocument =
  (services: RunningServices) =>
  async (ctx: Ctx, { kind, file }: HandlerInput<Calls['addDocument']>): Promise<HandlerResult<Calls['addDocument']>> => {
    const own = await readLatestApplicationVersion(ctx, requireSignedIn(ctx).userId, true);
    if (!own) throw new Refusal('conflict', m.application_refusal_first());
    const there = await from(ctx, 'application_file').select('id').where('application_id', '=', own.id).execute();
    if (there.length >= most) throw invalidInputRefusal({ paper: m.application_problem_papers({ count: most }) });
    const { key, wrapped } = createDataKey();
    const locked = encryptBytes(key, file.data, 'paper');
    const stored = `${createHash('sha256').update(locked).digest('hex').slice(0, 40)}.bin`;
    await services.storage.put(stored, locked, 'application/octet-stream');
    const row = await add(ctx, 'application_file')
      .values({
        application_id: own.id,
        kind,
        name: toDownloadFileName(file.name, file.type).slice(0, 200),
        mime: types[file.type] ?? 'application/octet-stream',
        bytes: file.data.length,
        stored,
        wrapped_key: wrapped,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await audit(ctx.db, ctx, { kind: 'add', document: 'application', id: own.id, reason: 'a paper was added' });
    return row;
  };

export async function removeApplicationDocument(
  ctx: Ctx,
  { id }: HandlerInput<Calls['removeDocument']>,
): Promise<HandlerResult<Calls['removeDocument']>> {
  const own = await readLatestApplicationVersion(ctx, requireSignedIn(ctx).userId, true);
  const row = await from(ctx, 'application_file').select(['id', 'application_id']).where('id', '=', id).executeTakeFirst();
  // Documents of an earlier version that a manager has seen cannot be removed.
  if (!row || row.application_id !== own?.id) throw applicationNotFound();
  await deleteApplicationDocuments(ctx.db, [row]);
  await audit(ctx.db, ctx, { kind: 'edit', document: 'application', id: own.id, reason: 'a paper was taken away' });
  return { id };
}

type Asked = { Params: { id: string }; Querystring: { booking?: string } };
/** Opens a document for its owner, or for a manager through the booking; a manager's access is recorded first. */
export async function applicationDocumentRoutes(app: FastifyInstance, services: RunningServices): Promise<void> {
  app.get<Asked>('/vault/paper/:id', async (request, reply) => {
    const me = (await readSessionByCookie(services.database, services.secret, request.headers.cookie))?.me;
    const [id, booking] = [Number(request.params.id), Number(request.query.booking ?? 0)];
    if (!me || me.impersonatorId !== null || !Number.isSafeInteger(id) || !Number.isSafeInteger(booking)) throw applicationNotFound();
    const paper = await services.database.db
      .transaction()
      .execute((tx) => readApplicationDocument({ me, db: tx, from: origin(request), note: { audited: 0 } }, id, booking));
    const locked = paper.wrapped_key ? await services.storage.get(paper.stored) : null;
    if (!locked || !paper.wrapped_key) throw applicationNotFound();
    reply.headers({
      'content-type': paper.mime,
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(paper.name)}`,
    });
    return reply.send(decryptBytes(unwrapDataKey(paper.wrapped_key), locked, 'paper'));
  });
}
const origin = (request: FastifyRequest) => ({ requestId: request.id, ip: request.ip, agent: request.headers['user-agent'] ?? '' });

export async function readApplicationDocument(ctx: Ctx, id: number, bookingId: number) {
  const columns = ['id', 'application_id', 'name', 'mime', 'stored', 'wrapped_key'] as const;
  if (bookingId === 0) {
    const own = await from(ctx, 'application_file')
      .select([...columns])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!own) throw new Refusal('notFound', sentence('itemNotFound'));
    return own;
  }
  const seen = await from(ctx, 'application_file:granted')
    .select([...columns])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!seen) throw applicationNotFound();
  const { row, papers } = await openApplicationForReader(ctx, bookingId, seen.name);
  if (row.id !== seen.application_id || !papers) throw applicationNotFound();
  return seen;
}
