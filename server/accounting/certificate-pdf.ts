import { createHash } from 'node:crypto';
import { compareAccountWithBank, findCertificateResult } from '#contract/accounting/client-money.ts';
import type { CertificateResult } from '#contract/accounting/kinds.ts';
import { accountComparisonLabels, balanceSourceLabels, certificateResultLabels, clientMoneyLineLabels } from '#contract/accounting/labels.ts';
import type { AccountPosition, ClientMoney } from '#contract/accounting/shapes.ts';
import { worksheetItemLabels } from '#contract/accounting/worksheet-lines.ts';
import { ledgerFundLabels } from '#contract/ledger/labels.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { localeContext } from '#server/kernel/locale.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import type { PdfDocumentContent, PdfDocumentPart } from '#server/pdf/service.ts';
import { platformSender } from '#server/people/service.ts';
import { m } from '#words/messages.js';

const cents = (amount: number): string => formatKesPlain(amount, true);
const right = (title: string) => ({ title, share: 0.3, right: true });

function fundPart({ fund, held, held_cents, owed, owed_cents, difference_cents }: ClientMoney['funds'][number]): PdfDocumentPart[] {
  const side = (title: string, parts: typeof held, total: number): PdfDocumentPart => ({
    table: {
      columns: [{ title }, right(m.ledger_column_amount())],
      rows: parts.map(({ line, cents: amount }) => [clientMoneyLineLabels[line](), cents(amount)]),
      foot: [m.ledger_trial_total(), cents(total)],
    },
  });
  return [
    { heading: ledgerFundLabels[fund](), level: 2 },
    side(m.accounting_held(), held, held_cents),
    side(m.accounting_owed(), owed, owed_cents),
    { sums: [[m.accounting_difference(), cents(difference_cents)]] },
  ];
}

const dayOf = ({ bank_day, source }: AccountPosition): string =>
  bank_day === null ? m.accounting_no_balance() : [formatLongDate(bank_day), source ? balanceSourceLabels[source]() : ''].filter(Boolean).join(', ');
/** From the ledger to the bank: both balances, and what explains that they differ. */
const accountPart = (of: AccountPosition): PdfDocumentPart[] => [
  { heading: of.name, level: 3 },
  {
    facts: [
      { label: m.accounting_status(), lines: [accountComparisonLabels[compareAccountWithBank(of)]()] },
      { label: m.accounting_worksheet(), lines: [of.worksheet ?? m.accounting_not_signed()] },
      { label: m.accounting_balance_day(), lines: [dayOf(of)] },
    ],
  },
  {
    sums: [
      [m.accounting_ledger_balance(), of.ledger_cents === null ? '' : cents(of.ledger_cents)],
      ...of.items.map((item): [string, string] => [worksheetItemLabels[item.key](), cents(item.cents)]),
      [m.accounting_difference(), of.difference_cents === null ? '' : cents(of.difference_cents)],
      [m.accounting_bank_balance(), of.bank_cents === null ? '' : cents(of.bank_cents)],
    ],
  },
];
const accountsPart = ({ accounts }: ClientMoney): PdfDocumentPart[] =>
  accounts.length === 0
    ? []
    : [{ heading: m.accounting_accounts(), level: 2 }, { text: m.accounting_posting_note() }, ...accounts.flatMap(accountPart)];

/** The SHA-256 that the certificate prints, so that a printed one can be verified too. */
export const hashFigures = (figures: ClientMoney): string => createHash('sha256').update(JSON.stringify(figures)).digest('hex');

const resultTones = { agrees: 'done', differs: 'late', no_balance: 'open' } as const satisfies Readonly<Record<CertificateResult, string>>;
/** The certificate of a day. It prints the SHA-256 of its figures; that of the file itself is stored with it. */
export function buildCertificateDocument(figures: ClientMoney, at: Date): PdfDocumentContent {
  const day = formatLongDate(figures.day);
  const hash = hashFigures(figures);
  const result = findCertificateResult(figures);
  return {
    title: m.accounting_certificate(),
    letterhead: {
      ...platformSender,
      code: figures.day,
      badge: { text: certificateResultLabels[result](), tone: resultTones[result] },
    },
    language: localeContext.current(),
    foot: `${m.accounting_certificate()} · ${day}`,
    author: platformSender.from,
    at,
    parts: [
      { text: m.accounting_certificate_text({ day }) },
      ...figures.funds.filter(({ held, owed }) => held.length + owed.length > 0).flatMap(fundPart),
      ...accountsPart(figures),
      { text: m.accounting_figures_hash({ hash }), style: 'small' },
    ],
  };
}
