import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { termsLinkCalls } from '#contract/tenancy/terms-link-calls.ts';
import { clock } from '#contract/time/clock.ts';
import { asClock, type Ctx } from '#server/kernel/ctx.ts';
import { parentOf, systemRows } from '#server/kernel/scoped-row.ts';
import { isSameSecret } from '#server/kernel/secrets.ts';
import { readCompanyName } from '#server/people/service.ts';
import { withdrawDisownedTenancy } from '../begin-tenancy.ts';
import { lockTenancy, readTenancyOfLink } from '../lock-tenancy.ts';
import { notifyTenancyManagers } from '../notify.ts';
import { getOpeningBalance, tenancyNotFound } from '../rows.ts';
import { readAllTenancyCharges, readAllTenancyTerms } from '../tenancy-detail.ts';
import { readHomeName } from './home-name.ts';
import { confirmTerms } from './terms-answers.ts';
import { hashTermsToken, readTermsRequest } from './terms-request.ts';

type Calls = typeof termsLinkCalls;
const why = 'the link that was sent to an imported tenant grants access to the question';

/** The question behind a link. Wrong and used links, and links of tenancies that began or ended, have the same answer. */
async function findAsked(ctx: Ctx, token: string, lock: boolean) {
  const [, id] = /^(\d{1,15})\.[\w-]{32}$/.exec(token) ?? [];
  const place =
    id && (await systemRows(ctx.db, 'tenancy_person', why).select(['id', 'tenancy_id', 'tenant_id']).where('id', '=', Number(id)).executeTakeFirst());
  if (!place) throw tenancyNotFound();
  const row = lock ? await lockTenancy(ctx, place.tenancy_id) : await readTenancyOfLink(ctx.db, place.tenancy_id);
  const ask = row && readTermsRequest(row);
  const hash = ask?.links?.[String(place.id)];
  if (row?.status !== 'pending' || !ask || !hash || ask.yes.includes(place.id) || !isSameSecret(hash, hashTermsToken(token))) throw tenancyNotFound();
  const person = await parentOf(ctx.db, place, 'tenant_id', 'tenant').select('name').executeTakeFirst();
  return { row, ask, member: place.id, name: person?.name ?? '' };
}

export async function readTerms(ctx: Ctx, { token }: HandlerInput<Calls['readTerms']>): Promise<HandlerResult<Calls['readTerms']>> {
  const { row, ask, name } = await findAsked(ctx, token, false);
  const terms = await readAllTenancyTerms(ctx.db, row);
  const term = terms.findLast((one) => one.from <= clock.today()) ?? terms[0];
  const charges = (await readAllTenancyCharges(ctx.db, row)).filter((one) => one.last === null || one.last >= clock.today());
  return {
    company: await readCompanyName(ctx.db, row.company_id),
    home: await readHomeName(ctx.db, row.id, row.unit_id),
    name,
    starts_on: row.starts_on,
    ends_on: row.ends_on,
    notice_days: row.notice_days,
    rent_cents: term?.rent_cents ?? 0,
    period: term?.period ?? 2,
    deposit_cents: row.deposit_cents,
    balance_cents: getOpeningBalance(row)?.balance_cents ?? 0,
    charges: charges.map(({ label, cents, often }) => ({ label, cents, often })),
    until: ask.until,
  };
}

export async function answerTerms(ctx: Ctx, { token, answer }: HandlerInput<Calls['answerTerms']>): Promise<HandlerResult<Calls['answerTerms']>> {
  const { row, ask, member, name } = await findAsked(ctx, token, true);
  // The link names no account, so the rule acts; the log keeps where the answer was sent from.
  const rule: Ctx = { ...asClock(ctx.db, 'an imported tenant answered by their link'), from: ctx.from, note: ctx.note };
  if (answer === 'confirm') await confirmTerms(rule, row, ask, [member], name);
  else {
    await withdrawDisownedTenancy(rule, row);
    await notifyTenancyManagers(rule, row, 'tenancy.terms_declined', { name }, 'declined');
  }
  return { answered: true };
}
