import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { apiEnumerations } from '#contract/reference/enumerations.ts';
import { getStatusLabel, STATUS_DEFINITIONS } from './status-table.ts';

const messages = (locale: 'en' | 'sw', module: string): Record<string, unknown> =>
  JSON.parse(readFileSync(`words/${locale}/${module}.json`, 'utf8')) as Record<string, unknown>;

test.each(['en', 'sw'] as const)('status badges (%s): invoices and inspections have the labels that messages, exports and PDFs use', (locale) => {
  const [invoice, inspection] = [messages(locale, 'invoice'), messages(locale, 'inspection')];
  for (const [status, number] of Object.entries(apiEnumerations.invoice_status))
    expect(getStatusLabel('invoice', number, locale)).toBe(invoice[`invoice_status_${status}`]);
  for (const status of Object.keys(STATUS_DEFINITIONS.inspection))
    expect(getStatusLabel('inspection', status, locale)).toBe(inspection[`inspection_status_${status}`]);
});
