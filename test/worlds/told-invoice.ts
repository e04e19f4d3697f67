const about = { home: '<home>', code: '<code>' };
const billed = { ...about, sum: '<sum>' };
const asked = { ...billed, day: '<day>', share: '<share>' };

/** Every event of invoices with every parameter its type names (test/rules/events.test.ts). */
export const toldInvoice = {
  'invoice.issued': { ...asked, total: '<total>', credit: '<credit>' },
  'invoice.due_soon': asked,
  'invoice.due': asked,
  'invoice.overdue': { ...asked, days: '<days>' },
  'invoice.late_fee': { ...billed, late: '<late>', credit: '<credit>', left: '<left>' },
  'invoice.credit': billed,
  'invoice.given_back': { ...billed, who: '<who>', reason: '<reason>' },
  'invoice.void': about,
  'invoice.disputed': { ...about, reason: '<reason>' },
  'invoice.dispute_over': { ...about, outcome: '<outcome>' },
  'deposit.held': billed,
  receipt: { ...billed, how: '<how>' },
};
