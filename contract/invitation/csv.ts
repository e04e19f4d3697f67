import { readCsv } from '#contract/kernel/csv.ts';

export type InvitationLine = { readonly line: number; readonly email: string; readonly phone: string; readonly role: string };
const heads = ['email', 'phone', 'role'] as const;

/** The people in a list. The first line may name the columns, in any order; without it they are email, phone, role. */
export function parseInvitationLines(text: string): InvitationLine[] {
  const rows = readCsv(text);
  const named = (rows[0] ?? []).map((cell) => cell.toLowerCase().replace('e-mail', 'email'));
  const headed = named.some((cell) => (heads as readonly string[]).includes(cell));
  const at = (name: (typeof heads)[number]) => (headed ? named.indexOf(name) : heads.indexOf(name));
  return rows.flatMap((cells, index) => {
    if ((headed && index === 0) || cells.every((cell) => cell === '')) return [];
    const [email = '', phone = '', role = ''] = heads.map((name) => cells[at(name)] ?? '');
    return [{ line: index + 1, email, phone, role }];
  });
}
