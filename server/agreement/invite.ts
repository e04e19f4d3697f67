import { createHash, createHmac, randomBytes } from 'node:crypto';
import { signingDeadlineDays, signingReminderDays } from '#contract/agreement/kinds.ts';
import { agreementPublicScreens } from '#contract/agreement/public-pages.ts';
import { href } from '#contract/kernel/screen.ts';
import { clock } from '#contract/time/clock.ts';
import { dayMs, toNairobiDay } from '#contract/time/days.ts';
import { computeEveningDeadline } from '#contract/time/deadline.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { oneRow } from '#server/kernel/scoped.ts';
import { sameRow } from '#server/kernel/scoped-row.ts';
import { isSameSecret } from '#server/kernel/secrets.ts';
import { readCompanyName } from '#server/people/service.ts';
import { notifyAgreementParty, readAgreementHomeName } from './notify.ts';
import { type AgreementRow, addAgreementTrailEntry, listAgreementParties, type PartyRow } from './rows.ts';

/** The secret of a link: sent once, kept as a hash. */
export const hashSigningToken = (token: string): string => createHash('sha256').update(`sign:${token}`).digest('base64url');
export const signingPath = (token: string): string => href(agreementPublicScreens.sign, { token });

/** A second link for the same signatory, valid as long as the first: for reminders, and for a signed-in signatory. */
type Way = 'own' | 'link';
type Keyed = Pick<PartyRow, 'id' | 'token_hash'>;
const mark = (secret: string, way: Way, { id, token_hash }: Keyed): string =>
  createHmac('sha256', secret).update(`sign:${way}:${id}:${token_hash}`).digest('base64url');
export const makeSigningToken = (secret: string, way: Way, party: Keyed): string => `${way}.${party.id}.${mark(secret, way, party)}`;
export function parseSigningToken(token: string): { readonly way: Way; readonly id: number } | null {
  const [, way, id] = /^(own|link)\.(\d{1,15})\./.exec(token) ?? [];
  return way && id ? { way: way as Way, id: Number(id) } : null;
}
export const isValidSigningToken = (secret: string, way: Way, token: string, party: Keyed): boolean =>
  party.token_hash !== null && isSameSecret(token.split('.')[2] ?? '', mark(secret, way, party));

/** The time of the next reminder: two, four and six days after the signatory's turn began. */
export const computeNextSigningReminder = (invitedAt: Date, reminded: number): Date | null => {
  const days = signingReminderDays[reminded];
  return days === undefined ? null : new Date(invitedAt.getTime() + days * dayMs);
};

/** Asks one signatory to sign, with a new link and a new deadline. */
export async function inviteParty(ctx: Ctx, row: AgreementRow, party: PartyRow, what: 'invited' | 'resent' = 'invited'): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  const now = clock.now();
  const expires_at = computeEveningDeadline(now, signingDeadlineDays * 24);
  await sameRow(ctx.db, 'agreement_party', party)
    .change()
    .set({
      status: 'sent',
      token_hash: hashSigningToken(token),
      invited_at: now,
      expires_at,
      reminded: 0,
      remind_at: computeNextSigningReminder(now, 0),
    })
    .$call(oneRow);
  await addAgreementTrailEntry(ctx, row.id, what, { partyId: party.id });
  const params = {
    company: await readCompanyName(ctx.db, row.company_id),
    home: await readAgreementHomeName(ctx, row),
    date: toNairobiDay(expires_at),
  };
  await notifyAgreementParty(ctx, row, party, { event: 'contract.invite', params, key: `${row.id}:${now.getTime()}` }, signingPath(token));
}

/** Asks a tenant by a link of their own to confirm that a scan is the agreement they signed. */
export async function requestScanConfirmation(ctx: Ctx, row: AgreementRow, party: PartyRow): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  const now = clock.now();
  await sameRow(ctx.db, 'agreement_party', party)
    .change()
    .set({
      token_hash: hashSigningToken(token),
      invited_at: party.invited_at ?? now,
      expires_at: computeEveningDeadline(now, signingDeadlineDays * 24),
      remind_at: null,
    })
    .$call(oneRow);
  const params = { company: await readCompanyName(ctx.db, row.company_id), home: await readAgreementHomeName(ctx, row) };
  await notifyAgreementParty(ctx, row, party, { event: 'contract.paper', params, key: `${row.id}:${now.getTime()}` }, signingPath(token));
}

/** Invites the next signatory in order, or all of them if they sign in parallel. Returns whether any signatory is left. */
export async function inviteNextParty(ctx: Ctx, row: AgreementRow): Promise<boolean> {
  const parties = await listAgreementParties(ctx.db, row);
  const open = parties.filter((p) => p.status !== 'signed');
  const turn = Math.min(...open.map((p) => p.turn));
  for (const party of open) if (party.status === 'waiting' && (!row.sequential || party.turn === turn)) await inviteParty(ctx, row, party);
  return open.length > 0;
}
