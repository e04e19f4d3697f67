import { agreementMachine } from '#contract/agreement/machine.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { LivingHome, livingCalls } from '#contract/living/calls.ts';
import type { TenancyDocuments } from '#contract/paper/calls.ts';
import { clock } from '#contract/time/clock.ts';
import type { CallHandlers } from '#server/http/registry.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { from } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { readTenancyDocuments } from '#server/paper/service.ts';
import { readCompanyContact } from '#server/people/service.ts';
import { readPropertyOfTenancy } from '#server/tenancy/service.ts';

type Calls = typeof livingCalls;

/** The location is left out if the address already ends with its name. */
const placed = (address: string | null, place: string | null): string =>
  [address, place && address?.toLowerCase().endsWith(place.toLowerCase()) ? '' : place].filter(Boolean).join(', ');

/** The document attached to a notice is the newest notice document of the tenancy with that name. */
function leavingPaper(leaving: { readonly file: string | null } | null, papers: TenancyDocuments['results']): LivingHome['leaving_paper'] {
  const found = leaving?.file ? papers.find((one) => one.kind === 'notice' && one.name === leaving.file) : undefined;
  return found?.file ? { name: found.name, file: found.file } : null;
}

export const livingService = (services: RunningServices): CallHandlers<Calls> => ({
  async home(ctx: Ctx, { tenancy_id }: HandlerInput<Calls['home']>): Promise<HandlerResult<Calls['home']>> {
    const place = await readPropertyOfTenancy(ctx.db, tenancy_id, ctx.me.userId);
    const row = await from(ctx, 'tenancy')
      .innerJoin('property', (join) => join.on('property.id', '=', place))
      .leftJoin('location', 'location.id', 'property.location_id')
      .select(['tenancy.company_id', 'tenancy.agent_company_id', 'tenancy.leaving', 'property.address', 'location.name as place'])
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
    const { results, wanted } = await readTenancyDocuments(services, ctx, tenancy_id);
    return {
      manager: await readCompanyContact(ctx.db, row.agent_company_id ?? row.company_id),
      agreements: agreements.map((a) => ({
        ...a,
        status: agreementMachine.states[a.status] as number,
        sealed_at: a.sealed_at?.toISOString() ?? null,
      })),
      papers_wanted: wanted,
      leaving_paper: leavingPaper(row.leaving as { file: string | null } | null, results),
      address: placed(row.address, row.place),
      today: clock.today(),
    };
  },
});
