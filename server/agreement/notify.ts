import type { EventName, EventParams } from '#contract/modules.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { createNotificationAudience, type NotificationAudience, notifyAudience, screenPagePath } from '#server/notification/service.ts';
import { readHomeName } from '#server/tenancy/service.ts';
import { type AgreementRow, listAgreementParties, type PartyRow } from './rows.ts';

type ContractEvent = Extract<EventName, `contract.${string}`>;

/** What a home is called in a message. */
export const readAgreementHomeName = (ctx: Pick<Ctx, 'db'>, row: Pick<AgreementRow, 'tenancy_id'>): Promise<string> =>
  readHomeName(ctx.db, row.tenancy_id);

type Words<E extends ContractEvent> = { readonly event: E; readonly params: EventParams<E>; readonly key: string };

const send = async <E extends ContractEvent>(
  ctx: Pick<Ctx, 'db'>,
  { id, code }: Pick<AgreementRow, 'id' | 'code'>,
  to: NotificationAudience,
  { event, params, key }: Words<E>,
  link?: string,
): Promise<void> => {
  await notifyAudience(ctx, event, params, to, { key, link, page: screenPagePath(['agreement.own', 'agreement.detail'], { id, code }) });
};

export const notifyAgreementParty = <E extends ContractEvent>(
  ctx: Pick<Ctx, 'db'>,
  row: Pick<AgreementRow, 'id' | 'code'>,
  { id, person_id, phone, email }: PartyRow,
  words: Words<E>,
  link?: string,
): Promise<void> => {
  const to = person_id === null ? { phone: phone ?? undefined, email: email ?? undefined } : { personId: person_id };
  return send(ctx, row, createNotificationAudience().readers([{ to, mark: String(id) }]), words, link);
};

/** Notifies all signatories except the person who acted. */
export async function notifyAgreementParties<E extends ContractEvent>(
  ctx: Pick<Ctx, 'db'>,
  row: AgreementRow,
  words: Words<E>,
  except: (party: PartyRow) => boolean = () => false,
): Promise<void> {
  for (const party of await listAgreementParties(ctx.db, row)) if (!except(party)) await notifyAgreementParty(ctx, row, party, words);
}

/** The managers of the home, except those who were notified as parties. */
export async function notifyAgreementManagers<E extends ContractEvent>(
  ctx: Pick<Ctx, 'db'>,
  row: AgreementRow,
  words: Words<E>,
  heard: (party: PartyRow) => boolean = () => true,
): Promise<void> {
  const parties = (await listAgreementParties(ctx.db, row)).filter(heard).map((p) => p.person_id);
  await send(
    ctx,
    row,
    createNotificationAudience()
      .managers(row, 'm')
      .except(...parties),
    words,
  );
}

/** Notifies all invited signatories and the landlord's side, also before their turn, but not the person who acted. */
export async function notifyInvitedParties<E extends ContractEvent>(
  ctx: Pick<Ctx, 'db'>,
  row: AgreementRow,
  words: Words<E>,
  by?: PartyRow,
): Promise<void> {
  await notifyAgreementParties(ctx, row, words, (p) => p.id === by?.id || p.invited_at === null);
  await notifyAgreementManagers(ctx, row, words, (p) => p.id === by?.id || p.invited_at !== null);
}
