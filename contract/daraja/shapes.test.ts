import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { safaricomAddresses } from './addresses.ts';
import { extractPhoneLastDigits, maskPhone, toMsisdn } from './phone.ts';
import {
  C2bCallback,
  DarajaErrorResponse,
  PullRegistrationResponse,
  PullResponse,
  StkCallback,
  StkPushResponse,
  StkQueryResponse,
  TokenResponse,
} from './shapes.ts';
import { formatDarajaTimestamp, formatDayFirstTime, formatPullTime, parseDarajaTime } from './times.ts';
import { parseDarajaAmount, parseDarajaBalance } from './values.ts';

const stk = (more: object) => ({
  Body: { stkCallback: { MerchantRequestID: '29115-34620561-1', CheckoutRequestID: 'ws_CO_191220191020363925', ...more } },
});

describe('STK push callback', () => {
  const item = (Item: unknown) =>
    StkCallback.parse(stk({ ResultCode: 0, ResultDesc: 'The service request is processed successfully.', CallbackMetadata: { Item } }));
  const real = [
    { Name: 'Amount', Value: 1.0 },
    { Name: 'MpesaReceiptNumber', Value: 'NLJ7RT61SV' },
    { Name: 'Balance' },
    { Name: 'TransactionDate', Value: 20191219102115 },
    { Name: 'PhoneNumber', Value: 254708374149 },
  ];

  test('reads the callback of a paid prompt', () => {
    expect(item(real)).toEqual({
      merchantRequestId: '29115-34620561-1',
      checkoutRequestId: 'ws_CO_191220191020363925',
      code: '0',
      outcome: 'paid',
      text: 'The service request is processed successfully.',
      cents: 100,
      receipt: 'NLJ7RT61SV',
      at: new Date('2019-12-19T07:21:15Z'),
      phone: '254708374149',
    });
  });

  test('ignores the format of the balance, and ignores additional fields', () => {
    const odd = [
      ...real.filter((one) => one.Name !== 'Balance'),
      { Name: 'Balance', Value: '{Amount={CurrencyCode=KES, BasicAmount=5.00}}' },
      { Name: 'New' },
    ];
    expect(item(odd)).toEqual(item(real));
    expect(item({ Name: 'Amount', Value: '12.50' })).toMatchObject({ cents: 1250, receipt: null });
  });

  test('reads the callback of a cancelled prompt, which has no metadata', () => {
    const said = StkCallback.parse(stk({ ResultCode: 1032, ResultDesc: 'Request cancelled by user' }));
    expect(said).toMatchObject({ code: '1032', outcome: 'canceled', cents: null, receipt: null, at: null, phone: null });
    expect(StkCallback.parse(stk({ ResultCode: '1037', CallbackMetadata: null }))).toMatchObject({ outcome: 'unknown', text: '' });
  });

  test.each([[{}], [{ Body: {} }], [stk({ ResultDesc: 'no code' })], [{ Body: { stkCallback: { ResultCode: 0 } } }], [[]], ['text'], [null]])(
    'rejects the malformed callback %j',
    (body) => expect(StkCallback.safeParse(body).success).toBe(false),
  );
});

test('STK push query: the result code of the response is read as text', () => {
  const said = {
    ResponseCode: '0',
    ResponseDescription: 'The service request has been accepted successsfully',
    MerchantRequestID: '22205-34066-1',
    CheckoutRequestID: 'ws_CO_13012021093521236557',
    ResultCode: '0',
    ResultDesc: 'The service request is processed successfully.',
  };
  expect(StkQueryResponse.parse(said)).toMatchObject({ code: '0', outcome: 'paid', checkoutRequestId: 'ws_CO_13012021093521236557' });
  expect(StkQueryResponse.parse({ ...said, ResultCode: 4999 }).outcome).toBe('unknown');
});

describe('C2B callback', () => {
  const real = {
    TransactionType: 'Pay Bill',
    TransID: 'RKL51ZDR4F',
    TransTime: '20231121121325',
    TransAmount: '5.00',
    BusinessShortCode: '600984',
    BillRefNumber: 'UNIT-B12',
    InvoiceNumber: '',
    OrgAccountBalance: '25.00',
    ThirdPartyTransID: '',
    MSISDN: '2547 ***** 126',
    FirstName: 'NICHOLAS',
    MiddleName: '',
    LastName: '',
  };
  test('reads a callback in the format of version 2', () => {
    expect(C2bCallback.parse(real)).toEqual({
      receipt: 'RKL51ZDR4F',
      kind: 'Pay Bill',
      at: new Date('2023-11-21T09:13:25Z'),
      cents: 500,
      shortcode: '600984',
      account: 'UNIT-B12',
      thirdParty: null,
      balance: 2500,
      phone: '2547 ***** 126',
      firstName: 'NICHOLAS',
      name: 'NICHOLAS',
    });
  });
  test('reads a till callback that sends numbers instead of text and omits names and balance', () => {
    const { MiddleName: _, ...less } = real;
    const odd = {
      ...less,
      TransAmount: 5,
      BusinessShortCode: 600984,
      TransTime: 20231121121325,
      BillRefNumber: '',
      OrgAccountBalance: '',
      LastName: 'DOE',
    };
    expect(C2bCallback.parse(odd)).toMatchObject({ cents: 500, shortcode: '600984', account: null, balance: null, name: 'NICHOLAS DOE' });
  });
  test.each(['-5.00', '5.001', '0x10', 'KES 5', 'USD 5.00', '1e3', '', 'NaN', '5,00', null, {}, Number.POSITIVE_INFINITY])(
    'rejects the amount %j',
    (amount) => expect(C2bCallback.parse({ ...real, TransAmount: amount }).cents).toBeNull(),
  );
  test('rejects a callback without receipt or shortcode', () => {
    expect(C2bCallback.safeParse({ ...real, TransID: undefined }).success).toBe(false);
    expect(C2bCallback.safeParse({ ...real, BusinessShortCode: null }).success).toBe(false);
  });
});

describe('Pull API answer', () => {
  const row = {
    transactionId: 'yzlyrEsRG1',
    trxDate: '2020-08-05T10:13:00Z',
    msisdn: 722000000,
    sender: 'UAT2',
    transactiontype: 'c2b-pay-bill-debit',
    billreference: '37207636392',
    amount: '168.00',
    organizationname: 'Daraja Pull API Test',
  };
  test('reads transactions in a nested list', () => {
    const { rows, code } = PullResponse.parse({
      ResponseRefID: '26178-42530161-2',
      ResponseCode: '1000',
      ResponseMessage: 'Success',
      Response: [[row]],
    });
    expect([code, rows]).toMatchObject(['1000', [{ receipt: 'yzlyrEsRG1', cents: 16800, account: '37207636392', reversal: false }]]);
    expect(rows[0]?.at).toEqual(new Date('2020-08-05T10:13:00Z'));
  });
  test('reads an empty list sent as text, and counts unreadable rows', () => {
    expect(PullResponse.parse({ ResponseCode: '1001', Response: '[[]]' })).toMatchObject({ rows: [], unread: 0 });
    expect(PullResponse.parse({ ResponseCode: '1000', Response: [[row, { sender: 'x' }, 7]] })).toMatchObject({ rows: [{}], unread: 2 });
  });
  test('reads the result code of a registration answer under both field names', () => {
    expect([
      PullRegistrationResponse.parse({ ResponseStatus: '1000' }).code,
      PullRegistrationResponse.parse({ 'Response Status': '1001' }).code,
    ]).toEqual(['1000', '1001']);
  });
});

test('M-Pesa API: token, rejection and STK push answers are parsed', () => {
  expect(TokenResponse.parse({ access_token: 'c9SQxWWhmdVRlyh0zh8gZDTkubVF', expires_in: '3599' }).expires_in).toBe(3599);
  expect(
    DarajaErrorResponse.parse({ requestId: '16813-15-1', errorCode: '404.001.04', errorMessage: 'Invalid Authentication Header' }).errorCode,
  ).toBe('404.001.04');
  expect(StkPushResponse.parse({ MerchantRequestID: '29115-34620561-1', CheckoutRequestID: 'ws_CO_1', ResponseCode: 0 }).ResponseCode).toBe('0');
});

describe('M-Pesa amounts and times', () => {
  test('an amount in shillings and cents is read exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), (n) => {
        const said = `${Math.floor(n / 100)}.${String(n % 100).padStart(2, '0')}`;
        expect([parseDarajaAmount(said), parseDarajaAmount(Number(said)), parseDarajaBalance(`-${said}`)]).toEqual([n, n, -n + 0]);
      }),
      { examples: [[29], [1005], [0]] },
    );
  });
  test('a time in any Safaricom format is read to the second', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_000_000_000, max: 4_000_000_000 }), (s) => {
        const moment = new Date(s * 1000);
        const ways = [
          formatDarajaTimestamp(moment),
          Number(formatDarajaTimestamp(moment)),
          formatPullTime(moment),
          formatDayFirstTime(moment, '.'),
          formatDayFirstTime(moment, '-'),
          moment.toISOString(),
        ];
        expect(ways.map(parseDarajaTime)).toEqual(ways.map(() => moment));
      }),
    );
  });
  test.each(['', '20260231101010', '99999999999999', 'yesterday', '2026-13-01 10:00:00', null, {}])('%j is rejected as a time', (value) =>
    expect(parseDarajaTime(value)).toBeNull(),
  );
  test('a timestamp is written in Nairobi time, even when the UTC date differs', () =>
    expect(formatDarajaTimestamp(new Date('2026-12-31T21:00:00Z'))).toBe('20270101000000'));
});

describe('M-Pesa phone numbers', () => {
  test.each(['0712345678', '254712345678', '+254 712 345-678', '712345678', ' 0712 345 678'])('accepts %s', (text) =>
    expect(toMsisdn(text)).toBe('254712345678'),
  );
  test('accepts numbers that begin with 011 and rejects other numbers', () => {
    expect(toMsisdn('0110123456')).toBe('254110123456');
    expect(['0212345678', '07123456789', '', '12', '+44 7700 900123', '2547 ***** 126'].map(toMsisdn)).toEqual([null, null, null, null, null, null]);
  });
  test('a masked number does not reveal its middle digits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 0, max: 999 }), (middle, tail) => {
        const phone = `2547${String(middle).padStart(5, '0')}${String(tail).padStart(3, '0')}`;
        expect(maskPhone(phone)).toBe(`2547 ***** ${String(tail).padStart(3, '0')}`);
        expect(maskPhone(maskPhone(phone))).toBe(maskPhone(phone));
        expect(extractPhoneLastDigits(maskPhone(phone))).toBe(phone.slice(-3));
      }),
    );
    expect([maskPhone('123'), extractPhoneLastDigits('a'.repeat(61).concat('123'))]).toEqual(['*****', null]);
  });
});

test('Safaricom callbacks: fourteen distinct Safaricom IP addresses are accepted', () => {
  expect(new Set(safaricomAddresses).size).toBe(14);
  expect(safaricomAddresses.every((ip) => /^196\.201\.21[234]\.\d+$/.test(ip))).toBe(true);
});
