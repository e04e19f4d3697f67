import type { Code, Fund, Mode } from '#contract/ledger/accounts.ts';
import { m } from '#words/messages.js';

export const fundNames: Readonly<Record<Fund, () => string>> = {
  C: m.ledger_fund_c,
  D: m.ledger_fund_d,
  P: m.ledger_fund_p,
  M: m.ledger_fund_m,
};
export const modeNames: Readonly<Record<Mode, () => string>> = { record: m.ledger_mode_record, trust: m.ledger_mode_trust };

const accountNames: Readonly<Record<Code, () => string>> = {
  1000: m.ledger_account_1000,
  1005: m.ledger_account_1005,
  1010: m.ledger_account_1010,
  1015: m.ledger_account_1015,
  1020: m.ledger_account_1020,
  1030: m.ledger_account_1030,
  1040: m.ledger_account_1040,
  1100: m.ledger_account_1100,
  1110: m.ledger_account_1110,
  1200: m.ledger_account_1200,
  1300: m.ledger_account_1300,
  1350: m.ledger_account_1350,
  1390: m.ledger_account_1390,
  1900: m.ledger_account_1900,
  2000: m.ledger_account_2000,
  2010: m.ledger_account_2010,
  2020: m.ledger_account_2020,
  2030: m.ledger_account_2030,
  2040: m.ledger_account_2040,
  2050: m.ledger_account_2050,
  2060: m.ledger_account_2060,
  2070: m.ledger_account_2070,
  2075: m.ledger_account_2075,
  2080: m.ledger_account_2080,
  2090: m.ledger_account_2090,
  2095: m.ledger_account_2095,
  2100: m.ledger_account_2100,
  2110: m.ledger_account_2110,
  2120: m.ledger_account_2120,
  2130: m.ledger_account_2130,
  4000: m.ledger_account_4000,
  4010: m.ledger_account_4010,
  4020: m.ledger_account_4020,
  5000: m.ledger_account_5000,
  5010: m.ledger_account_5010,
  5020: m.ledger_account_5020,
};
export const accountName = (code: number): string => accountNames[code as Code]?.() ?? String(code);
