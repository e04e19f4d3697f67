import type { EventName, EventParams } from '#contract/rooms.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { type Audience, audience, notify, screenPage } from '#server/notification/service.ts';
import { homeName } from '#server/tenancy/service.ts';
import { type AgreementRow, type PartyRow, partiesIn } from './rows.ts';

type ContractEvent = Extract<EventName, `contract.${string}`>;

/** What a home is called in a message. */
export const homeOf = (ctx: Pick<Ctx, 'db'>, row: Pick<AgreementRow, 'tenancy_id'>): Promise<string> => homeName(ctx.db, row.tenancy_id);

type Words<E extends ContractEvent> = { readonly event: E; readonly params: EventParams<E>; readonly key: string };

const send = async <E extends ContractEvent>(
  ctx: Pick<Ctx, 'db'>,
  { id, code }: Pick<AgreementRow, 'id' | 'code'>,
  to: Audience,
  { event, params, key }: Words<E>,
  link?: string,
): Promise<void> => {
  await notify(ctx, event, params, to, { key, link, page: screenPage(['agreement.own', 'agreement.detail'], { id, code }) });
};

export const tellParty = <E extends ContractEvent>(
  ctx: Pick<Ctx, 'db'>,
  row: Pick<AgreementRow, 'id' | 'code'>,
  { id, person_id, phone, email }: PartyRow,
  words: Words<E>,
  link?: string,
): Promise<void> => {
  const to = person_id === null ? { phone: phone ?? undefined, email: email ?? undefined } : { personId: person_id };
  return send(ctx, row, audience().readers([{ to, mark: String(id) }]), words, link);
};

/** Everybody who signs, but for whoever did it. */
export async function tellParties<E extends ContractEvent>(
  ctx: Pick<Ctx, 'db'>,
  row: AgreementRow,
  words: Words<E>,
  except: (party: PartyRow) => boolean = () => false,
): Promise<void> {
  for (const party of await partiesIn(ctx.db, row)) if (!except(party)) await tellParty(ctx, row, party, words);
}

/** The managers of the home, except those who were notified as parties. */
export async function tellManagers<E extends ContractEvent>(
  ctx: Pick<Ctx, 'db'>,
  row: AgreementRow,
  words: Words<E>,
  heard: (party: PartyRow) => boolean = () => true,
): Promise<void> {
  const parties = (await partiesIn(ctx.db, row)).filter(heard).map((p) => p.person_id);
  await send(
    ctx,
    row,
    audience()
      .managers(row, 'm')
      .except(...parties),
    words,
  );
}

/** Everybody who was asked, and whoever lets, also where their own turn has not come; not whoever did it. */
export async function tellAsked<E extends ContractEvent>(ctx: Pick<Ctx, 'db'>, row: AgreementRow, words: Words<E>, by?: PartyRow): Promise<void> {
  await tellParties(ctx, row, words, (p) => p.id === by?.id || p.invited_at === null);
  await tellManagers(ctx, row, words, (p) => p.id === by?.id || p.invited_at !== null);
}
