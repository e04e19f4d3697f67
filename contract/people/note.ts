import { platformRoles, type Role } from '#contract/kernel/roles.ts';

export const noteMost = 2000;
/** How long whoever wrote a note may change it; afterwards another note corrects it. */
export const noteMinutes = 15;

type Writer = { readonly id: number | null; readonly role: Role };
type Subject = { readonly id: number; readonly role: Role };
const isPlatform = (role: Role): boolean => (platformRoles as readonly Role[]).includes(role);

/** Whether this one of the platform reads and writes notes about somebody they see: never about themselves, nor about those above them. */
export const mayNote = (by: Writer, about: Subject): boolean =>
  isPlatform(by.role) &&
  by.id !== about.id &&
  (by.role === 'superadmin' || (about.role !== 'superadmin' && (by.role === 'admin' || !isPlatform(about.role))));

export const noteActs = ['edit', 'delete'] as const;
export type NoteAct = (typeof noteActs)[number];
/** What may be done to a note beside pinning it: its own author changes it for a while and takes it away, a superadmin takes any away. */
export const noteActsFor = (by: Writer, note: { readonly author: number | null; readonly at: number }, now: number): NoteAct[] =>
  noteActs.filter((act) => {
    const own = by.id !== null && by.id === note.author;
    return act === 'edit' ? own && now - note.at < noteMinutes * 60_000 : own || by.role === 'superadmin';
  });
