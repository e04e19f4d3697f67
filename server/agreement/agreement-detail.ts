import { type AgreementTrailEvent, invitedPartyStatuses, type PartyStatus } from '#contract/agreement/kinds.ts';
import { agreementMachine, canWriteAgreements } from '#contract/agreement/machine.ts';
import type { AgreementDetails, AgreementParty } from '#contract/agreement/shapes.ts';
import { listAllowedMoves } from '#contract/kernel/machine.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { from } from '#server/kernel/scoped.ts';
import { childrenOf, parentOf } from '#server/kernel/scoped-row.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { buildSignedFilePath } from '#server/media/service.ts';
import { listAgreementCautions, parseAgreementTemplateBody } from './facts.ts';
import { listMissingPayerNames, listScanConfirmers } from './parties.ts';
import {
  type AgreementRow,
  agreementNotFound,
  agreementPdfLinkSeconds,
  listAgreementParties,
  type PartyRow,
  readAgreementText,
  readPaperSigning,
  selectAgreementSummaryRows,
  toAgreementSummary,
} from './rows.ts';

const trailOf = (db: Db, row: AgreementRow) =>
  childrenOf(db, row, 'agreement_event', 'agreement_id')
    .select()
    .leftJoin('agreement_party', 'agreement_party.id', 'agreement_event.party_id')
    .select(['agreement_event.at', 'agreement_event.what', 'agreement_event.detail', 'agreement_party.name as who'])
    .orderBy('agreement_event.id')
    .limit(500)
    .execute();

/** The time of each party's signature, by party. */
async function signedAt(db: Db, parties: readonly PartyRow[]): Promise<ReadonlyMap<number, Date>> {
  const rows = await childrenOf(db, parties, 'agreement_signature', 'party_id').select().select(['party_id', 'at']).execute();
  return new Map(rows.map((s) => [s.party_id, s.at]));
}

/** The previous version of the agreement and the next one. */
async function versions(db: Db, row: AgreementRow): Promise<Pick<AgreementDetails, 'replaces' | 'replaced_by'>> {
  const before = await parentOf(db, row, 'replaces_id', 'agreement').select(['id', 'code']).executeTakeFirst();
  const next = await childrenOf(db, row, 'agreement', 'replaces_id').select().select(['id', 'code']).executeTakeFirst();
  return { replaces: before ?? null, replaced_by: next ?? null };
}

const toTrail = (t: Awaited<ReturnType<typeof trailOf>>[number]): AgreementDetails['trail'][number] => ({
  at: t.at.toISOString(),
  what: t.what as AgreementTrailEvent,
  who: t.who,
  detail: String((t.detail as { said?: string }).said ?? ''),
});

/** The text of the agreement: as sent, or, for a draft, as it would be sent now. */
async function wording(db: Db, row: AgreementRow) {
  const { template, facts, chosen, text, missing: unknown } = await readAgreementText(db, row);
  return {
    governs: template.governs,
    text: { title: text.title, blocks: [...text.blocks] },
    clauses: parseAgreementTemplateBody(template).clauses.map(({ key, en, sw }) => ({ key, en, sw, chosen: chosen.includes(key) })),
    missing: [...unknown],
    cautions: [...listAgreementCautions(facts, template)],
  };
}

export const makeAgreementDetailsReader = (services: Pick<RunningServices, 'secret'>) =>
  async function details(ctx: Ctx, { id }: { id: number }): Promise<AgreementDetails> {
    const head = await selectAgreementSummaryRows(ctx, 'agreement').where('agreement.id', '=', id).executeTakeFirst();
    const row = await from(ctx, 'agreement').selectAll().where('id', '=', id).executeTakeFirst();
    if (!head || !row) throw agreementNotFound();
    const managed = await isManaged(ctx, id);
    const parties = await listAgreementParties(ctx.db, row);
    const running = row.status === 'draft' || row.status === 'pending_signature' || row.status === 'partially_signed';
    const ink = readPaperSigning(row);
    const confirms = ink !== null && running ? await listScanConfirmers(ctx.db, row, parties) : [];
    const signed = await signedAt(ctx.db, parties);
    const around = await versions(ctx.db, row);
    const path = (key: string | null | undefined) => (key ? buildSignedFilePath(services.secret, key, agreementPdfLinkSeconds) : null);
    return {
      ...toAgreementSummary(head),
      ...(await wording(ctx.db, row)),
      ...around,
      message: row.message,
      sequential: row.sequential,
      language: row.language,
      template_id: row.template_id,
      parties: parties.map((p) => toParty(p, ctx, managed, signed.get(p.id) ?? null)),
      unasked: managed && running ? await listMissingPayerNames(ctx.db, row.tenancy_id, parties) : [],
      trail: (await trailOf(ctx.db, row)).map(toTrail),
      reason: row.reason,
      sha256: row.pdf_sha256,
      pdf: path(row.pdf_file),
      sealed: path(row.sealed_file),
      scan: path(ink?.key),
      scan_sha256: ink?.sha256 ?? null,
      verify_code: row.verify_code,
      revision: row.revision,
      moves: movesOf(ctx, row, parties, { manages: managed && canWriteAgreements(ctx.me.role), replaced: around.replaced_by !== null, confirms }),
    };
  };
export type AgreementDetailsReader = ReturnType<typeof makeAgreementDetailsReader>;

const isManaged = async (ctx: Ctx, id: number): Promise<boolean> =>
  (await from(ctx, 'agreement:managed')
    .select('id')
    .where('id', '=', id)
    .where(mayChange('agreement:managed', ctx.me, 'tenancies.edit'))
    .executeTakeFirst()) !== undefined;

/** Refuses a write that is based on an older revision, and returns the newer one. */
export async function makeAgreementChangedRefusal(ctx: Ctx, shown: AgreementDetailsReader, id: number): Promise<Refusal> {
  return new Refusal('conflict', sentence('editConflict'), { current: await shown(ctx, { id }) });
}

/** Contact details of a party are shown only to the managers of the agreement and to the party. */
function toParty(p: PartyRow, ctx: Ctx, managed: boolean, signedAt: Date | null): AgreementParty {
  const mine = p.person_id !== null && p.person_id === ctx.me.userId;
  return {
    id: p.id,
    role: p.role,
    turn: p.turn,
    name: p.name,
    phone: managed || mine ? p.phone : null,
    email: managed || mine ? p.email : null,
    status: p.status,
    expires_at: p.expires_at?.toISOString() ?? null,
    signed_at: signedAt?.toISOString() ?? null,
    mine,
    account: p.person_id !== null,
    fixed: p.tenant_id !== null,
  };
}

type Stand = { readonly manages: boolean; readonly replaced: boolean; readonly confirms: readonly PartyRow[] };
/** The actions the caller may take now: the state machine limits them, and the caller's part in the agreement decides. */
function movesOf(ctx: Ctx, row: AgreementRow, parties: readonly PartyRow[], { manages, replaced, confirms }: Stand): AgreementDetails['moves'] {
  const byMachine = listAllowedMoves(agreementMachine, row.status, ctx.me.role);
  const open = row.status === 'pending_signature' || row.status === 'partially_signed';
  const isMine = (p: PartyRow) => p.person_id !== null && p.person_id === ctx.me.userId;
  const turn = parties.some((p) => isMine(p) && invitedPartyStatuses.includes(p.status as PartyStatus));
  const all = parties.every((p) => p.status === 'signed');
  const inked = readPaperSigning(row) !== null;
  const theirs = (m: AgreementDetails['moves'][number], when: boolean) => (when ? [m] : []);
  return [
    ...theirs('sign', open && turn && !inked),
    ...theirs('confirm_paper', confirms.some(isMine)),
    ...(manages
      ? [
          ...theirs('edit', row.status === 'draft' && !inked),
          ...theirs('send', byMachine.includes('send') && !inked),
          ...theirs('resend', open && !all && !inked),
          ...theirs('change_number', open && !all && !inked),
          ...theirs('bring_paper', row.status === 'draft' || (open && !all)),
          ...theirs('seal_again', row.status === 'partially_signed' && all && row.seal_failed_at !== null),
          ...theirs('new_version', !replaced && ['expired', 'rejected', 'archived'].includes(row.status)),
          ...theirs('void', byMachine.includes('void')),
        ]
      : []),
  ];
}
