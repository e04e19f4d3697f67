import type { EventName, EventParams } from '#contract/rooms.ts';
import { linkTo } from '#contract/screens.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { meNow } from '#server/kernel/me.ts';
import { tell } from '#server/notification/service.ts';
import { headsOf } from '#server/people/service.ts';
import { homeName } from '#server/tenant/service.ts';
import { type AgreementRow, type PartyRow, partiesIn } from './rows.ts';

type ContractEvent = Extract<EventName, `contract.${string}`>;

/** What a home is called in a message. */
export const homeOf = (ctx: Pick<Ctx, 'db'>, row: Pick<AgreementRow, 'tenancy_id'>): Promise<string> => homeName(ctx.db, row.tenancy_id);

/** Where its reader finds the agreement in their own dashboard. */
async function pageOf(ctx: Pick<Ctx, 'db'>, personId: number, row: Pick<AgreementRow, 'id' | 'code'>): Promise<{ page?: string }> {
  const layout = (await meNow(ctx.db, personId))?.layout;
  if (!layout || layout === 'tenancy') return {};
  return { page: linkTo(layout === 'tenant' ? 'agreement.own' : 'agreement.detail', layout, { id: row.id, code: row.code }) };
}

type Words<E extends ContractEvent> = { readonly event: E; readonly params: EventParams<E>; readonly key: string };

export async function tellParty<E extends ContractEvent>(
  ctx: Pick<Ctx, 'db'>,
  row: Pick<AgreementRow, 'id' | 'code'>,
  party: PartyRow,
  words: Words<E>,
  secretPage?: string,
): Promise<void> {
  const to = party.person_id === null ? { phone: party.phone ?? undefined, email: party.email ?? undefined } : { personId: party.person_id };
  const page = party.person_id === null ? {} : await pageOf(ctx, party.person_id, row);
  const secret = secretPage ? { secret: { page: secretPage } } : {};
  await tell(ctx, { ...page, ...secret, event: words.event, params: words.params, key: `${words.event}:${words.key}:${party.id}`, to });
}

/** Everybody who signs, but for whoever did it. */
export async function tellParties<E extends ContractEvent>(
  ctx: Pick<Ctx, 'db'>,
  row: AgreementRow,
  words: Words<E>,
  except: (party: PartyRow) => boolean = () => false,
): Promise<void> {
  for (const party of await partiesIn(ctx.db, row.id)) if (!except(party)) await tellParty(ctx, row, party, words);
}

/** Those who lead the company that lets, and the agent's where one stands for it; not those who heard it as parties. */
export async function tellManagers<E extends ContractEvent>(
  ctx: Pick<Ctx, 'db'>,
  row: AgreementRow,
  words: Words<E>,
  heard: (party: PartyRow) => boolean = () => true,
): Promise<void> {
  const parties = new Set((await partiesIn(ctx.db, row.id)).filter(heard).map((p) => p.person_id));
  for (const company of [row.company_id, row.agent_company_id])
    if (company !== null)
      for (const { id } of await headsOf(ctx.db, company))
        if (!parties.has(id)) {
          const page = await pageOf(ctx, id, row);
          await tell(ctx, { ...page, event: words.event, params: words.params, key: `${words.event}:${words.key}:m${id}`, to: { personId: id } });
        }
}

/** Everybody who was asked, and whoever lets, also where their own turn has not come; not whoever did it. */
export async function tellAsked<E extends ContractEvent>(ctx: Pick<Ctx, 'db'>, row: AgreementRow, words: Words<E>, by?: PartyRow): Promise<void> {
  await tellParties(ctx, row, words, (p) => p.id === by?.id || p.invited_at === null);
  await tellManagers(ctx, row, words, (p) => p.id === by?.id || p.invited_at !== null);
}
