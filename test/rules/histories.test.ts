import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { auditReasons } from '#contract/audit/reasons.ts';
import { moneyAuditReasons, translateLoggedReason } from '#contract/audit/reasons-money.ts';
import { localeContext } from '#server/kernel/locale.ts';
import { auditFieldNames } from '#web/audit/field-names.ts';
import { formatLoggedChanges, getAuditFieldName } from '#web/audit/sentence.ts';
import { setLocaleSource } from '#words/locale.js';

/** Tables whose changes are logged under their own name; the others are logged under one of these or not at all. */
const logged = [
  ...['AbuseReport', 'Company', 'FeaturedBooking', 'FeaturedProduct', 'Favourite', 'Invitation', 'Lead', 'Listing', 'Location', 'Mandate'],
  ...['NotificationSetting', 'Person', 'Policy', 'Promotion', 'Property', 'RatingCategory', 'RatingItem', 'Review', 'SavedSearch', 'StaffRole'],
  ...['CommissionRule', 'Taxon', 'Team', 'Unit', 'Vacancy', 'VacancyApplication'],
];
/** Columns that no history shows: keys, counters, technical moments, and hashes. */
const ours = new Set(
  `id created_at created_by updated_at updated_by deleted_at revision sort bit system base_id audience client_key key_hash short_code stop_key
   reporter_id reporter_key reporter_places listing_id agent_id review_id author_id basis basis_id person_id owner_company_id agent_company_id inviter_id
   parent_id status_since asked_at views saves enquiries impressions clicks used helpful doubts replied_by replied_at first_answer_at moved_at
   last_run_at last_sign_in_at sent_on sends_on_day uses expires_at accepted_at ended_at archived_at rating_avg rating_count cv_file_id first_id mandate_id replaced_at`.split(
    /\s+/,
  ),
);
const types = readFileSync('server/db/types.gen.ts', 'utf8');
const columnsOf = (table: string): string[] => {
  const body = new RegExp(`^export type ${table}Table = \\{([\\s\\S]*?)^\\}`, 'm').exec(types)?.[1] ?? '';
  return [...body.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name ?? '');
};

test.each(logged)('audit history: every column of %s that can appear in the log has a label', (table) => {
  const columns = columnsOf(table);
  expect(columns.length).toBeGreaterThan(3);
  expect(columns.filter((name) => !ours.has(name) && !(name in auditFieldNames))).toEqual([]);
});

test('audit history: every logged field that is not a table column has a label', () => {
  const facts = globSync('server/**/*.ts')
    .filter((file) => !file.endsWith('.test.ts') && !file.includes('/demo/'))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\b(?:before|after): \{ ([^{}]*) \}/g)].flatMap(([, body = '']) =>
        [...body.matchAll(/(?:^|, )(\w+)(?=:|,| |$)/g)].map(([, name]) => `${file}: ${name}`),
      ),
    );
  expect(facts.length).toBeGreaterThan(60);
  // Facts of a record are also composed by a function of the module.
  const composed = globSync('server/**/*.ts')
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\bconst build\w+LogFacts = [^{]*?=> \(\{(.*?)\}\);/gs)].flatMap(([, body = '']) =>
        [...body.matchAll(/(?:^|,)\s*(\w+):/g)].map(([, name]) => `${file}: ${name}`),
      ),
    );
  expect(composed.length).toBeGreaterThan(20);
  facts.push(...composed);
  expect(facts.filter((fact) => !((fact.split(': ')[1] ?? '') in auditFieldNames))).toEqual([]);
});

test('audit history: every change is shown as a sentence without column names, codes or ids', () => {
  const change = (field: string, old: unknown, now: unknown) =>
    formatLoggedChanges([{ field, old, new: now }]).map((said) => said.replaceAll('\u00a0', ' '));
  expect(change('notice_days', 30, 7)).toEqual(['Notice period: 30 days → 7 days']);
  expect(change('rent_cents', 1_850_000, 2_000_000)).toEqual(['Rent: KES 18,500 → KES 20,000']);
  expect(change('status', 'vacant', 'ordered')).toEqual(['Status: Vacant → Reserved']);
  expect(change('status', 'draft', 'pending_verification')).toEqual(['Status: Draft → Pending verification']);
  expect(change('contact_id', 12, 4711)).toEqual(['Contact person changed']);
  expect(change('contact_id', 'Jane Wafula', 'a removed person')).toEqual(['Contact person: Jane Wafula → a removed person']);
  expect(change('listing_ids', [1, 2], [1, 2, 3])).toEqual(['Listings changed']);
  expect(change('listing_ids', ['B1'], ['B1', 'B2'])).toEqual(['Listings: B1 → B1, B2']);
  expect(change('landmark', 'Yaya Centre', null)).toEqual(['Landmark removed (was Yaya Centre)']);
  expect(change('phone', null, '+254712345678')).toEqual(['Phone: 0712 345 678']);
  expect(change('billing', { due_day: 5, late_fee: { cents: 0 } }, { due_day: 1, late_fee: { cents: 0 } })).toEqual(['Rent due day: 5 → 1']);
  expect(change('body', '<p>Old</p>'.repeat(20), '<p>New</p>'.repeat(20))).toEqual(['Text changed']);
  expect([getAuditFieldName('media_12_caption'), getAuditFieldName('listing.sms')]).toEqual(['Picture: Caption', 'Listings, SMS']);
});

/**
 * Every place of the server that writes a reason of its own: as a literal, as the reason of a move, as an argument, chosen in SQL, or with a name
 * inserted.
 */
const written = [
  /\breason: '([^']+)'/g,
  /\breason: `([^`]+)`/g,
  /noted\(ctx, person, '([^']+)'/g,
  /\b(?:move|makeMove)\([^;]*?, '([^']+)', 'clock'\)/g,
  /\b(?:close|closeReport|closeInspection|checkAndCloseLedgerMonth|endVerification|endPropertyVerification|resetCompanyAccountVerification|pauseReportedListing|resumeReportedListing)\((?:ctx|asClock\([\w.]+\)), [^;]*?, ['`]([^'`]* [^'`]*)['`]\)/g,
  /\b(?:then|else) '([a-z]+ [^']+)'/g,
  /\bkeep\(ctx, before, [^;]*\? '([^']+)' : null\)/g,
];

test('audit history: every reason composed by the server is translated into Kiswahili, and a typed reason is not translated', () => {
  const found = globSync('server/**/*.ts')
    .filter((file) => !/\.test\.ts$|\/demo\/|types\.gen|\/migrations\//.test(file))
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      return written.flatMap((shape) => [...text.matchAll(shape)].map(([, reason = '']) => reason.replaceAll(/\$\{[^}]*\}/g, '7')));
    });
  expect(found.length).toBeGreaterThan(70);
  expect(found).toContain('7 people reported it');
  setLocaleSource(localeContext.current);
  const said = (reason: string) =>
    [localeContext.run('sw', () => translateLoggedReason(reason)), localeContext.run('en', () => translateLoggedReason(reason))] as const;
  const left = found.filter((reason) => {
    const [sw, en] = said(reason);
    return sw === reason || sw === en;
  });
  expect(left).toEqual([]);
  expect(said('7 people reported it')[0]).toMatch(/7/);
  // Text typed by a person is not translated.
  expect(said('The roof leaks')).toEqual(['The roof leaks', 'The roof leaks']);
});

test("audit history: every reason written in the server's code is in the list of translated reasons", () => {
  const given = globSync('server/**/*.ts')
    .filter((file) => !/\.test\.ts$|\/demo\/|types\.gen/.test(file))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\breason: '([^']+)'|noted\(ctx, person, '([^']+)'/g)].map(([, a, b]) => a ?? b ?? ''),
    );
  expect(given.length).toBeGreaterThan(40);
  expect(given.filter((reason) => !(reason in { ...auditReasons, ...moneyAuditReasons }))).toEqual([]);
});
