import { listDefaultClauseKeys } from '#contract/agreement/body.ts';
import type { agreementCalls } from '#contract/agreement/calls.ts';
import type { AgreementKind } from '#contract/agreement/kinds.ts';
import { agreementMachine } from '#contract/agreement/machine.ts';
import type { HandlerInput } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { makeMove } from '#server/kernel/move.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { change, from, oneRow } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { m } from '#words/messages.js';
import { type AgreementDetailsReader, makeAgreementChangedRefusal, makeAgreementDetailsReader } from './agreement-detail.ts';
import { parseAgreementTemplateBody, readAgreementTemplate } from './facts.ts';
import { setAgreementParties } from './parties.ts';
import { type AgreementRow, agreementNotFound, assertCanWriteAgreements, listAgreementParties, lockAgreement } from './rows.ts';
import { voidAgreement, writeAgreementDraft } from './write-draft.ts';

type Calls = typeof agreementCalls;
type Update = HandlerInput<Calls['update']>;
const wrong = ({ status }: AgreementRow) => new Refusal('wrongState', m.shell_refusal_state(), { from: status, allowed: [] });

/** A template of this kind that the caller sees and that is still in use. */
async function assertTemplate(ctx: Ctx, templateId: number | undefined, kind: AgreementKind): Promise<void> {
  if (templateId === undefined) return;
  const found = await from(ctx, 'agreement_template')
    .select('id')
    .where('id', '=', templateId)
    .where('kind', '=', kind)
    .where('retired_at', 'is', null)
    .executeTakeFirst();
  if (!found) throw invalidInputRefusal({ template_id: m.agreement_problem_template() });
}

/** Only one agreement of each kind can be open for a tenancy at a time. */
async function assertNoneOpen(ctx: Ctx, tenancyId: number, kind: AgreementKind): Promise<void> {
  const open = await from(ctx, 'agreement:managed')
    .select('code')
    .where('tenancy_id', '=', tenancyId)
    .where('kind', '=', kind)
    .where('status', 'in', ['draft', 'pending_signature', 'partially_signed'])
    .executeTakeFirst();
  if (open) throw new Refusal('conflict', m.agreement_refusal_open({ code: open.code }));
}

async function create(ctx: Ctx, { tenancy_id, kind, template_id }: HandlerInput<Calls['create']>): Promise<number> {
  const seen = await from(ctx, 'tenancy:managed')
    .select('id')
    .where('id', '=', tenancy_id)
    .where(mayChange('tenancy:managed', ctx.me, 'tenancies.edit'))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!seen) throw agreementNotFound();
  assertCanWriteAgreements(ctx);
  await assertTemplate(ctx, template_id, kind);
  await assertNoneOpen(ctx, tenancy_id, kind);
  return writeAgreementDraft(ctx, { tenancyId: tenancy_id, kind, templateId: template_id });
}

async function update(ctx: Ctx, given: Update, shown: AgreementDetailsReader): Promise<void> {
  const row = await lockAgreement(ctx, given.id);
  if (row.status !== 'draft') throw wrong(row);
  if (row.wet_ink !== null) throw new Refusal('conflict', m.agreement_refusal_inked());
  if (given.revision !== undefined && given.revision !== row.revision) throw await makeAgreementChangedRefusal(ctx, shown, row.id);
  await assertTemplate(ctx, given.template_id, row.kind);
  await putDraft(ctx, row, given);
  const before = (await listAgreementParties(ctx.db, row)).map(({ name }) => name).join(', ');
  const after = given.parties ? (await setAgreementParties(ctx, row, given.parties)).map(({ name }) => name).join(', ') : before;
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'agreement',
    id: row.id,
    code: row.code,
    before: { language: row.language, message: row.message, parties: before },
    after: { language: given.language ?? row.language, message: given.message ?? row.message, parties: after },
  });
}

/** Changes only the given fields. If the template changes, its default clauses replace the chosen ones. */
async function putDraft(ctx: Ctx, row: AgreementRow, { template_id, clauses, language, sequential, message }: Update): Promise<void> {
  const other = template_id !== undefined && template_id !== row.template_id;
  const chosen = clauses ?? (other ? listDefaultClauseKeys(parseAgreementTemplateBody(await readAgreementTemplate(ctx.db, template_id))) : undefined);
  await change(ctx, 'agreement:managed', 'tenancies.edit')
    .set({
      ...(template_id === undefined ? {} : { template_id }),
      ...(chosen === undefined ? {} : { clauses: JSON.stringify(chosen) }),
      ...(language === undefined ? {} : { language }),
      ...(sequential === undefined ? {} : { sequential }),
      ...(message === undefined ? {} : { message }),
      revision: row.revision + 1,
      updated_at: clock.now(),
    })
    .where('id', '=', row.id)
    .$call(oneRow);
}

async function makeVoid(ctx: Ctx, { id, reason }: HandlerInput<Calls['void']>): Promise<void> {
  const row = await lockAgreement(ctx, id);
  await voidAgreement(ctx, row, reason);
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'agreement',
    id,
    code: row.code,
    reason,
    before: { status: row.status },
    after: { status: 'archived' },
  });
}

async function newVersion(ctx: Ctx, { id }: HandlerInput<Calls['newVersion']>): Promise<number> {
  const row = await lockAgreement(ctx, id);
  if (!['expired', 'rejected', 'archived'].includes(row.status)) throw wrong(row);
  if (row.status !== 'archived') await makeMove(ctx, agreementMachine, 'void', id, null);
  await assertNoneOpen(ctx, row.tenancy_id, row.kind);
  return writeAgreementDraft(ctx, { tenancyId: row.tenancy_id, kind: row.kind, templateId: row.template_id ?? undefined, replaces: row });
}

/** Calls on agreements before they are sent, and on agreements that will not be signed. */
export const draftHandlers = (services: RunningServices) => {
  const shown = makeAgreementDetailsReader(services);
  return {
    create: async (ctx: Ctx, input: HandlerInput<Calls['create']>) => shown(ctx, { id: await create(ctx, input) }),
    newVersion: async (ctx: Ctx, input: HandlerInput<Calls['newVersion']>) => shown(ctx, { id: await newVersion(ctx, input) }),
    async update(ctx: Ctx, input: Update) {
      await update(ctx, input, shown);
      return shown(ctx, { id: input.id });
    },
    async void(ctx: Ctx, input: HandlerInput<Calls['void']>) {
      await makeVoid(ctx, input);
      return shown(ctx, { id: input.id });
    },
  };
};
