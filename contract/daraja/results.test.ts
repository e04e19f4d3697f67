import { describe, expect, test } from 'vitest';
import { parseB2cResult, parseBalanceResult, parseStatusResult, ResultCallback } from './results.ts';

const result = (more: object) => ({
  Result: {
    ResultType: 0,
    ResultCode: 0,
    ResultDesc: 'done',
    OriginatorConversationID: 'wd-01',
    ConversationID: 'AG_1',
    TransactionID: 'SG632NMUAB',
    ...more,
  },
});
const parameters = (of: Record<string, unknown>) => ({
  ResultParameters: { ResultParameter: Object.entries(of).map(([Key, Value]) => ({ Key, Value })) },
});

describe('M-Pesa payout result', () => {
  test('reads a successful payout', () => {
    const said = ResultCallback.parse(
      result({
        ...parameters({
          TransactionAmount: 10,
          TransactionReceipt: 'SG632NMUAB',
          ReceiverPartyPublicName: '254705912645 - NICHOLAS JOHN SONGOK',
          TransactionCompletedDateTime: '06.07.2024 22:48:52',
          B2CUtilityAccountAvailableFunds: 8959269.6,
          B2CWorkingAccountAvailableFunds: 1199371,
          B2CRecipientIsRegisteredCustomer: 'Y',
          B2CChargesPaidAccountAvailableFunds: -1980,
        }),
        ReferenceData: { ReferenceItem: { Key: 'QueueTimeoutURL', Value: 'https://internalsandbox.safaricom.co.ke/mpesa/b2cresults/v1/submit' } },
      }),
    );
    expect(said).toMatchObject({ outcome: 'paid', timedOut: false, originator: 'wd-01', conversation: 'AG_1', transaction: 'SG632NMUAB' });
    expect(parseB2cResult(said)).toEqual({
      receipt: 'SG632NMUAB',
      cents: 1000,
      at: new Date('2024-07-06T19:48:52Z'),
      payee: { number: '254705912645', name: 'NICHOLAS JOHN SONGOK' },
      registered: true,
      utility: 895926960,
      working: 119937100,
    });
  });

  test('reads a failed payout, which has no parameters', () => {
    const said = ResultCallback.parse(result({ ResultCode: 2001, ReferenceData: { ReferenceItem: [{ Key: 'A', Value: 1 }, { Key: 'B' }] } }));
    expect([said.outcome, parseB2cResult(said).cents, said.reference]).toEqual(['failed', null, { A: '1', B: '' }]);
  });

  test('a queue timeout with code 1 is not read as insufficient funds', () => {
    const said = ResultCallback.parse({
      Result: {
        ResultType: 1,
        ResultCode: 1,
        ResultDesc: 'The service request timed out.',
        OriginatorConversationID: 'wd-01',
        ConversationID: 'AG_1',
      },
    });
    expect(said).toMatchObject({ timedOut: true, outcome: 'unknown', originator: 'wd-01', transaction: null });
    expect(ResultCallback.parse(result({ ResultCode: 1 })).outcome).toBe('failed');
  });
});

describe('M-Pesa query or reversal result', () => {
  test('reads a transaction status', () => {
    const said = ResultCallback.parse(
      result(
        parameters({
          DebitPartyName: '254708374149 - JOHN DOE',
          CreditPartyName: '600999 - MAKAO HOMES',
          InitiatedTime: 20231121121325,
          FinalisedTime: 20231121121326,
          DebitAccountType: 'MMF Account For Customer',
          ReasonType: 'Pay Bill Online',
          TransactionStatus: 'Completed',
          Amount: '300.00',
          ReceiptNo: 'RKL51ZDR4F',
          DebitPartyCharges: undefined,
        }),
      ),
    );
    expect(parseStatusResult(said)).toMatchObject({
      receipt: 'RKL51ZDR4F',
      completed: true,
      cents: 30000,
      credit: { number: '600999', name: 'MAKAO HOMES' },
      debit: { number: '254708374149' },
      at: new Date('2023-11-21T09:13:26Z'),
    });
    expect(parseStatusResult(ResultCallback.parse(result({ ResultCode: 2032 })))).toMatchObject({
      completed: false,
      cents: null,
      credit: { number: null },
    });
  });

  test('reads an account balance, including a negative balance', () => {
    const text =
      'Working Account|KES|700000.00|700000.00|0.00|0.00&Utility Account|KES|228037.5|228037.50|0.00|0.00&Charges Paid Account|KES|-1540.00|-1540.00|0.00|0.00';
    const { accounts, at } = parseBalanceResult(ResultCallback.parse(result(parameters({ AccountBalance: text, BOCompletedTime: 20231121121325 }))));
    expect(accounts.map((one) => [one.name, one.cents])).toEqual([
      ['Working Account', 70000000],
      ['Utility Account', 22803750],
      ['Charges Paid Account', -154000],
    ]);
    expect(at).toEqual(new Date('2023-11-21T09:13:25Z'));
  });

  test('a reversal with code 21 and a success text leaves the outcome unknown', () => {
    const said = ResultCallback.parse(
      result({
        ResultCode: '21',
        ResultDesc: 'The service request is processed successfully',
        ...parameters({ OriginalTransactionID: 'RKL51ZDR4F', Amount: 5 }),
      }),
    );
    expect([said.outcome, said.parameters.OriginalTransactionID]).toEqual(['unknown', 'RKL51ZDR4F']);
  });

  test('reads a single result parameter that is not in a list', () => {
    const said = ResultCallback.parse(result({ ResultParameters: { ResultParameter: { Key: 'Amount', Value: 5 } } }));
    expect(said.parameters).toEqual({ Amount: '5' });
  });
});
