import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { toUserType } from '#contract/kernel/roles.ts';
import { listReadableUserTypes } from '#contract/people/kinds.ts';
import { canWriteNote, listNoteActions, type NoteAction, noteEditMinutes } from '#contract/people/note.ts';
import type { noteCalls, PersonNote } from '#contract/people/note-calls.ts';
import { clock } from '#contract/time/clock.ts';
import type { CallHandlers } from '#server/http/registry.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import type { PersonalData } from '#server/kernel/personal-data.ts';
import { add as addRow, change, from, oneRow, remove as removeRow, unscopedTable } from '#server/kernel/scoped.ts';
import { readPage } from '#server/lists/list.ts';
import { m } from '#words/messages.js';
import { findPerson, personNotFound } from './person-record.ts';

type Calls = typeof noteCalls;
const writer = ({ me }: Ctx) => ({ id: me.userId, role: me.role });

/** The person a note is about; not found for callers who may not write about them. */
async function subject(ctx: Ctx, id: number, lock = false) {
  const person = await findPerson(ctx, { id, types: listReadableUserTypes(ctx.me) }, lock);
  if (!canWriteNote(writer(ctx), { id: person.id, role: toUserType(person.user_type) })) throw personNotFound();
  return person;
}

const notesOf = (ctx: Ctx) => from(ctx, 'person_note').leftJoin('person as author', 'author.id', 'person_note.author_id');
const columns = [
  'person_note.id',
  'person_note.person_id',
  'person_note.author_id',
  'person_note.body',
  'person_note.pinned',
  'person_note.created_at',
  'person_note.edited_at',
  'author.name as by',
] as const;
type Row = {
  readonly id: number;
  readonly author_id: number | null;
  readonly body: string;
  readonly pinned: boolean;
  readonly created_at: Date;
  readonly edited_at: Date | null;
  readonly by: string | null;
};

const actsOn = (ctx: Ctx, row: Row): NoteAction[] =>
  listNoteActions(writer(ctx), { author: row.author_id, at: row.created_at.getTime() }, clock.now().getTime());
const toNote = (ctx: Ctx, row: Row): PersonNote => ({
  id: row.id,
  text: row.body,
  by: row.by,
  at: row.created_at.toISOString(),
  edited_at: row.edited_at?.toISOString() ?? null,
  pinned: row.pinned,
  acts: actsOn(ctx, row),
});

async function one(ctx: Ctx, id: number) {
  const row = await notesOf(ctx)
    .select([...columns])
    .where('person_note.id', '=', id)
    .executeTakeFirst();
  if (!row) throw personNotFound();
  return row;
}

/** Locks the person and returns the note, so that changes to one person's notes are serialised. */
async function lockNote(ctx: Ctx, id: number, act?: NoteAction) {
  const person = await subject(ctx, (await one(ctx, id)).person_id, true);
  const row = await one(ctx, id);
  if (act && !actsOn(ctx, row).includes(act))
    throw new Refusal('forbidden', act === 'edit' ? m.people_refusal_note_late({ minutes: noteEditMinutes }) : m.people_refusal_note_other());
  return { person, row };
}

/** The audit log records that a note existed, never its text. */
const logged = (ctx: Ctx, kind: 'add' | 'edit' | 'delete', id: number, code: string) => audit(ctx.db, ctx, { kind, document: 'note', id, code });

async function list(ctx: Ctx, { user_id, page, page_size }: HandlerInput<Calls['list']>): Promise<HandlerResult<Calls['list']>> {
  const person = await subject(ctx, user_id);
  const { rows, count } = await readPage(notesOf(ctx).where('person_note.person_id', '=', person.id), { page, page_size }, (q) =>
    q
      .select([...columns])
      .orderBy('person_note.pinned', 'desc')
      .orderBy('person_note.id', 'desc'),
  );
  return { count, results: rows.map((row) => toNote(ctx, row)) };
}

async function add(ctx: Ctx, { user_id, text }: HandlerInput<Calls['add']>): Promise<PersonNote> {
  const person = await subject(ctx, user_id);
  const { id } = await addRow(ctx, 'person_note')
    .values({ person_id: person.id, author_id: ctx.me.userId, body: text })
    .returning('id')
    .executeTakeFirstOrThrow();
  await logged(ctx, 'add', id, person.code);
  return toNote(ctx, await one(ctx, id));
}

async function edit(ctx: Ctx, { id, text }: HandlerInput<Calls['edit']>): Promise<PersonNote> {
  const { person } = await lockNote(ctx, id, 'edit');
  await change(ctx, 'person_note').set({ body: text, edited_at: clock.now() }).where('id', '=', id).$call(oneRow);
  await logged(ctx, 'edit', id, person.code);
  return toNote(ctx, await one(ctx, id));
}

async function pin(ctx: Ctx, { id, pinned }: HandlerInput<Calls['pin']>): Promise<PersonNote> {
  const { person } = await lockNote(ctx, id);
  await change(ctx, 'person_note').set({ pinned: false }).where('person_id', '=', person.id).where('pinned', '=', true).execute();
  if (pinned) await change(ctx, 'person_note').set({ pinned: true }).where('id', '=', id).$call(oneRow);
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'note',
    id,
    code: person.code,
    ...(pinned ? { reason: 'pinned a note' } : { reason: 'took a note down' }),
  });
  return toNote(ctx, await one(ctx, id));
}

async function remove(ctx: Ctx, { id }: HandlerInput<Calls['remove']>): Promise<HandlerResult<Calls['remove']>> {
  const { person } = await lockNote(ctx, id, 'delete');
  await removeRow(ctx, 'person_note').where('id', '=', id).$call(oneRow);
  await logged(ctx, 'delete', id, person.code);
  return { id };
}

export const noteHandlers: CallHandlers<Calls> = { list, add, edit, pin, remove };

/** A data export (subject access request) also contains the notes (Data Protection Act, s. 26), with the platform as author. */
export const notePersonalData: PersonalData = {
  notes_about_you: (db, id) =>
    unscopedTable(db, 'person_note', 'a person exports the notes about them')
      .select()
      .select(['body as text', 'created_at', 'edited_at'])
      .where('person_id', '=', id)
      .orderBy('id')
      .execute(),
};

export async function eraseNotes(tx: Db, personId: number): Promise<void> {
  await unscopedTable(tx, 'person_note', 'data of a deleted account').remove().where('person_id', '=', personId).execute();
}
