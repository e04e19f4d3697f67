import { isRoleNarrowedByGrants } from '#contract/access/permissions.ts';
import { isRestricted } from '#server/kernel/ctx.ts';
import type { SignedSession } from './session.ts';

/** The session as the sign-in routes and the pages answer it. */
export function toSessionAnswer({ me, person, expires, impersonator }: SignedSession) {
  return {
    user: {
      id: person.id,
      user_type: me.userType,
      onboarding: me.onboarding,
      code: person.code,
      name: person.name,
      email: person.email,
      image: person.image,
      company: person.company,
      layout: me.layout,
      closing_at: person.closingAt?.toISOString() ?? null,
      permissions: me.role === 'staff' || isRoleNarrowedByGrants(me.role) || isRestricted(me) ? [...me.grants] : null,
      verified_status: me.verifiedStatus,
      must_enrol: me.mustEnrol,
      auditor: me.auditor === true,
      impersonator: impersonator && { id: impersonator.id, name: impersonator.name },
    },
    expires: expires.toISOString(),
  };
}
