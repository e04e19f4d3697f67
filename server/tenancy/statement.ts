import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { toPercent } from '#contract/money/cents.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import type { tenancyCalls } from '#contract/tenancy/calls.ts';
import { listDueDays } from '#contract/tenancy/due-days.ts';
import { tenancyChargeFrequencyLabels, tenancyPersonRoleLabels, tenancyRentPeriodLabels } from '#contract/tenancy/labels.ts';
import type { TenancyDetails } from '#contract/tenancy/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import { asClock, type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { localeContext, sentence } from '#server/kernel/locale.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import { visibleTo } from '#server/kernel/scope.ts';
import { from } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { isSignedUrlValid, makeSignedUrlQuery } from '#server/kernel/signed-url.ts';
import { type PdfDocumentContent, type PdfDocumentPart, renderPdfDocument, sendPdfDocument } from '#server/pdf/service.ts';
import { type LetterSender, readLetterSender } from '#server/people/service.ts';
import { m } from '#words/messages.js';
import { tenancyNotFound } from './rows.ts';
import { readTenancyDetails } from './tenancy-detail.ts';

type Calls = typeof tenancyCalls;
const what = (language: string, reader: number | null) => `tenancy-statement-${language}${reader === null ? '' : `-${reader}`}`;

/** Managers and current people of the tenancy may read the statement; it shows the present terms, so former ones may not. */
const concerned = ({ me }: Ctx) =>
  sql<boolean>`(${visibleTo('tenancy:managed', me, 'tenancy')} or exists (select 1 from tenancy_person tp join tenant tn on tn.id = tp.tenant_id
    where tp.tenancy_id = tenancy.id and tn.person_id = ${me.userId} and tp.until is null))`;

/** A link to the statement of terms, in the language of the reader, valid for an hour. */
export const makeTenancyStatementLink =
  (services: RunningServices) =>
  async (ctx: Ctx, { id }: HandlerInput<Calls['statementLink']>): Promise<HandlerResult<Calls['statementLink']>> => {
    const row = await from(ctx, 'tenancy')
      .select(visibleTo('tenancy:managed', ctx.me, 'tenancy').as('managed'))
      .where('id', '=', id)
      .where(concerned(ctx))
      .executeTakeFirst();
    if (!row) throw tenancyNotFound();
    const language = localeContext.current();
    // Tenants read their own statement; those who left, as of the day they left.
    const reader = row.managed ? null : ctx.me.userId;
    const whose = reader === null ? '' : `reader=${reader}&`;
    return { address: `/files/tenancy/${id}/${language}?${whose}${makeSignedUrlQuery(services.secret, what(language, reader), id)}` };
  };

type Asked = { Params: { id: string; language: string }; Querystring: Record<string, unknown> };
/** Generated when it is opened, so it shows the current state. */
export async function tenancyStatementRoutes(app: FastifyInstance, services: RunningServices): Promise<void> {
  app.get<Asked>('/files/tenancy/:id/:language', async (request, reply) => {
    const id = /^[1-9]\d{0,14}$/.test(request.params.id) ? Number(request.params.id) : 0;
    const language = request.params.language === 'sw' ? 'sw' : 'en';
    const reader = typeof request.query.reader === 'string' && /^[1-9]\d{0,14}$/.test(request.query.reader) ? Number(request.query.reader) : null;
    if (!isSignedUrlValid(services.secret, what(language, reader), id, request.query)) throw new Refusal('notFound', sentence('itemNotFound'));
    return sendPdfDocument(reply, await localeContext.run(language, () => renderTenancyStatement(services, id, reader)));
  });
}

export async function renderTenancyStatement(
  services: RunningServices,
  id: number,
  reader: number | null = null,
): Promise<{ code: string; bytes: Uint8Array }> {
  const ctx = asClock(services.database.db, 'a signed link opens a statement');
  const one = await readTenancyDetails(ctx, { id }, reader ?? undefined);
  return { code: one.code, bytes: await renderPdfDocument(buildTenancyStatementDocument(one, await readLetterSender(ctx.db, one.company.id))) };
}

const lasting = (one: { from: string; last: string | null }): string[] => [
  formatLongDate(one.from),
  one.last ? formatLongDate(one.last) : m.tenancy_no_end(),
];
const amount = (cents: number | null): string => (cents === null ? m.tenancy_metered() : formatKesPlain(cents));

type Stated = Omit<TenancyDetails, 'opening'>;
/** The agreed terms beside rent and deposit. */
function pairsOf(one: Stated): (readonly [string, string])[] {
  const rises = one.escalation;
  return [
    ...(one.leaving_on ? [[m.tenancy_statement_leaving(), formatLongDate(one.leaving_on)] as const] : []),
    [m.tenancy_statement_after(), one.holdover === 'roll' ? m.tenancy_holdover_roll() : m.tenancy_holdover_stop()],
    [m.tenancy_due_day(), m.tenancy_due_day_value({ day: one.due_day })],
    [m.tenancy_notice(), m.unit_days_count({ count: one.notice_days })],
    ...(rises.kind === 'none' || !rises.next_on
      ? []
      : [
          [
            m.tenancy_statement_rises(),
            m.tenancy_statement_rises_by({
              by: rises.kind === 'percent' ? m.tenancy_share({ percent: toPercent(rises.value ?? 0) }) : formatKesPlain(rises.value ?? 0),
              months: rises.every_months ?? 12,
              day: formatLongDate(rises.next_on),
            }),
          ] as const,
        ]),
  ];
}

/** The amounts due on each day, less earlier payments. */
const scheduleRows = ({ schedule }: Stated): string[][] =>
  listDueDays(schedule).flatMap((day) => [
    ...day.lines.map((line) => [formatLongDate(day.on), line.kind === 'rent' ? m.tenancy_rent() : line.label, amount(line.cents)]),
    ...(day.paid_cents === 0 ? [] : [[formatLongDate(day.on), m.tenancy_already_paid(), formatKesPlain(-day.paid_cents)]]),
  ]);

/** The boxes at the top of the document: unit, days and deposit. */
const factsOf = (one: Stated) => [
  {
    label: m.tenancy_panel_unit(),
    lines: [`${one.unit.name}, ${one.property.name}`, ...(one.agent ? [`${m.tenancy_statement_agent()}: ${one.agent.name}`] : [])],
  },
  { label: m.tenancy_starts(), lines: [formatLongDate(one.starts_on)] },
  { label: m.tenancy_ends(), lines: [one.ends_on ? formatLongDate(one.ends_on) : m.tenancy_no_end()] },
  { label: m.tenancy_deposit(), lines: [formatKesPlain(one.deposit_cents)] },
];

/** The statement of terms for both sides. It contains no phone numbers, because co-tenants may not know each other's. */
export function buildTenancyStatementDocument(one: Stated, sender: LetterSender): PdfDocumentContent {
  const period = [{ title: m.tenancy_field_from() }, { title: m.tenancy_field_on() }];
  const right = { title: m.tenancy_amount(), right: true };
  const people = one.people.filter((who) => who.until === null);
  const parts: PdfDocumentPart[] = [
    { facts: factsOf(one) },
    { text: m.tenancy_statement_note({ day: formatLongDate(clock.today()) }), style: 'note' },
    { pairs: pairsOf(one) },
    { heading: m.tenancy_panel_people(), level: 2 },
    {
      table: {
        columns: [{ title: m.tenancy_form_name() }, { title: m.tenancy_form_role() }, { title: m.tenancy_form_share(), right: true }],
        rows: people.map((who) => [
          who.name,
          tenancyPersonRoleLabels[who.role](),
          who.share_bp > 0 ? m.tenancy_share({ percent: toPercent(who.share_bp) }) : '',
        ]),
      },
    },
    { heading: m.tenancy_rent(), level: 2 },
    {
      table: {
        columns: [...period, { title: m.tenancy_form_period() }, right],
        rows: one.terms.map((term) => [...lasting(term), tenancyRentPeriodLabels[term.period]?.() ?? '', formatKesPlain(term.rent_cents)]),
      },
    },
  ];
  if (one.charges.length > 0)
    parts.push(
      { heading: m.tenancy_panel_charges(), level: 2 },
      {
        table: {
          columns: [{ title: m.tenancy_field_label() }, ...period, { title: m.tenancy_field_often() }, right],
          rows: one.charges.map((charge) => [charge.label, ...lasting(charge), tenancyChargeFrequencyLabels[charge.often](), amount(charge.cents)]),
        },
      },
    );
  if (one.schedule.length > 0)
    parts.push(
      { heading: m.tenancy_panel_schedule(), level: 2 },
      {
        table: {
          columns: [{ title: m.tenancy_due() }, { title: m.tenancy_for() }, right],
          rows: scheduleRows(one),
        },
      },
    );
  return {
    title: m.tenancy_statement(),
    letterhead: { ...sender, code: one.code },
    language: localeContext.current(),
    foot: `${one.code} · ${sender.from}`,
    author: sender.from,
    at: clock.now(),
    parts,
  };
}
