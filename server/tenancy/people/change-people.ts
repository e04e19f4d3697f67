import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { tenancyActionCalls } from '#contract/tenancy/act-calls.ts';
import { paperObjectionDays, payingTenancyRoles } from '#contract/tenancy/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { asUnscoped, type Ctx } from '#server/kernel/ctx.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import { assertTenantPhonesUnique, findOrCreateTenant, linkVerifiedAccount } from '#server/tenant/service.ts';
import { m } from '#words/messages.js';
import { validateTenancyPeople } from '../check-input.ts';
import { addTenancyPeople, assertTenantsVisible, toTenancyPeople, updateTenancy } from '../create-tenancy.ts';
import { assertNotObjectedForChange } from '../leaving/open-objection.ts';
import {
  assertTenancyStatus,
  lockTenancyForManager,
  logTenancyChange,
  occupiedStatuses,
  onTenancyFactsChanged,
  readCallerName,
} from '../lock-tenancy.ts';
import { notifyTenancyRecipients, notifyTenants, notifyTenantsAndManagers } from '../notify.ts';
import type { TenancyRow } from '../rows.ts';
import { readTenancyDetails } from '../tenancy-detail.ts';
import { getDefaultTenancyStage } from '../terms.ts';
import { type PeopleRequest, type RequestedTenancyMember, readPeopleRequest, readTenantContacts } from './people-request.ts';
import { assertTermsNotAsked } from './terms-request.ts';

type Calls = typeof tenancyActionCalls;
const why = 'the people of a tenancy that was just locked';
const pays = ({ role }: Pick<RequestedTenancyMember, 'role'>): boolean => payingTenancyRoles.includes(role);

const placesIn = (ctx: Ctx, id: number) =>
  unscopedTable(ctx.db, 'tenancy_person', why)
    .select()
    .innerJoin('tenant', 'tenant.id', 'tenancy_person.tenant_id')
    .leftJoin('person', (join) => join.onRef('person.id', '=', 'tenant.person_id').on('person.closed_at', 'is', null))
    .select(['tenancy_person.id', 'tenant_id', 'role', 'share_bp', 'until', 'tenant.name', 'tenant.phone', 'tenant.email', 'person.id as person_id'])
    .where('tenancy_id', '=', id)
    .orderBy('tenancy_person.id')
    .execute();
type Had = Awaited<ReturnType<typeof placesIn>>[number];
const now = (places: readonly Had[]): Had[] => places.filter((one) => one.until === null);
const keeps = (named: readonly RequestedTenancyMember[], had: Had) => named.find((one) => one.tenant_id === had.tenant_id && one.role === had.role);

const isHigherShare = (one: RequestedTenancyMember, had: Had): boolean => pays(one) && one.tenant_id === had.tenant_id && one.share_bp > had.share_bp;

/** Tenants with an account who become payers and must consent. The applicant of the booking that led to this tenancy has consented already. */
async function comingIn(ctx: Ctx, row: TenancyRow, before: readonly Had[], named: readonly RequestedTenancyMember[]): Promise<number[]> {
  const fresh = named.filter((one) => pays(one) && !now(before).some((had) => pays(had) && had.tenant_id === one.tenant_id));
  if (fresh.length === 0) return [];
  const rows = await unscopedTable(ctx.db, 'tenant', why)
    .select()
    .innerJoin('person', 'person.id', 'tenant.person_id')
    .select('tenant.id')
    .where('person.closed_at', 'is', null)
    .where(
      'tenant.id',
      'in',
      fresh.map((one) => one.tenant_id),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('booking')
            .select('booking.id')
            .where('booking.id', '=', row.booking_id)
            .where('booking.status', '=', 'confirmed')
            .whereRef('booking.person_id', '=', 'person.id'),
        ),
      ),
    )
    .orderBy('tenant.id')
    .execute();
  return rows.map((one) => one.id);
}

/** Checks that the document is a notice or an addendum of this lease, visible to all its parties. */
async function assertSharedPaper(ctx: Ctx, tenancyId: number, paperId: number): Promise<void> {
  if (!(await getLookup('sharedNotice')(ctx, tenancyId, paperId))) throw invalidInputRefusal({ paper_id: m.tenancy_problem_paper() });
}

/**
 * Changes the people of a tenancy from a day on: named people get their place and share, others leave the day before. One lead tenant always remains.
 * A manager alone cannot make a person with an account a payer or raise their share, or stop them being a payer: they are asked. If a document states
 * that they leave, it replaces a missing answer after the time to decline, because any document can be uploaded.
 */
export async function changeTenancyPeople(ctx: Ctx, given: HandlerInput<Calls['changePeople']>): Promise<HandlerResult<Calls['changePeople']>> {
  const { id, from, people, reason, paper_id } = given;
  const row = await lockTenancyForManager(ctx, id);
  assertTenancyStatus(ctx, row, ['pending', ...occupiedStatuses]);
  assertTermsNotAsked(row);
  assertNotObjectedForChange(row);
  const today = clock.today();
  if (from < row.starts_on) throw invalidInputRefusal({ from: m.tenancy_problem_charge_early() });
  // A change takes effect immediately. A later change is recorded on its day.
  const latest = row.starts_on > today ? row.starts_on : today;
  if (from > latest) throw invalidInputRefusal({ from: m.tenancy_problem_people_later({ day: formatLongDate(latest) }) });
  const before = await placesIn(ctx, id);
  const typed = toTenancyPeople(people);
  const wrong = validateTenancyPeople(typed);
  if (wrong !== null) throw invalidInputRefusal({ people: wrong });
  await assertTenantsVisible(
    ctx,
    people.flatMap((one) => (one.tenant_id !== undefined && !before.some((had) => had.tenant_id === one.tenant_id) ? [one.tenant_id] : [])),
  );
  await assertTenantPhonesUnique(
    ctx,
    row.company_id,
    typed.flatMap((one) => ('somebody' in one ? [one.somebody] : [])),
  );
  const named: RequestedTenancyMember[] = [];
  for (const one of typed) {
    const tenant_id = 'tenantId' in one ? one.tenantId : await findOrCreateTenant(ctx, row.company_id, one.somebody);
    const place = { tenant_id, role: one.role, share_bp: one.shareBp };
    if (pays(place) && !now(before).some((had) => pays(had) && had.tenant_id === tenant_id)) await linkVerifiedAccount(ctx, tenant_id);
    named.push(place);
  }
  if (new Set(named.map((one) => one.tenant_id)).size !== named.length) throw invalidInputRefusal({ people: m.tenancy_problem_twice() });
  // A change in the past may not remove people, because they occupied the home on those days.
  if (from < today && now(before).some((had) => !keeps(named, had))) throw invalidInputRefusal({ from: m.tenancy_problem_leave_past() });
  if (paper_id !== undefined) await assertSharedPaper(ctx, id, paper_id);
  const leaving = now(before).filter(
    (had) => pays(had) && had.person_id !== null && !named.some((one) => pays(one) && one.tenant_id === had.tenant_id),
  );
  // A document shows only who leaves. It does not make a person who stays pay more.
  const rising = now(before).filter((had) => pays(had) && had.person_id !== null && named.some((one) => isHigherShare(one, had)));
  const gone = leaving.map((one) => one.tenant_id);
  const asked = [...gone, ...rising.map((one) => one.tenant_id), ...(await comingIn(ctx, row, before, named))];
  if (asked.length > 0)
    await putPeopleAsk(ctx, row, {
      from,
      people: named,
      asked,
      reason,
      ...(paper_id === undefined || gone.length === 0 ? {} : { shown: gone, until: addDays(today, paperObjectionDays) }),
    });
  else {
    await notifyPeopleRequestEnded(ctx, row, String(row.revision + 1));
    await applyPeopleChange(ctx, row, named, from, reason);
  }
  return readTenancyDetails(ctx, { id });
}

async function putPeopleAsk(
  ctx: Ctx,
  row: TenancyRow,
  said: Pick<PeopleRequest, 'from' | 'people' | 'asked' | 'reason' | 'shown' | 'until'>,
): Promise<void> {
  const key = String(row.revision + 1);
  await notifyPeopleRequestEnded(ctx, row, key);
  const ask: PeopleRequest = { ...said, version: row.revision + 1, yes: [], by: await readCallerName(ctx), at: clock.now().toISOString() };
  const after = await updateTenancy(ctx, row, { people_ask: JSON.stringify(ask) });
  const people = await readTenantContacts(ctx, ask.asked);
  await logTenancyChange(ctx, row, after, { ...(said.reason ? { reason: said.reason } : {}), is: { people_ask: people.map((one) => one.name) } });
  const isShown = (one: { readonly tenant_id: number }) => said.shown?.includes(one.tenant_id) === true;
  await notifyTenancyRecipients(
    ctx,
    after,
    people.filter((one) => !isShown(one)),
    'tenancy.people_asked',
    { day: said.from },
    key,
  );
  if (said.until)
    await notifyTenancyRecipients(ctx, after, people.filter(isShown), 'tenancy.people_shown', { day: said.from, until: said.until }, key);
}

/** Notifies the people who were asked and have not answered, except the caller. The caller of this function deletes the request. */
export async function notifyPeopleRequestEnded(ctx: Ctx, row: TenancyRow, key: string): Promise<void> {
  const ask = readPeopleRequest(row);
  const open = await readTenantContacts(ctx, ask?.asked.filter((one) => !ask.yes.includes(one)) ?? []);
  const rest = open.filter((one) => one.person_id !== ctx.me.userId);
  if (ask) await notifyTenancyRecipients(ctx, row, rest, 'tenancy.people_off', { day: ask.from }, key);
}

/** The change takes effect. Pending requests to the former payers end, and both sides are notified. */
export async function applyPeopleChange(
  ctx: Ctx,
  row: TenancyRow,
  named: readonly RequestedTenancyMember[],
  from: string,
  reason: string,
): Promise<TenancyRow> {
  const { id } = row;
  const before = await placesIn(ctx, id);
  const key = String(row.revision + 1);
  const payers = (places: readonly { readonly tenant_id: number; readonly role: RequestedTenancyMember['role'] }[]) =>
    places
      .filter(pays)
      .map((one) => one.tenant_id)
      .sort((a, b) => a - b)
      .join();
  const others = payers(named) !== payers(now(before));
  // A person who leaves is notified with the others; people who stay and people who join get one notification each.
  await notifyTenants(ctx, row, 'tenancy.people', { day: from }, key);
  const over = others ? await endWhatWaits(ctx, row, key) : {};
  const change = (rowId: number) => unscopedTable(ctx.db, 'tenancy_person', why).change().where('id', '=', rowId);
  // People who leave are saved first, because there is only one lead tenant at any time.
  for (const had of now(before))
    if (!keeps(named, had))
      await change(had.id)
        .set({ until: addDays(from, -1) })
        .$call(oneRow);
  for (const had of before) {
    const place = keeps(named, had);
    if (place) await change(had.id).set({ share_bp: place.share_bp, until: null }).$call(oneRow);
  }
  const fresh = named.filter((one) => !before.some((had) => had.tenant_id === one.tenant_id && had.role === one.role));
  const places = fresh.map(({ tenant_id, role, share_bp }) => ({ tenantId: tenant_id, role, shareBp: share_bp }));
  if (places.length > 0) await addTenancyPeople(asUnscoped(ctx, why), row, places, from);
  const after = await updateTenancy(ctx, row, { people_ask: null, ...over });
  await logTenancyChange(ctx, row, after, {
    ...(reason ? { reason } : {}),
    was: { people: now(before).map((one) => one.name) },
    is: { people: now(await placesIn(ctx, id)).map((one) => one.name) },
  });
  await onTenancyFactsChanged(ctx, id);
  await publishEvent(ctx, 'tenancy.terms_changed', { tenancyId: id });
  await publishEvent(ctx, 'tenancy.people_changed', { tenancyId: id, from });
  await notifyTenantsAndManagers(ctx, after, 'tenancy.people', { day: from }, key);
  return after;
}

/** Ends a pending renewal offer or short notice, because it was requested of the former payers. */
async function endWhatWaits(ctx: Ctx, row: TenancyRow, key: string) {
  const ask = row.leaving_ask as { readonly on: string } | null;
  if (row.renewal !== null) {
    await notifyTenantsAndManagers(ctx, row, 'tenancy.renewal_off', {}, key);
  }
  if (ask !== null) {
    await notifyTenantsAndManagers(ctx, row, 'tenancy.leaving_off', { day: ask.on }, key);
  }
  return { renewal: null, leaving_ask: null, ...(row.renewal === null ? {} : { stage: getDefaultTenancyStage(row) }) };
}
