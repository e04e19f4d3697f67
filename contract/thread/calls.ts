import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { filters, id, list, moment, page, pageSize } from '#contract/kernel/list.ts';
import { leadSteps, recordKinds } from './steps.ts';

const base = '/api/v2/thread' as const;
const tenant = { only: ['tenant'] } as const;
const seq = z.coerce.number().int().min(1).max(1_000_000_000);

const File = z.object({ name: z.string(), url: z.string(), bytes: z.number(), is_image: z.boolean() });
const Message = z.object({
  seq: z.number(),
  /** Who said it: the visitor, those who answer, or what became of the enquiry. */
  side: z.enum(['visitor', 'team', 'step']),
  /** By the reader's own side. */
  own: z.boolean(),
  name: z.string(),
  step: z.enum(leadSteps).nullable(),
  /** What the sentence of a step needs: when, how much, of which record. */
  about: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  /** What a step is about, where the reader may open it. */
  record: z.object({ kind: z.enum(recordKinds), id: z.number(), code: z.string() }).nullable(),
  body: z.string(),
  files: z.array(File),
  at: moment,
});
export type Message = z.output<typeof Message>;

const Talk = z.object({
  id: z.number(),
  /** What it is about, and its public page while it is offered. */
  about: z.string(),
  /** Whom the reader talks with. */
  other: z.string(),
  last_seq: z.number(),
  read_upto: z.number(),
  /** How far the other side has read. */
  other_read: z.number(),
  may_write: z.boolean(),
  /** Where the visitor applies for the home it is about, while it is to be had. */
  apply: z.string().nullable(),
  messages: z.array(Message),
  /** There are earlier ones. */
  earlier: z.boolean(),
});
export type Talk = z.output<typeof Talk>;

const TalkHead = z.object({
  id: z.number(),
  about: z.string(),
  other: z.string(),
  /** The last that was said; a step says itself. */
  last: z
    .object({ side: z.enum(['visitor', 'team', 'step']), step: z.enum(leadSteps).nullable(), about: Message.shape.about, body: z.string() })
    .nullable(),
  last_at: moment.nullable(),
  unread: z.number(),
});
export type TalkHead = z.output<typeof TalkHead>;

/** The browser's own key: sent twice, said once. */
const said = { client_key: z.uuid(), body: z.string().trim().max(4000).default('') };
const upload = { field: 'file', kinds: ['images', 'documents'], types: ['jpeg', 'jpg', 'png', 'webp', 'pdf', 'docx'] } as const;
const Said = z.object({ seq: z.number() });
const readUpto = { upto: seq };
const Read = z.object({ read_upto: z.number() });
const before = seq.optional();
const byLead = { lead_id: id };
/** A link that was cut is a wrong link, and says the same. */
const byPass = { pass: z.string().min(1).max(200) };
const edit = ['contacts', 'edit'] as const;
const read = ['contacts', 'read'] as const;

export const threadCalls = {
  ofLead: call({
    method: 'GET',
    path: `${base}/lead_messages/`,
    summary: 'The conversation of an enquiry, for those who answer it',
    needs: read,
    query: z.object({ ...byLead, before }),
    result: Talk,
    fails: ['notFound'],
  }),
  say: call({
    method: 'POST',
    path: `${base}/say/`,
    summary: 'Write to whoever asked; the first word is the answer to the enquiry',
    needs: edit,
    body: z.strictObject({ ...byLead, ...said }),
    result: Said,
    fails: ['notFound', 'tooMany'],
    document: 'thread',
  }),
  attach: call({
    method: 'POST',
    path: `${base}/attach/`,
    summary: 'Send a file to whoever asked',
    needs: edit,
    body: z.strictObject({ ...byLead, ...said }),
    upload,
    result: Said,
    fails: ['notFound', 'tooMany', 'tooLarge', 'unsupported'],
    document: 'thread',
  }),
  read: call({
    method: 'PATCH',
    path: `${base}/read/`,
    summary: 'Say how far the company has read',
    needs: read,
    body: z.strictObject({ ...byLead, ...readUpto }),
    result: Read,
    fails: ['notFound'],
    document: 'thread',
    counts: true,
  }),
  mine: call({
    method: 'GET',
    path: `${base}/my_threads/`,
    summary: 'The caller’s own conversations about homes, the latest first',
    needs: tenant,
    query: z.object({ page, page_size: pageSize, z_filter: filters({ unread: z.enum(['true']) }) }),
    result: list(TalkHead).extend({ unread: z.number() }),
    fails: [],
  }),
  myTalk: call({
    method: 'GET',
    path: `${base}/my_messages/`,
    summary: 'One of the caller’s own conversations',
    needs: tenant,
    query: z.object({ id, before }),
    result: Talk,
    fails: ['notFound'],
  }),
  mySay: call({
    method: 'POST',
    path: `${base}/my_say/`,
    summary: 'Write in one’s own conversation',
    needs: tenant,
    body: z.strictObject({ id, ...said }),
    result: Said,
    fails: ['notFound', 'tooMany'],
    document: 'thread',
  }),
  myAttach: call({
    method: 'POST',
    path: `${base}/my_attach/`,
    summary: 'Send a file in one’s own conversation',
    needs: tenant,
    body: z.strictObject({ id, ...said }),
    upload,
    result: Said,
    fails: ['notFound', 'tooMany', 'tooLarge', 'unsupported'],
    document: 'thread',
  }),
  myRead: call({
    method: 'PATCH',
    path: `${base}/my_read/`,
    summary: 'Say how far one has read',
    needs: tenant,
    body: z.strictObject({ id, ...readUpto }),
    result: Read,
    fails: ['notFound'],
    document: 'thread',
    counts: true,
  }),
  knock: call({
    method: 'POST',
    path: `${base}/guest_code/`,
    summary: 'Ask for the code that opens a conversation by its link; it goes to the number that asked',
    needs: 'anyone',
    body: z.strictObject({ token: byPass.pass }),
    result: z.object({ /** The end of the number or the address it went to. */ to: z.string() }),
    fails: ['notFound', 'tooMany'],
    document: 'thread',
    step: true,
  }),
  enter: call({
    method: 'POST',
    path: `${base}/guest_enter/`,
    summary: 'Open a conversation with link and code; the pass is good for a week',
    needs: 'anyone',
    body: z.strictObject({ token: byPass.pass, code: z.string().trim().min(1).max(12) }),
    result: z.object({ pass: z.string() }),
    fails: ['notFound', 'tooMany'],
    document: 'thread',
    step: true,
    secret: true,
  }),
  guestTalk: call({
    method: 'GET',
    path: `${base}/guest_messages/`,
    summary: 'A guest’s conversation',
    needs: 'anyone',
    query: z.object({ ...byPass, before }),
    result: Talk,
    fails: ['notFound'],
  }),
  guestSay: call({
    method: 'POST',
    path: `${base}/guest_say/`,
    summary: 'Write as a guest',
    needs: 'anyone',
    body: z.strictObject({ ...byPass, ...said }),
    result: Said,
    fails: ['notFound', 'tooMany'],
    document: 'thread',
  }),
  guestAttach: call({
    method: 'POST',
    path: `${base}/guest_attach/`,
    summary: 'Send a file as a guest',
    needs: 'anyone',
    body: z.strictObject({ ...byPass, ...said }),
    upload,
    result: Said,
    fails: ['notFound', 'tooMany', 'tooLarge', 'unsupported'],
    document: 'thread',
  }),
  guestRead: call({
    method: 'PATCH',
    path: `${base}/guest_read/`,
    summary: 'Say how far a guest has read',
    needs: 'anyone',
    body: z.strictObject({ ...byPass, ...readUpto }),
    result: Read,
    fails: ['notFound'],
    document: 'thread',
    counts: true,
  }),
} as const;
