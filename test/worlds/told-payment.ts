const moved = { sum: 'KES 45,000', home: '<home>', external: 'SBK4XYZ12Q' };
const came = { ...moved, how: 'paybill' } as const;

/** What is told of payments, with every parameter. */
export const toldPayment = {
  'payment.received': { ...came, left: '<left>', over: '<over>' },
  'payment.failed': { sum: 'KES 45,000', home: '<home>', why: 'balance' },
  'payment.reversed': { ...moved, reason: '<reason>' },
  'payment.handed_over': { home: '<home>', from: '<from>', to: '<to>', held: '<held>', credit: '<credit>', by: 'owner' },
  'payment.taken_off': { ...moved, reason: '<reason>' },
  'payment.came_off': { ...moved, name: '<name>', reason: '<reason>' },
  'payment.refused': { account: '<account>' },
  'payment.came': { ...came, name: '<name>' },
  'payment.went': { ...moved, name: '<name>', reason: '<reason>' },
  'payment.unmatched': { sum: 'KES 45,000', name: '<name>', account: '<account>', external: 'SBK4XYZ12Q' },
  'payment.waiting': { sum: 'KES 45,000', count: '12', lines: '340', account: '<account>' },
  'payment.unverified': { external: 'SBK4XYZ12Q' },
  'payment.pasted': { external: 'SBK4XYZ12Q', became: 'looked' },
  'payment.cash_code': { sum: 'KES 45,000', code: '123456', company: '<company>' },
  'payment.asked': { sum: 'KES 45,000', external: 'SBK4XYZ12Q', reach: '+254712345678' },
  'payment.refund_asked': { sum: 'KES 45,000', name: '<name>', code: 'RFD-AB2CD3', to: '…8777', where: 'other' },
  'payment.refund_wanted': { sum: 'KES 45,000', who: '<who>', external: 'SBK4XYZ12Q', to: '…8777' },
  'payment.refund_stuck': { sum: 'KES 45,000', name: '<name>', code: 'RFD-AB2CD3', why: 'failed' },
  'payment.refund_refused': { sum: 'KES 45,000', name: '<name>', code: 'RFD-AB2CD3', reason: '<reason>' },
  'payment.refunded': { sum: 'KES 45,000', proof: 'SBK4XYZ12Q' },
  'payment.doubt': { sum: 'KES 45,000', external: 'SBK4XYZ12Q', kind: 'reversal' },
  'payment.account': { who: '<who>', name: '<name>', number: '<number>', became: 'on' },
  'payment.cash_waits': { sum: 'KES 45,000', who: '<who>', name: '<name>', home: '<home>' },
  'payment.differs': { sum: 'KES 45,000', account: '<account>', day: '<day>' },
} as const;
