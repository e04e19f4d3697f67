import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { buildListSchema, id, moment, pageNumberSchema, pageSize } from '#contract/kernel/list.ts';
import { userListAccessRequirement } from './kinds.ts';
import { maxNoteLength, noteActions, noteEditMinutes } from './note.ts';

const base = '/api/v2/accounts/user' as const;
const text = z.string().trim().min(1).max(maxNoteLength);
const byId = z.object({ id });

const PersonNote = z.object({
  id: z.number(),
  text: z.string(),
  /** Null when the author's account is deleted. */
  by: z.string().nullable(),
  at: moment,
  edited_at: moment.nullable(),
  pinned: z.boolean(),
  acts: z.array(z.enum(noteActions)),
});
export type PersonNote = z.output<typeof PersonNote>;

/** Notes of platform staff about a person, for each other. `canWriteNote` (note.ts) decides about whom. */
export const noteCalls = {
  list: call({
    method: 'GET',
    path: `${base}/fetch_user_notes/`,
    summary: 'List platform staff’s notes about a user: the pinned one first, then newest',
    needs: userListAccessRequirement,
    query: z.object({ user_id: id, page: pageNumberSchema, page_size: pageSize }),
    result: buildListSchema(PersonNote),
    fails: ['notFound'],
  }),
  add: call({
    method: 'POST',
    path: `${base}/add_user_note/`,
    summary: 'Add a note about a user; the user does not see it here but gets it in their data export',
    needs: userListAccessRequirement,
    query: z.object({ user_id: id }),
    body: z.strictObject({ text }),
    result: PersonNote,
    fails: ['notFound'],
    document: 'note',
  }),
  edit: call({
    method: 'PATCH',
    path: `${base}/edit_user_note/`,
    summary: `Update a note of the caller within ${noteEditMinutes} minutes of writing it`,
    needs: userListAccessRequirement,
    query: byId,
    body: z.strictObject({ text }),
    result: PersonNote,
    fails: ['notFound', 'forbidden'],
    document: 'note',
  }),
  pin: call({
    method: 'PATCH',
    path: `${base}/pin_user_note/`,
    summary: 'Pin a note in place of the pinned one, or unpin it',
    needs: userListAccessRequirement,
    query: byId,
    body: z.strictObject({ pinned: z.boolean() }),
    result: PersonNote,
    fails: ['notFound'],
    document: 'note',
  }),
  remove: call({
    method: 'DELETE',
    path: `${base}/delete_user_note/`,
    summary: 'Delete one of the caller’s notes; a super admin can delete any',
    needs: userListAccessRequirement,
    query: byId,
    result: z.object({ id: z.number() }),
    fails: ['notFound', 'forbidden'],
    document: 'note',
  }),
} as const;
