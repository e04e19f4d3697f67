/** Lines of a pasted list: comma, semicolon or tab between cells, quotes around cells that contain one. */
export function readCsv(text: string): string[][] {
  const mark = [';', '\t'].find((one) => (text.split('\n')[0] ?? '').includes(one)) ?? ',';
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endCell = () => {
    row.push(cell.trim());
    cell = '';
  };
  const endRow = () => {
    endCell();
    rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (quoted) {
      if (letter === '"' && text[at + 1] === '"') {
        cell += '"';
        at++;
      } else if (letter === '"') quoted = false;
      else cell += letter;
    } else if (letter === '"' && cell.trim() === '') {
      cell = '';
      quoted = true;
    } else if (letter === mark) endCell();
    else if (letter === '\n') endRow();
    else if (letter !== '\r') cell += letter;
  }
  if (cell !== '' || row.length > 0) endRow();
  return rows;
}

export type Line = { readonly line: number; readonly email: string; readonly phone: string; readonly role: string };
const heads = ['email', 'phone', 'role'] as const;

/** The people of a list. The first line may name the columns, in any order; without it they are e-mail, phone, role. */
export function peopleOf(text: string): Line[] {
  const rows = readCsv(text.replace(/^\uFEFF/, ''));
  const named = (rows[0] ?? []).map((cell) => cell.toLowerCase().replace('e-mail', 'email'));
  const headed = named.some((cell) => (heads as readonly string[]).includes(cell));
  const at = (name: (typeof heads)[number]) => (headed ? named.indexOf(name) : heads.indexOf(name));
  return rows.flatMap((cells, index) => {
    if ((headed && index === 0) || cells.every((cell) => cell === '')) return [];
    const [email = '', phone = '', role = ''] = heads.map((name) => cells[at(name)] ?? '');
    return [{ line: index + 1, email, phone, role }];
  });
}
