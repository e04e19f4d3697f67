import { platformRoles, type Role } from '#contract/kernel/roles.ts';

export const maxNoteLength = 2000;
/** How long the author may edit a note; afterwards another note corrects it. */
export const noteEditMinutes = 15;

type Writer = { readonly id: number | null; readonly role: Role };
type Subject = { readonly id: number; readonly role: Role };
const isPlatform = (role: Role): boolean => (platformRoles as readonly Role[]).includes(role);

/** Whether a platform person reads and writes notes about someone they see: never about themselves, nor about people above them. */
export const canWriteNote = (by: Writer, about: Subject): boolean =>
  isPlatform(by.role) &&
  by.id !== about.id &&
  (by.role === 'superadmin' || (about.role !== 'superadmin' && (by.role === 'admin' || !isPlatform(about.role))));

export const noteActions = ['edit', 'delete'] as const;
export type NoteAction = (typeof noteActions)[number];
/** The actions on a note beside pinning it: its author edits it for a while and deletes it, a super admin deletes any. */
export const listNoteActions = (by: Writer, note: { readonly author: number | null; readonly at: number }, now: number): NoteAction[] =>
  noteActions.filter((act) => {
    const own = by.id !== null && by.id === note.author;
    return act === 'edit' ? own && now - note.at < noteEditMinutes * 60_000 : own || by.role === 'superadmin';
  });
