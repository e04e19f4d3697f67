import { parseNarration } from '#contract/matching/narration.ts';
import { findAccountNumber, parsePayer } from './statement.ts';

/** The parts of a statement line that say who paid what for. */
export type StatementLineText = { readonly details: string; readonly payer: string; readonly reference: string };

/** All columns of a statement line that may name the tenant, as one text. */
export const formatStatementLineText = (line: StatementLineText): string => `${line.details} ${line.payer} ${line.reference}`;

/** Who paid by a line, and the typed account number. Some banks write the payer's phone number into the description. */
export function readLinePayer(line: StatementLineText): { readonly payer: string; readonly accountText: string; readonly phone: string | null } {
  const { name, phone } = parsePayer(line.payer);
  const [written, other] = parseNarration(line.details).phones;
  return { payer: name, accountText: findAccountNumber(line), phone: phone ?? (other === undefined ? (written ?? null) : null) };
}
