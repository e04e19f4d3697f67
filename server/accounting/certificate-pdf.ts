import { createHash } from 'node:crypto';
import { clientMoneyLineLabels } from '#contract/accounting/labels.ts';
import type { ClientMoney } from '#contract/accounting/shapes.ts';
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

const accountsPart = ({ accounts }: ClientMoney): PdfDocumentPart[] =>
  accounts.length === 0
    ? []
    : [
        { heading: m.accounting_accounts(), level: 2 },
        {
          table: {
            columns: [{ title: m.ledger_trial_account() }, { title: m.accounting_worksheet(), share: 0.2 }, right(m.accounting_bank_balance())],
            rows: accounts.map(({ name, worksheet, bank_cents }) => [
              name,
              worksheet ?? m.accounting_not_signed(),
              bank_cents === null ? '' : cents(bank_cents),
            ]),
          },
        },
      ];

/** The certificate of a day. It names the SHA-256 of its figures; that of the file itself is stored with the certificate. */
export function buildCertificateDocument(figures: ClientMoney, at: Date): PdfDocumentContent {
  const day = formatLongDate(figures.day);
  const agrees = figures.funds.every(({ difference_cents }) => difference_cents === 0);
  const hash = createHash('sha256').update(JSON.stringify(figures)).digest('hex');
  return {
    title: m.accounting_certificate(),
    letterhead: {
      ...platformSender,
      code: figures.day,
      badge: agrees ? { text: m.accounting_agrees(), tone: 'done' } : { text: m.accounting_differs(), tone: 'late' },
    },
    ...{ language: localeContext.current(), foot: `${m.accounting_certificate()} · ${day}`, author: platformSender.from, at },
    parts: [
      { text: m.accounting_certificate_text({ day }) },
      ...figures.funds.filter(({ held, owed }) => held.length + owed.length > 0).flatMap(fundPart),
      ...accountsPart(figures),
      { text: m.accounting_figures_hash({ hash }), style: 'small' },
    ],
  };
}
