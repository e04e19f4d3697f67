import { maskPhone } from '#contract/daraja/phone.ts';
import { formatDayFirstTime } from '#contract/daraja/times.ts';
import { type Cents, sumCents, toCents, toShillings } from '#contract/money/cents.ts';
import { type Day, toNairobiDay } from '#contract/time/days.ts';
import { findOrCreateShortcode, type SimulatedMovement, type Simulation } from './simulation.ts';

const money = (amount: Cents): string => toShillings(amount).toFixed(2);
const cell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const line = (...cells: string[]): string => cells.map(cell).join(',');

const columns = [
  'Receipt No.',
  'Completion Time',
  'Initiation Time',
  'Details',
  'Transaction Status',
  'Paid In',
  'Withdrawn',
  'Balance',
  'Balance Confirmed',
  'Reason Type',
  'Other Party Info',
  'Linked Transaction ID',
  'A/C No.',
];
const reasons = {
  pay_bill: 'Pay Bill Online',
  buy_goods: 'Customer Buy Goods Online',
  b2c: 'Business Payment to Customer',
  reversal: 'Pay Bill Reversal',
};

/** Exports the utility account as Safaricom's organisation portal does: name, period and totals, then the movements, latest first. */
export function exportStatement(simulation: Simulation, number: string, from: Day, to: Day): string {
  const shortcode = findOrCreateShortcode(simulation, number);
  const all = simulation.movements.filter((one) => one.shortcode === number);
  const shown = all.filter((one) => toNairobiDay(one.at) >= from && toNairobiDay(one.at) <= to);
  const before = all.filter((one) => toNairobiDay(one.at) < from).at(-1);
  const opening = before?.balance ?? shortcode.opening;
  const of = (way: SimulatedMovement['way']) => sumCents(shown.filter((one) => one.way === way).map((one) => one.cents));
  return [
    line('Account Holder:', shortcode.name),
    line('Short Code:', number),
    line('Account:', 'Utility Account'),
    line('Time Period:', `From ${turned(from)} 00:00:00 To ${turned(to)} 23:59:59`),
    line('Opening Balance:', money(opening)),
    line('Closing Balance:', money(shown.at(-1)?.balance ?? opening)),
    line('Total Paid In:', money(of('in'))),
    line('Total Withdrawn:', money(of('out'))),
    '',
    line(...columns),
    ...shown.toReversed().map(row),
    '',
  ].join('\r\n');
}
const turned = (day: Day): string => day.split('-').reverse().join('-');

function row(one: SimulatedMovement): string {
  const party = `${maskPhone(one.phone).replaceAll(' ', '')} - ${one.name}`;
  const details = {
    pay_bill: `Pay Bill from ${party} Acc. ${one.account}`,
    buy_goods: `Customer Payment to Merchant from ${party}`,
    b2c: `Business Payment to ${party}`,
    reversal: `Pay Bill Reversal of ${one.reverses} to ${party}`,
  }[one.kind];
  const at = formatDayFirstTime(one.at, '-');
  const [paidIn, withdrawn] = one.way === 'in' ? [money(one.cents), ''] : ['', money(toCents(-one.cents))];
  const account = one.kind === 'reversal' ? '' : one.account;
  return line(
    one.receipt,
    at,
    at,
    details,
    'Completed',
    paidIn,
    withdrawn,
    money(one.balance),
    'true',
    reasons[one.kind],
    party,
    one.reverses ?? '',
    account,
  );
}
