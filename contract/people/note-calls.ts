import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { id, list, moment, page, pageSize } from '#contract/kernel/list.ts';
import { usersNeeds } from './kinds.ts';
import { noteActs, noteMinutes, noteMost } from './note.ts';

const base = '/api/v2/accounts/user' as const;
const text = z.string().trim().min(1).max(noteMost);
const byId = z.object({ id });

const PersonNote = z.object({
  id: z.number(),
  text: z.string(),
  /** Null when whoever wrote it is gone. */
  by: z.string().nullable(),
  at: moment,
  edited_at: moment.nullable(),
  pinned: z.boolean(),
  acts: z.array(z.enum(noteActs)),
});
export type PersonNote = z.output<typeof PersonNote>;

/** What the platform's staff write down about somebody, for each other. About whom is `mayNote` (note.ts). */
export const noteCalls = {
  list: call({
    method: 'GET',
    path: `${base}/fetch_user_notes/`,
    summary: 'Notes of the platform’s staff about somebody: the pinned one, then newest first',
    needs: usersNeeds,
    query: z.object({ user_id: id, page, page_size: pageSize }),
    result: list(PersonNote),
    fails: ['notFound'],
  }),
  add: call({
    method: 'POST',
    path: `${base}/add_user_note/`,
    summary: 'Write a note about somebody; they never see it here, and get it when they ask for their data',
    needs: usersNeeds,
    query: z.object({ user_id: id }),
    body: z.strictObject({ text }),
    result: PersonNote,
    fails: ['notFound'],
    document: 'note',
  }),
  edit: call({
    method: 'PATCH',
    path: `${base}/edit_user_note/`,
    summary: `Change a note one wrote within the last ${noteMinutes} minutes`,
    needs: usersNeeds,
    query: byId,
    body: z.strictObject({ text }),
    result: PersonNote,
    fails: ['notFound', 'forbidden'],
    document: 'note',
  }),
  pin: call({
    method: 'PATCH',
    path: `${base}/pin_user_note/`,
    summary: 'Let a note stand on top, in place of the one that does, or take it down',
    needs: usersNeeds,
    query: byId,
    body: z.strictObject({ pinned: z.boolean() }),
    result: PersonNote,
    fails: ['notFound'],
    document: 'note',
  }),
  remove: call({
    method: 'DELETE',
    path: `${base}/delete_user_note/`,
    summary: 'Take away a note one wrote; a superadmin takes any away',
    needs: usersNeeds,
    query: byId,
    result: z.object({ id: z.number() }),
    fails: ['notFound', 'forbidden'],
    document: 'note',
  }),
} as const;
