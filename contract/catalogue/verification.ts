/** The checks of a property verification (product §17), without Zod. */
export const verificationChecks = ['exists', 'access', 'authority', 'units', 'pictures', 'position'] as const;
export type VerificationCheck = (typeof verificationChecks)[number];
/** Required checks: the property exists, the lister is authorised, and it has the stated units. */
export const requiredVerificationChecks: readonly VerificationCheck[] = ['exists', 'authority', 'units'];
/** The method of a check: a site visit, or documents such as title, rates and plans. */
export const verificationMethods = ['site', 'papers'] as const;
export type VerificationMethod = (typeof verificationMethods)[number];

type Checked = { readonly what: VerificationCheck; readonly way: VerificationMethod };
/** Required checks that are missing. */
export const findMissingVerificationChecks = (checks: readonly Pick<Checked, 'what'>[]): VerificationCheck[] =>
  requiredVerificationChecks.filter((what) => !checks.some((one) => one.what === what));
/** A page may show "visited" only if a site visit was made. */
export const hasSiteVisit = (checks: readonly Checked[]): boolean => checks.some(({ what, way }) => what === 'exists' && way === 'site');

/** A check while it is being filled in: the method is not preset. */
export type VerificationCheckDraft = {
  readonly on: boolean;
  readonly way: VerificationMethod | '';
  readonly note: string;
  readonly file_id: number | null;
};
/** The default method when a check is ticked: authority is checked by documents; for all others the verifier chooses. */
export const getDefaultVerificationMethod = (what: VerificationCheck): VerificationCheckDraft['way'] => (what === 'authority' ? 'papers' : '');
/** The part of a check that has an error. */
export function findVerificationCheckProblem(
  what: VerificationCheck,
  { on, way, note, file_id }: VerificationCheckDraft,
): 'tick' | 'way' | 'shows' | null {
  if (!on) return requiredVerificationChecks.includes(what) ? 'tick' : null;
  if (way === '') return 'way';
  return note.trim().length < 3 && file_id === null ? 'shows' : null;
}
