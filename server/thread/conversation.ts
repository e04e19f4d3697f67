import { sql } from 'kysely';
import { buildApplicationPath } from '#contract/booking/application-path.ts';
import type { ThreadDetails } from '#contract/thread/calls.ts';
import type { LeadStep } from '#contract/thread/steps.ts';
import { buildFileNameFromKey } from '#server/http/file-name.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { childrenOf, parentOf, type RowOf } from '#server/kernel/scoped-row.ts';
import { isOpenToApplicants } from '#server/listing/service.ts';
import { buildSignedFilePath } from '#server/media/service.ts';
import { readThreadRecords } from './records.ts';

export type ThreadRow = RowOf<'thread'>;
export type ThreadMemberRow = RowOf<'thread_member'>;
/** A conversation and the reader's side in it. Access has already been checked. */
export type ThreadMembership = {
  readonly thread: ThreadRow;
  readonly visitor: ThreadMemberRow;
  readonly side: 'visitor' | 'team';
  readonly mayWrite: boolean;
};

const depth = 60;
/** How long a link to a file works after the conversation was read; reading it again creates a new link. */
const fileSeconds = 3600;

export const readThreadFacts = (db: Db, { thread }: Pick<ThreadMembership, 'thread'>) =>
  parentOf(db, thread, 'lead_id', 'lead')
    .innerJoin('company', 'company.id', 'lead.company_id')
    .leftJoin('listing', 'listing.id', 'lead.listing_id')
    .leftJoin('property', 'property.id', 'lead.property_id')
    .select([
      'lead.name as visitor',
      'company.name as company',
      'lead.assigned_to',
      'lead.phone',
      'lead.email',
      'lead.language',
      'lead.code',
      'lead.listing_id',
    ])
    .select(sql<string>`coalesce(listing.title, property.name, company.name)`.as('about'))
    .executeTakeFirstOrThrow();

async function filesOf(db: Db, secret: string, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, ThreadDetails['messages'][number]['files'][number]>();
  const rows = await unscopedTable(db, 'media_file', 'files sent in a conversation of which the reader is a member')
    .select()
    .innerJoin('media_variant', 'media_variant.file_id', 'media_file.id')
    .select(['media_file.id', 'media_file.name', 'media_variant.key', 'media_variant.type', 'media_variant.bytes'])
    .where('media_file.id', 'in', [...ids])
    .where('media_variant.label', '=', 'original')
    .execute();
  return new Map(
    rows.map(({ id, name, key, type, bytes }) => [
      id,
      { name: buildFileNameFromKey(name, key), url: buildSignedFilePath(secret, key, fileSeconds), bytes, is_image: type.startsWith('image/') },
    ]),
  );
}

/** The latest messages, oldest first; with `before`, the messages before that number. */
export async function readThread(ctx: Ctx, secret: string, place: ThreadMembership, before?: number): Promise<ThreadDetails> {
  const { db } = ctx;
  const { thread, visitor, side, mayWrite } = place;
  const names = await readThreadFacts(db, place);
  const rows = await childrenOf(db, thread, 'thread_message', 'thread_id')
    .select()
    .leftJoin('thread_member as by', 'by.id', 'thread_message.member_id')
    .leftJoin('person', 'person.id', 'by.person_id')
    .select([
      'thread_message.seq',
      'thread_message.event',
      'thread_message.about',
      'thread_message.body',
      'thread_message.files',
      'thread_message.at',
    ])
    .select(['by.guest', 'person.name'])
    .where('thread_message.seq', '<', before ?? 2_000_000_000)
    .orderBy('thread_message.seq', 'desc')
    .limit(depth + 1)
    .execute();
  const shown = rows.slice(0, depth).reverse();
  const files = await filesOf(
    db,
    secret,
    shown.flatMap((r) => r.files),
  );
  const offered = side === 'visitor' && (await isOpenToApplicants(db, names.listing_id));
  const recordOf = await readThreadRecords(ctx, thread.lead_id, shown);
  return {
    id: thread.id,
    about: names.about,
    other: side === 'team' ? names.visitor : names.company,
    last_seq: thread.last_seq,
    read_upto: side === 'team' ? thread.team_read : visitor.read_upto,
    other_read: side === 'team' ? visitor.read_upto : thread.team_read,
    may_write: mayWrite,
    apply: offered && names.listing_id !== null ? buildApplicationPath(names.listing_id) : null,
    earlier: rows.length > depth,
    messages: shown.map((r) => {
      const by = r.event !== null ? 'step' : r.guest ? 'visitor' : 'team';
      return {
        seq: r.seq,
        side: by,
        own: by === side,
        name: by === 'visitor' ? names.visitor : (r.name ?? names.company),
        step: r.event as LeadStep | null,
        about: r.about as ThreadDetails['messages'][number]['about'],
        record: recordOf(r),
        body: r.body,
        files: r.files.flatMap((id) => files.get(id) ?? []),
        at: r.at.toISOString(),
      };
    }),
  };
}
