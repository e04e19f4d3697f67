import { agreementMachine } from '#contract/agreement/machine.ts';
import type { Input, Result } from '#contract/kernel/call.ts';
import type { livingCalls } from '#contract/living/calls.ts';
import { clock } from '#contract/time/clock.ts';
import type { Handlers } from '#server/http/registry.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { sentence } from '#server/kernel/locale.ts';
import { from } from '#server/kernel/scoped.ts';
import { papers } from '#server/paper/service.ts';
import { managerOf } from '#server/people/service.ts';
import { propertyFor } from '#server/tenancy/service.ts';

type Calls = typeof livingCalls;

/** The address often ends with the name of its place already. */
const placed = (address: string | null, place: string | null): string =>
  [address, place && address?.toLowerCase().endsWith(place.toLowerCase()) ? '' : place].filter(Boolean).join(', ');

export const livingService = (house: House): Handlers<Calls> => ({
  async home(ctx: Ctx, { tenancy_id }: Input<Calls['home']>): Promise<Result<Calls['home']>> {
    const place = (await propertyFor(ctx.db, tenancy_id, ctx.me.userId)) ?? 0;
    const row = await from(ctx, 'tenancy')
      .innerJoin('property', (join) => join.on('property.id', '=', place))
      .leftJoin('location', 'location.id', 'property.location_id')
      .select(['tenancy.company_id', 'tenancy.agent_company_id', 'property.address', 'location.name as place'])
      .where('tenancy.id', '=', tenancy_id)
      .executeTakeFirst();
    if (!row) throw new Refusal('notFound', sentence('itemNotFound'));
    const agreements = await from(ctx, 'agreement')
      .select(['id', 'code', 'kind', 'status', 'sealed_at'])
      .where('tenancy_id', '=', tenancy_id)
      .where('status', '<>', 'draft')
      .orderBy('id', 'desc')
      .limit(5)
      .execute();
    return {
      manager: await managerOf(ctx.db, row.agent_company_id ?? row.company_id),
      agreements: agreements.map((a) => ({
        ...a,
        status: agreementMachine.states[a.status] as number,
        sealed_at: a.sealed_at?.toISOString() ?? null,
      })),
      papers_wanted: (await papers(house, ctx, tenancy_id)).wanted,
      address: placed(row.address, row.place),
      today: clock.today(),
    };
  },
});
