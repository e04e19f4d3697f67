import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { href } from '#contract/kernel/screen.ts';
import type { tenancyActionCalls } from '#contract/tenancy/act-calls.ts';
import { importObjectionDays } from '#contract/tenancy/kinds.ts';
import { tenancyMachine } from '#contract/tenancy/machine.ts';
import { tenancyPublicScreens } from '#contract/tenancy/public-pages.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { replaceOccupantsByTenancy } from '#server/intake/service.ts';
import { asClock, type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { makeMove } from '#server/kernel/move.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { oneRow } from '#server/kernel/scoped.ts';
import { sameRow } from '#server/kernel/scoped-row.ts';
import { readCompanyName } from '#server/people/service.ts';
import { readStayUnits } from '#server/stay/service.ts';
import { clearReportedOccupancy, lockUnit, moveUnitBySystem } from '#server/unit/service.ts';
import { m } from '#words/messages.js';
import { assertTenancyStatus, lockTenancyForTenant, logTenancyChange, onTenancyFactsChanged, readCallerName } from '../lock-tenancy.ts';
import { notifyTenancyRecipients, notifyTenantsAndManagers } from '../notify.ts';
import { type TenancyRow, tenancyNotFound } from '../rows.ts';
import { readTenancyDetails } from '../tenancy-detail.ts';
import { readPayers } from './payers.ts';
import { hashTermsToken, makeTermsToken, readTermsRequest, type TermsRequest } from './terms-request.ts';

type Calls = typeof tenancyActionCalls;
/**
 * Asks the payers with an account whether they rent the unit on these terms, before an existing tenancy begins and bills its balance. Payers of an
 * import without an account are asked too, by a link to their number or email, because their first message would otherwise ask for money. Returns
 * false if no other payer can be asked. An imported tenancy begins without an answer after its objection period, because its tenants live there.
 */
export async function askForTerms(ctx: Ctx, row: TenancyRow): Promise<boolean> {
  const others = (await readPayers(ctx.db, row.id)).filter((one) => one.person_id === null || one.person_id !== ctx.me.userId);
  const payers = others.filter((one) => one.person_id !== null);
  const byLink = row.import_id === null ? [] : others.filter((one) => one.person_id === null && (one.phone ?? one.email) !== null);
  if (payers.length + byLink.length === 0) return false;
  const linked = byLink.map((one) => ({ one, token: makeTermsToken(Number(one.member)) }));
  const until = row.import_id === null ? null : addDays(clock.today(), importObjectionDays);
  const ask: TermsRequest = {
    version: row.revision,
    asked: [...payers, ...byLink].map((one) => Number(one.member)),
    yes: [],
    until,
    links: Object.fromEntries(linked.map(({ one, token }) => [one.member, hashTermsToken(token)])),
    by: await readCallerName(ctx),
    at: clock.now().toISOString(),
  };
  // The revision stays: an import whose tenancy is only asked about can still be undone.
  await sameRow(ctx.db, 'tenancy', row)
    .change()
    .set({ terms_ask: JSON.stringify(ask) })
    .$call(oneRow);
  const by = await readCompanyName(ctx.db, row.company_id);
  const said = { day: row.starts_on, by, until: until ?? '' };
  await notifyTenancyRecipients(ctx, row, payers, 'tenancy.terms_asked', said, 'asked');
  for (const { one, token } of linked)
    await notifyTenancyRecipients(ctx, row, [one], 'tenancy.terms_asked', said, 'asked', href(tenancyPublicScreens.terms, { token }));
  return true;
}

/** The unit is already occupied, so the tenancy starts at once without the requirements of a move-in. */
export async function moveInAtOnce(ctx: Ctx, row: TenancyRow): Promise<void> {
  const why = 'lived in already when it came here';
  const unit = await lockUnit(ctx, row.unit_id);
  const saidOnly = unit.status === 'occupied' && unit.occupied_said;
  await makeMove(ctx, tenancyMachine, 'activate', row.id, why, 'clock');
  for (const unitId of await readStayUnits(ctx, { tenancyId: row.id }))
    if (!saidOnly || unitId !== row.unit_id) await moveUnitBySystem(ctx, unitId, 'occupy', why);
  if (!saidOnly) return;
  await clearReportedOccupancy(ctx, row.unit_id);
  await replaceOccupantsByTenancy(ctx, row.unit_id);
}

/** All payers who were asked accepted, or none objected to an import in time: the tenancy begins, and its balance is billed. */
export async function beginAskedTenancy(ctx: Ctx, row: TenancyRow): Promise<void> {
  await sameRow(ctx.db, 'tenancy', row)
    .change()
    .set((eb) => ({ terms_ask: null, revision: eb('revision', '+', 1), updated_at: clock.now() }))
    .$call(oneRow);
  await moveInAtOnce(ctx, row);
  await logTenancyChange(ctx, row, { ...row, status: 'active' });
  await onTenancyFactsChanged(ctx, row.id);
  await publishEvent(ctx, 'tenancy.made', { tenancyId: row.id, bookingId: row.booking_id });
  await notifyTenantsAndManagers(ctx, row, 'tenancy.active', { day: row.starts_on }, 'confirmed');
}

export async function acceptTerms(ctx: Ctx, { id, version }: HandlerInput<Calls['acceptTerms']>): Promise<HandlerResult<Calls['acceptTerms']>> {
  const row = await lockTenancyForTenant(ctx, id);
  if (!row) throw tenancyNotFound();
  assertTenancyStatus(ctx, row, ['pending']);
  const ask = readTermsRequest(row);
  const own = (await readPayers(ctx.db, id)).filter((one) => one.person_id === ctx.me.userId).map((one) => Number(one.member));
  const mine = own.filter((one) => ask?.asked.includes(one) && !ask.yes.includes(one));
  if (!ask || mine.length === 0 || ask.version !== version) throw new Refusal('conflict', m.tenancy_refusal_no_terms_ask());
  await confirmTerms(ctx, row, ask, mine, await readCallerName(ctx));
  return readTenancyDetails(ctx, { id });
}

/** Records that these payers accept the terms. The tenancy begins once all who were asked have accepted. */
export async function confirmTerms(ctx: Ctx, row: TenancyRow, ask: TermsRequest, mine: readonly number[], name: string | null): Promise<void> {
  const yes = [...ask.yes, ...mine];
  await logTenancyChange(ctx, row, row, { is: { agreed: name } });
  // The tenancy begins by rule, and not by the tenant who happens to answer last.
  if (ask.asked.every((one) => yes.includes(one))) await beginAskedTenancy(asClock(ctx.db, 'a tenancy that its payers confirmed'), row);
  else
    await sameRow(ctx.db, 'tenancy', row)
      .change()
      .set({ terms_ask: JSON.stringify({ ...ask, yes }) })
      .$call(oneRow);
}
