import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { buildFilterSchema, buildListSchema, id, moment, pageNumberSchema, pageSize } from '#contract/kernel/list.ts';
import { leadStepRecordKinds, leadSteps } from './steps.ts';

const base = '/api/v2/thread' as const;
const tenant = { only: ['tenant'] } as const;
const seq = z.coerce.number().int().min(1).max(1_000_000_000);

const File = z.object({ name: z.string(), url: z.string(), bytes: z.number(), is_image: z.boolean() });
const ThreadMessage = z.object({
  seq: z.number(),
  /** The author: the visitor, the company, or a step of the enquiry. */
  side: z.enum(['visitor', 'team', 'step']),
  /** Written by the reader's own side. */
  own: z.boolean(),
  name: z.string(),
  step: z.enum(leadSteps).nullable(),
  /** The values a step's sentence needs: date, amount and record. */
  about: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  /** The record of a step, if the reader may open it. */
  record: z.object({ kind: z.enum(leadStepRecordKinds), id: z.number(), code: z.string() }).nullable(),
  body: z.string(),
  files: z.array(File),
  at: moment,
});
export type ThreadMessage = z.output<typeof ThreadMessage>;

const ThreadDetails = z.object({
  id: z.number(),
  /** The subject of the conversation, and its public page while the home is listed. */
  about: z.string(),
  /** The other side of the conversation. */
  other: z.string(),
  last_seq: z.number(),
  read_upto: z.number(),
  /** How far the other side has read. */
  other_read: z.number(),
  may_write: z.boolean(),
  /** Where the visitor can apply for the home, while it is available. */
  apply: z.string().nullable(),
  messages: z.array(ThreadMessage),
  /** Whether earlier messages exist. */
  earlier: z.boolean(),
});
export type ThreadDetails = z.output<typeof ThreadDetails>;

const ThreadSummary = z.object({
  id: z.number(),
  about: z.string(),
  other: z.string(),
  /** The last message or step. */
  last: z
    .object({ side: z.enum(['visitor', 'team', 'step']), step: z.enum(leadSteps).nullable(), about: ThreadMessage.shape.about, body: z.string() })
    .nullable(),
  last_at: moment.nullable(),
  unread: z.number(),
});
export type ThreadSummary = z.output<typeof ThreadSummary>;

/** A key created by the browser, so that a message sent twice is stored once. */
const said = { client_key: z.uuid(), body: z.string().trim().max(4000).default('') };
const upload = { field: 'file', kinds: ['images', 'documents'], types: ['jpeg', 'jpg', 'png', 'webp', 'pdf', 'docx'] } as const;
const Said = z.object({ seq: z.number() });
const readUpto = { upto: seq };
const Read = z.object({ read_upto: z.number() });
const before = seq.optional();
const byLead = { lead_id: id };
/** A truncated link counts as a wrong link and gets the same answer. */
const byPass = { pass: z.string().min(1).max(200) };
const edit = ['contacts', 'edit'] as const;
const read = ['contacts', 'read'] as const;

export const threadCalls = {
  leadMessages: call({
    method: 'GET',
    path: `${base}/lead_messages/`,
    summary: 'Get the conversation of an enquiry as the company',
    needs: read,
    query: z.object({ ...byLead, before }),
    result: ThreadDetails,
    fails: ['notFound'],
  }),
  send: call({
    method: 'POST',
    path: `${base}/say/`,
    summary: 'Send a message to the enquirer; the first one answers the enquiry',
    needs: edit,
    body: z.strictObject({ ...byLead, ...said }),
    result: Said,
    fails: ['notFound', 'tooMany'],
    document: 'thread',
  }),
  attach: call({
    method: 'POST',
    path: `${base}/attach/`,
    summary: 'Send a file to the enquirer',
    needs: edit,
    body: z.strictObject({ ...byLead, ...said }),
    upload,
    result: Said,
    fails: ['notFound', 'tooMany', 'tooLarge', 'unsupported'],
    document: 'thread',
  }),
  markRead: call({
    method: 'PATCH',
    path: `${base}/read/`,
    summary: 'Mark the conversation as read by the company, up to a message',
    needs: read,
    body: z.strictObject({ ...byLead, ...readUpto }),
    result: Read,
    fails: ['notFound'],
    document: 'thread',
    counts: true,
  }),
  listMine: call({
    method: 'GET',
    path: `${base}/my_threads/`,
    summary: 'List the caller’s conversations about homes, latest first',
    needs: tenant,
    query: z.object({ page: pageNumberSchema, page_size: pageSize, z_filter: buildFilterSchema({ unread: z.enum(['true']) }) }),
    result: buildListSchema(ThreadSummary).extend({ unread: z.number() }),
    fails: [],
  }),
  myMessages: call({
    method: 'GET',
    path: `${base}/my_messages/`,
    summary: 'Get one of the caller’s conversations',
    needs: tenant,
    query: z.object({ id, before }),
    result: ThreadDetails,
    fails: ['notFound'],
  }),
  mySend: call({
    method: 'POST',
    path: `${base}/my_say/`,
    summary: 'Send a message in the caller’s conversation',
    needs: tenant,
    body: z.strictObject({ id, ...said }),
    result: Said,
    fails: ['notFound', 'tooMany'],
    document: 'thread',
  }),
  myAttach: call({
    method: 'POST',
    path: `${base}/my_attach/`,
    summary: 'Send a file in the caller’s conversation',
    needs: tenant,
    body: z.strictObject({ id, ...said }),
    upload,
    result: Said,
    fails: ['notFound', 'tooMany', 'tooLarge', 'unsupported'],
    document: 'thread',
  }),
  myMarkRead: call({
    method: 'PATCH',
    path: `${base}/my_read/`,
    summary: 'Mark the caller’s conversation as read, up to a message',
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
    summary: 'Request the code that opens a conversation by its link; it is sent to the enquirer’s number',
    needs: 'anyone',
    body: z.strictObject({ token: byPass.pass }),
    result: z.object({ /** The end of the phone number or email address that received the code. */ to: z.string() }),
    fails: ['notFound', 'tooMany'],
    document: 'thread',
    step: true,
  }),
  enter: call({
    method: 'POST',
    path: `${base}/guest_enter/`,
    summary: 'Open a conversation with its link and code; access is valid for one week',
    needs: 'anyone',
    body: z.strictObject({ token: byPass.pass, code: z.string().trim().min(1).max(12) }),
    result: z.object({ pass: z.string() }),
    fails: ['notFound', 'tooMany'],
    document: 'thread',
    step: true,
    secret: true,
  }),
  guestMessages: call({
    method: 'GET',
    path: `${base}/guest_messages/`,
    summary: 'Get a conversation as a guest',
    needs: 'anyone',
    query: z.object({ ...byPass, before }),
    result: ThreadDetails,
    fails: ['notFound'],
  }),
  guestSend: call({
    method: 'POST',
    path: `${base}/guest_say/`,
    summary: 'Send a message as a guest',
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
  guestMarkRead: call({
    method: 'PATCH',
    path: `${base}/guest_read/`,
    summary: 'Mark a conversation as read by the guest, up to a message',
    needs: 'anyone',
    body: z.strictObject({ ...byPass, ...readUpto }),
    result: Read,
    fails: ['notFound'],
    document: 'thread',
    counts: true,
  }),
} as const;
