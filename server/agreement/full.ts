import { asked, type PartyStatus, type TrailName } from '#contract/agreement/kinds.ts';
import { agreementMachine, writesAgreements } from '#contract/agreement/machine.ts';
import type { AgreementFull, Party } from '#contract/agreement/shapes.ts';
import { movesFor } from '#contract/kernel/machine.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { everything, from } from '#server/kernel/scoped.ts';
import { signedPath } from '#server/media/service.ts';
import { bodyOf, cautionsOf } from './facts.ts';
import { confirmersOf, unaskedIn } from './parties.ts';
import { type AgreementRow, headRows, inkOf, missing, type PartyRow, paperSeconds, partiesIn, toHead, wordsOf } from './rows.ts';

const trailOf = (db: Db, id: number) =>
  everything(db, 'agreement_event', 'the trail of an agreement the caller sees')
    .select()
    .leftJoin('agreement_party', 'agreement_party.id', 'agreement_event.party_id')
    .select(['agreement_event.at', 'agreement_event.what', 'agreement_event.detail', 'agreement_party.name as who'])
    .where('agreement_event.agreement_id', '=', id)
    .orderBy('agreement_event.id')
    .limit(500)
    .execute();

export const details = (house: Pick<House, 'secret'>) =>
  async function details(ctx: Ctx, { id }: { id: number }): Promise<AgreementFull> {
    const head = await headRows(ctx, 'agreement').where('agreement.id', '=', id).executeTakeFirst();
    const row = await from(ctx, 'agreement').selectAll().where('id', '=', id).executeTakeFirst();
    if (!head || !row) throw missing();
    const managed = await from(ctx, 'agreement:managed')
      .select('id')
      .where('id', '=', id)
      .where(mayChange('agreement:managed', ctx.me, 'tenancies.edit'))
      .executeTakeFirst();
    const { template, facts, chosen, text, missing: unknown } = await wordsOf(ctx.db, row);
    const parties = await partiesIn(ctx.db, id);
    const manages = managed !== undefined && writesAgreements(ctx.me.role);
    const running = row.status === 'draft' || row.status === 'pending_signature' || row.status === 'partially_signed';
    const ink = inkOf(row);
    const confirms = ink !== null && running ? await confirmersOf(ctx.db, row, parties) : [];
    const signed = new Map(
      (
        await everything(ctx.db, 'agreement_signature', 'when the parties of an agreement the caller sees signed')
          .select()
          .select(['party_id', 'at'])
          .where('party_id', 'in', parties.map((p) => p.id).concat(0))
          .execute()
      ).map((s) => [s.party_id, s.at]),
    );
    const path = (key: string | null | undefined) => (key ? signedPath(house.secret, key, paperSeconds) : null);
    const next = await everything(ctx.db, 'agreement', 'what came in its place')
      .select()
      .select(['id', 'code'])
      .where('replaces_id', '=', id)
      .executeTakeFirst();
    const before =
      row.replaces_id === null
        ? null
        : await everything(ctx.db, 'agreement', 'what it came in place of')
            .select()
            .select(['id', 'code'])
            .where('id', '=', row.replaces_id)
            .executeTakeFirst();
    const trail = await trailOf(ctx.db, id);
    return {
      ...toHead(head),
      message: row.message,
      sequential: row.sequential,
      language: row.language,
      governs: template.governs,
      template_id: row.template_id,
      text: { title: text.title, blocks: [...text.blocks] },
      clauses: bodyOf(template).clauses.map(({ key, en, sw }) => ({ key, en, sw, chosen: chosen.includes(key) })),
      missing: [...unknown],
      cautions: [...cautionsOf(facts, template)],
      parties: parties.map((p) => toParty(p, ctx, managed !== undefined, signed.get(p.id) ?? null)),
      unasked: managed !== undefined && running ? await unaskedIn(ctx.db, row.tenancy_id, parties) : [],
      trail: trail.map((t) => ({
        at: t.at.toISOString(),
        what: t.what as TrailName,
        who: t.who,
        detail: String((t.detail as { said?: string }).said ?? ''),
      })),
      reason: row.reason,
      sha256: row.pdf_sha256,
      pdf: path(row.pdf_file),
      sealed: path(row.sealed_file),
      scan: path(ink?.key),
      verify_code: row.verify_code,
      replaces: before ?? null,
      replaced_by: next ?? null,
      revision: row.revision,
      moves: movesOf(ctx, row, parties, { manages, replaced: next !== undefined, confirms }),
    };
  };

/** A number is shown to who manages the agreement and to whose it is. */
function toParty(p: PartyRow, ctx: Ctx, managed: boolean, signedAt: Date | null): Party {
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
/** What the caller may do now: the machine says where it can go, the rest follows from who stands where. */
function movesOf(ctx: Ctx, row: AgreementRow, parties: readonly PartyRow[], { manages, replaced, confirms }: Stand): AgreementFull['moves'] {
  const byMachine = movesFor(agreementMachine, row.status, ctx.me.role);
  const open = row.status === 'pending_signature' || row.status === 'partially_signed';
  const isMine = (p: PartyRow) => p.person_id !== null && p.person_id === ctx.me.userId;
  const turn = parties.some((p) => isMine(p) && asked.includes(p.status as PartyStatus));
  const all = parties.every((p) => p.status === 'signed');
  const inked = inkOf(row) !== null;
  const theirs = (m: AgreementFull['moves'][number], when: boolean) => (when ? [m] : []);
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
