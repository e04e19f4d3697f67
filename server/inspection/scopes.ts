import { sql } from 'kysely';
import {
  both,
  either,
  hangsOn,
  leased,
  leasedOut,
  mine,
  none,
  ofCompany,
  type Rule,
  type Rules,
  rulesOf,
  type Scope,
  type Scopes,
  seenWith,
  visible,
  working,
} from '#server/kernel/scope.ts';

const isVerification: Rule = (_, t) => sql<boolean>`${t('kind')} = 'verification'`;
const isOther: Rule = (_, t) => sql<boolean>`${t('kind')} <> 'verification'`;
/** What is planned and what was found; not what somebody is still writing down. */
const lives = both(
  (_, t) => sql<boolean>`${t('status')} in ('scheduled', 'submitted', 'agreed', 'disputed')`,
  hangsOn('tenancy', 'tenancy_id', visible),
);
const ours: Rule = (_, t) => sql<boolean>`${t('company_id')} is null`;

/** Looking at a property for the platform is `property_verification`, which a county's dealers have; everything else goes with tenancies. */
const verification = leased('property_verification', mine('inspector_id'), isVerification);
const other = leased('tenancies', either(mine('inspector_id'), lives), isOther);
const united = (a: Rules, b: Rules): Rules =>
  rulesOf(none, Object.fromEntries(Object.keys(a).map((role) => [role, either(a[role as keyof Rules], b[role as keyof Rules])])) as Rules);
const unitedScope = (a: Scope, b: Scope): Scope => ({
  see: united(a.see, b.see),
  change: (permission) => united(a.change?.(permission) ?? a.see, b.change?.(permission) ?? b.see),
});
const inspection = unitedScope(verification, other);
/** As those who manage the place, or verify it, have them: whoever lives there or was sent to look is none of them by that. */
const managed = unitedScope(leasedOut('property_verification', isVerification), leasedOut('tenancies', isOther));

/** Whoever keeps a property reads that somebody comes to look at it and what came of it; `full.ts` leaves out what is the inspector's. */
const lookedAt = leasedOut('property', isVerification);

export const inspectionScopes: Scopes = {
  inspection,
  'inspection:listed': { see: united(inspection.see, lookedAt.see) },
  'inspection:managed': managed,
  inspection_answer: seenWith('inspection', 'inspection_id'),
  inspection_photo: seenWith('inspection', 'inspection_id'),
  inspection_op: seenWith('inspection', 'inspection_id'),
  inspection_template: { see: { ...working(ours, either(ours, ofCompany())), anonymous: none } },
};
