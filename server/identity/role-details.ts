import type { RoleProfiles } from '#contract/identity/profile.ts';
import type { RoleDetails, roleCalls } from '#contract/identity/role-calls.ts';
import type { Role } from '#contract/kernel/roles.ts';
import type { CallHandlers } from '#server/http/registry.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import { saveAccountProfile } from '#server/people/service.ts';
import { m } from '#words/messages.js';

type Payout = NonNullable<RoleProfiles['owner']['payout']>;
type Details = Partial<RoleProfiles['owner'] & RoleProfiles['tenant']>;

/** The last three digits of the payout account, which its owner recognises and other people cannot use. */
const hintOf = (payout: Payout): string => `•••${(payout.by === 'mpesa' ? payout.phone : payout.account).slice(-3)}`;
const shown = ({ payout, budget_cents, areas }: Details): RoleDetails => ({
  payout: payout ? { by: payout.by, bank: payout.by === 'bank' ? payout.bank : null, hint: hintOf(payout) } : null,
  budget_cents: budget_cents ?? null,
  areas: areas ?? [],
});

/** The details with the payout account masked, in case the session was stolen. */
export const maskRoleDetails = (details: unknown): Record<string, unknown> => {
  const told = details as Details & Record<string, unknown>;
  return { ...told, ...(told.payout ? { payout: shown(told).payout } : {}) };
};

/** Locks the caller's own row and returns their previous details. */
async function own(ctx: Ctx, role: Role | null) {
  if (role !== null && ctx.me.role !== role) throw new Refusal('conflict', m.identity_refusal_other_role());
  const person = await from(ctx, 'person').select(['id', 'code']).where('id', '=', ctx.me.userId).forNoKeyUpdate().executeTakeFirstOrThrow();
  const profile = await from(ctx, 'person_profile').select('details').where('person_id', '=', person.id).executeTakeFirst();
  return { person, details: (profile?.details ?? {}) as Details };
}

const save = (ctx: Ctx, personId: number, kind: 'owner' | 'tenant', details: Details) =>
  saveAccountProfile(ctx.db, { person_id: personId, kind, details: JSON.stringify(details) });

export const roleService: CallHandlers<typeof roleCalls> = {
  async roleDetails(ctx) {
    const profile = await from(ctx, 'person_profile').select('details').where('person_id', '=', ctx.me.userId).executeTakeFirst();
    return shown((profile?.details ?? {}) as Details);
  },

  async changeWishes(ctx, { budget_cents, areas }) {
    const { person, details } = await own(ctx, 'tenant');
    const { budget_cents: _, ...rest } = details;
    const after: Details = { ...rest, areas, ...(budget_cents === undefined ? {} : { budget_cents }) };
    await save(ctx, person.id, 'tenant', after);
    await audit(ctx.db, ctx, {
      kind: 'edit',
      document: 'account',
      id: person.id,
      code: person.code,
      before: { budget_cents: details.budget_cents ?? null, areas: details.areas ?? [] },
      after: { budget_cents: budget_cents ?? null, areas },
    });
    return shown(after);
  },
};
