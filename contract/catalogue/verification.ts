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
