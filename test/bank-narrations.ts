import type { PaymentMatchingFacts } from '#contract/matching/facts.ts';
import { minAutoMatchScore } from '#contract/matching/match.ts';
import { processStatement } from '#server/bank-statement/import-lines.ts';
import { toLineMatchFacts } from '#server/bank-statement/lines.ts';
import { uploadStatement } from '#server/bank-statement/statements.ts';
import { findMatchCandidates } from '#server/matching/service.ts';
import { createCollectionAccount } from '#server/treasury/accounts.ts';
import type { TestServices } from '#test/db.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { addProperty, addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { issueRentInvoice, setTrustMode } from '#test/fixtures/payments.ts';
import { createPerson, makeAccountsEstablished, runAsPerson } from '#test/people.ts';
import { importApproved } from '#test/statement-imports.ts';
import { companyCount, type GeneratedHome } from './narrations/homes.ts';
import { type GeneratedLine, readGeneratedLine, writeStatement } from './narrations/lines.ts';

/** Generated tenancies and bank lines (test/narrations) on a database, to measure candidates and imports. */
export type StoredHome = GeneratedHome & { readonly id: number };
export const narrationTimes = { created: '2027-03-01T06:00:00Z', day: '2027-03-04', imported: '2027-03-05T09:00:00Z' } as const;

/** Creates the tenancies, in properties of several companies that Makao collects for, with one open rent invoice each. */
export async function createNarratedHomes(services: TestServices, generated: readonly GeneratedHome[]): Promise<StoredHome[]> {
  const owners: OwnerWithUnit[] = [];
  for (let n = 0; n < companyCount; n++) {
    const here = await createOwnerWithUnit(services);
    await setTrustMode(services, here.owner.me.companyId ?? 0);
    owners.push(here);
  }
  const properties = new Map<string, number>();
  const homes: StoredHome[] = [];
  for (const home of generated) {
    const owner = owners[home.company]?.owner;
    if (!owner) throw new Error('no company');
    const property = properties.get(home.property) ?? (await addProperty(services, owner.me.companyId ?? 0, { name: home.property }));
    properties.set(home.property, property);
    const unitId = await addUnit(services, property, { name: home.unit, rent_cents: home.cents });
    const somebody = { personId: null, name: home.name, phone: home.phone, email: null };
    const people = [{ somebody, role: 'lead' as const, shareBp: 10_000 }];
    const id = await createOccupiedTenancy(services, property, { unitId, rentCents: home.cents, people });
    await runAsPerson(services, owner, (ctx) => issueRentInvoice(ctx, id, home.cents));
    const { code } = await services.database.db.selectFrom('tenancy').select('code').where('id', '=', id).executeTakeFirstOrThrow();
    homes.push({ ...home, id, code });
  }
  return homes;
}

export type MatchingRate = {
  readonly lines: number;
  readonly right: number;
  readonly automatic: number;
  readonly wrongAutomatic: readonly string[];
  readonly missed: readonly string[];
};
type Found = { readonly line: GeneratedLine<StoredHome>; readonly tenancyId: number | null; readonly isAutomatic: boolean; readonly why: string };
/** A line that names no tenant is right if it is left to a person. */
function rate(found: readonly Found[]): MatchingRate {
  const told = ({ line, tenancyId, why }: Found) =>
    `${line.bank}: ${line.written.details} → ${tenancyId} (${why}); right: ${JSON.stringify(line.home)}`;
  const isRight = ({ line, tenancyId, isAutomatic }: Found) => (line.home ? tenancyId === line.home.id : !isAutomatic);
  const missed = found.filter((one) => !isRight(one));
  return {
    lines: found.length,
    right: found.length - missed.length,
    automatic: found.filter(({ isAutomatic }) => isAutomatic).length,
    wrongAutomatic: missed.filter(({ isAutomatic }) => isAutomatic).map(told),
    missed: missed.map(told),
  };
}
/**
 * Compares the best candidate of each line on the account of Makao with the right tenancy, by the facts of the preview and the import. Without its
 * text, a line is matched by account number, payer and amount only.
 */
export async function measureMatching(
  services: TestServices,
  lines: readonly GeneratedLine<StoredHome>[],
  { withText = true } = {},
): Promise<MatchingRate> {
  const found: Found[] = [];
  for (const line of lines) {
    const { day, cents, at, ...read } = readGeneratedLine(line);
    if (day === null || cents === null) throw new Error('a line has no day or amount');
    const { text, ...facts } = toLineMatchFacts({ ...read, day, cents, paid_at: at });
    const paid: PaymentMatchingFacts = withText ? { ...facts, text: text ?? '' } : facts;
    const { best } = await findMatchCandidates(services.database.db, { company_id: null, fund: 'C' }, paid);
    found.push({
      line,
      tenancyId: best?.home.tenancyId ?? null,
      isAutomatic: (best?.match.score ?? 0) >= minAutoMatchScore,
      why: best?.match.reasons.map(({ what }) => what).join(', ') ?? 'no candidate',
    });
  }
  return rate(found);
}
/** Imports the lines as one statement of each bank, on accounts of Makao with two people, and reads what was allocated automatically. */
export async function importNarrations(services: TestServices, lines: readonly GeneratedLine<StoredHome>[]): Promise<MatchingRate> {
  const { db } = services.database;
  const head = await createPerson(services, 'superadmin');
  await makeAccountsEstablished(services, head);
  const found: Found[] = [];
  for (const [bank, theirs] of Map.groupBy(lines, (line) => line.bank)) {
    const number = `0110${String(found.length).padStart(6, '0')}`;
    const account = await createCollectionAccount(db, { company_id: null, rail: 'bank', name: bank, number, bank_code: '01', fund: 'C' });
    const csv = writeStatement(bank, theirs);
    const { id } = await runAsPerson(services, head, (ctx) => uploadStatement(ctx, { account_id: account?.id ?? 0, name: `${bank}.csv`, csv }));
    await importApproved(services, head, id);
    await processStatement(services, id);
    const rows = await db
      .selectFrom('statement_line as l')
      .leftJoin('payment as p', 'p.id', 'l.payment_id')
      .select(['l.n', 'p.tenancy_id', 'p.match'])
      .where('l.statement_id', '=', id)
      .orderBy('l.n')
      .execute();
    if (rows.length !== theirs.length) throw new Error(`${rows.length} of ${theirs.length} lines of ${bank} were read`);
    for (const [at, line] of theirs.entries()) {
      const isAutomatic = rows[at]?.match === 'matched';
      found.push({ line, tenancyId: rows[at]?.tenancy_id ?? null, isAutomatic, why: 'import' });
    }
  }
  return rate(found);
}
