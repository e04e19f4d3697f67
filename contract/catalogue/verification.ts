/** What whoever verifies a property looks at (product §17), without Zod. */
export const verificationChecks = ['exists', 'access', 'authority', 'units', 'pictures', 'position'] as const;
export type VerificationCheck = (typeof verificationChecks)[number];
/** Without these nothing is verified: it is there, whoever offers it may, and it has the units it says. */
export const neededChecks: readonly VerificationCheck[] = ['exists', 'authority', 'units'];
/** Standing in front of it, or by title, rates, plans and the like. */
export const verificationWays = ['site', 'papers'] as const;
export type VerificationWay = (typeof verificationWays)[number];

type Checked = { readonly what: VerificationCheck; readonly way: VerificationWay };
/** What of the needed was not looked at. */
export const uncheckedOf = (checks: readonly Pick<Checked, 'what'>[]): VerificationCheck[] =>
  neededChecks.filter((what) => !checks.some((one) => one.what === what));
/** Somebody stood there: only then a page may say "visited". */
export const wasVisited = (checks: readonly Checked[]): boolean => checks.some(({ what, way }) => what === 'exists' && way === 'site');

/** A row of the list as it is filled in: nothing is said beforehand about how it was looked at. */
export type CheckDraft = {
  readonly on: boolean;
  readonly way: VerificationWay | '';
  readonly note: string;
  readonly file_id: number | null;
};
/** What a row begins with when it is ticked: the right to let or sell is read in papers, of everything else one says how. */
export const wayAtFirst = (what: VerificationCheck): CheckDraft['way'] => (what === 'authority' ? 'papers' : '');
/** What is wrong with a row, by the part of it that has to change. */
export function faultOf(what: VerificationCheck, { on, way, note, file_id }: CheckDraft): 'tick' | 'way' | 'shows' | null {
  if (!on) return neededChecks.includes(what) ? 'tick' : null;
  if (way === '') return 'way';
  return note.trim().length < 3 && file_id === null ? 'shows' : null;
}
