import type { JournalSourcePage } from '#contract/ledger/source.ts';
import type { ScreenKey } from '#contract/screens.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { m } from '#words/messages.js';

type Screens = Readonly<Partial<Record<string, ScreenKey>>>;
const held = (screen: ScreenKey): Screens => ({ owner: screen, agent: screen, dealer: screen });
const heads = (screen: ScreenKey): Screens => ({ admin: screen, superadmin: screen });
type Opens = {
  readonly screens: Screens;
  readonly name: (of: { code: string }) => string;
  /** The tab of the page, if it has several. */
  readonly tab?: (of: { id: number; line?: number | undefined }) => string;
};
/** The page of a journal's source, by reader. */
const opens: Readonly<Record<JournalSourcePage['of'], Opens>> = {
  payment: { screens: { ...held('payment.detail'), ...heads('payment.financeOne') }, name: m.ledger_open_payment },
  tenancy: { screens: { ...held('tenancy.detail'), ...heads('tenancy.detail') }, name: m.ledger_open_tenancy },
  booking: { screens: { ...held('booking.detail'), ...heads('booking.detail') }, name: m.ledger_open_booking },
  commission: { screens: { ...held('commission.one'), ...heads('commission.detail'), dealer: 'commission.detail' }, name: m.ledger_open_commission },
  settlement: { screens: { ...held('settlement.payout'), superadmin: 'settlement.payment' }, name: m.ledger_open_settlement },
  transfer: { screens: { superadmin: 'settlement.transfer' }, name: m.ledger_open_transfer },
  wallet: { screens: heads('wallet.detail'), name: m.ledger_open_wallet },
  cash: { screens: heads('payment.finance'), name: m.ledger_open_cash, tab: () => '?tab=cash' },
  tax: { screens: heads('treasury.taxes'), name: m.ledger_open_tax },
  statement: {
    screens: heads('payment.finance'),
    name: m.ledger_open_statement,
    tab: ({ id, line }) => `?tab=import&statement=${id}${line ? `&line=${line}` : ''}`,
  },
};

/** The link to a journal's source in the current layout; none if that layout has no such page. */
export function useJournalSourceLink(): (page: JournalSourcePage | null) => { href: string; name: string } | undefined {
  const { layout, link } = useDashboard();
  return (page) => {
    if (!page) return undefined;
    const { screens, name, tab } = opens[page.of];
    const screen = screens[layout];
    return screen && { href: `${link(screen, { id: page.id, code: page.code })}${tab?.(page) ?? ''}`, name: name(page) };
  };
}
