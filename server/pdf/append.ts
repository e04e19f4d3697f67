/** An object of a PDF file written by pdfkit: numbers, names and references as text, and the bytes of its stream if it has one. */
type Obj = { readonly text: string; readonly stream: Buffer | null };
type File = {
  readonly objects: ReadonlyMap<number, Obj>;
  readonly size: number;
  readonly root: number;
  readonly info: string;
  readonly id: string;
  readonly xref: number;
};

/** Reads a PDF file of this server's generator, which has a single cross-reference table at its end. Other files are not supported. */
function read(bytes: Uint8Array): File {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tail = all.subarray(all.lastIndexOf('startxref')).toString('latin1');
  const xref = Number(/startxref\s+(\d+)/.exec(tail)?.[1]);
  const table = all.subarray(xref).toString('latin1');
  const places = [...table.matchAll(/^(\d{10}) \d{5} n/gm)].map(([, at]) => Number(at));
  const pick = (pattern: RegExp): string => pattern.exec(table)?.[1] ?? '';
  const objects = new Map<number, Obj>();
  const ends = [...places, xref].sort((a, b) => a - b);
  for (const at of places) {
    const end = ends.find((place) => place > at) ?? xref;
    const whole = all.subarray(at, end);
    const stream = whole.indexOf('\nstream\n');
    const head = whole.subarray(0, stream < 0 ? whole.length : stream).toString('latin1');
    const [, number = '', body = ''] = /^(\d+) 0 obj\n([\s\S]*)$/.exec(head) ?? [];
    const rest = stream < 0 ? null : Buffer.from(whole.subarray(stream, whole.lastIndexOf('endstream') + 'endstream'.length));
    objects.set(Number(number), { text: rest ? body : body.replace(/\nendobj\s*$/, ''), stream: rest });
  }
  return {
    objects,
    size: Number(pick(/\/Size (\d+)/)),
    root: Number(pick(/\/Root (\d+) 0 R/)),
    info: pick(/\/Info (\d+ 0 R)/),
    id: pick(/\/ID (\[[^\]]*\])/),
    xref,
  };
}

/** Changes the object numbers of references. Text in strings that only looks like a reference does not change. */
const renumber = (text: string, to: (n: number) => number): string =>
  text.replace(/\((?:\\[\s\S]|[^\\()])*\)|<[0-9a-fA-F]*>|\b(\d+) 0 R\b/g, (found, n?: string) => (n === undefined ? found : `${to(Number(n))} 0 R`));
const refOf = (text: string, name: string): number => Number(new RegExp(`/${name} (\\d+) 0 R`).exec(text)?.[1]);
const textAt = (file: File, n: number): string => {
  const found = file.objects.get(n);
  if (!found) throw new Error(`object ${n} is missing in the PDF file`);
  return found.text;
};
const listIn = (text: string, name: string): string => new RegExp(`/${name} \\[([^\\]]*)\\]`).exec(text)?.[1]?.trim() ?? '';
const numbersIn = (text: string): string => /\/Nums \[\n?([\s\S]*?)\n\]\n>>/.exec(text)?.[1] ?? '';

export type ReservedByteRange = { readonly from: number; readonly to: number };
/** The longest signature for which space is reserved, in bytes. */
const room = 12_288;
const rangeText = (a: number, b: number, c: number) => `[0 ${String(a).padStart(10)} ${String(b).padStart(10)} ${String(c).padStart(10)}]`;

type Said = { readonly name: string; readonly says: string; readonly at: Date };
/** The objects that an incremental update writes, by number, and the number of the signature. */
type Update = { readonly written: ReadonlyMap<number, Obj>; readonly signature: number };
/**
 * Merges the objects of the added file under new numbers with the objects of the existing file that refer to them: pages, structure tree and root.
 */
function merged(old: File, more: File, said: Said): Update {
  const [oldRoot, moreRoot] = [textAt(old, old.root), textAt(more, more.root)];
  const [pages, tree] = [refOf(oldRoot, 'Pages'), refOf(oldRoot, 'StructTreeRoot')];
  const [theirPages, theirTree] = [refOf(moreRoot, 'Pages'), refOf(moreRoot, 'StructTreeRoot')];
  const by = old.size - 1;
  const to = (n: number): number => (n === theirPages ? pages : n === theirTree ? tree : n + by);
  const nextKey = Number(/\/ParentTreeNextKey (\d+)/.exec(textAt(old, tree))?.[1] ?? 0);
  const keys = Number(/\/ParentTreeNextKey (\d+)/.exec(textAt(more, theirTree))?.[1] ?? 0);
  const moved = (text: string): string =>
    renumber(text, to).replace(/\/StructParents (\d+)/g, (_, n: string) => `/StructParents ${Number(n) + nextKey}`);

  const written = new Map<number, Obj>();
  for (const [n, { text, stream }] of more.objects)
    if (n !== more.root && n !== theirPages && n !== theirTree) written.set(to(n), { text: moved(text), stream });
  const [field, signature] = [old.size + more.size - 1, old.size + more.size];
  const kids = moved(listIn(textAt(more, theirPages), 'Kids'));
  const first = Number(kids.split(' ')[0]);
  const firstPage = written.get(first);
  if (!firstPage) throw new Error('the PDF file to append has no pages');
  written.set(first, { ...firstPage, text: firstPage.text.replace(/>>\s*$/, `/Annots [${field} 0 R]\n>>`) });
  const count = [old, more].map((file, n) => Number(/\/Count (\d+)/.exec(textAt(file, n === 0 ? pages : theirPages))?.[1]));
  written.set(pages, {
    stream: null,
    text: `<<\n/Type /Pages\n/Count ${(count[0] ?? 0) + (count[1] ?? 0)}\n/Kids [${listIn(textAt(old, pages), 'Kids')} ${kids}]\n>>`,
  });
  const numbers = moved(numbersIn(textAt(more, theirTree))).replace(
    /^(\s*)(\d+) \[/gm,
    (_, space: string, n: string) => `${space}${Number(n) + nextKey} [`,
  );
  const top = [textAt(old, tree), moved(textAt(more, theirTree))].map((text) => /\/K \[([^\]]*)\]\n>>\s*$/.exec(text)?.[1] ?? '').join(' ');
  written.set(tree, {
    stream: null,
    text: `<<\n/Type /StructTreeRoot\n/ParentTree <<\n/Limits [0 ${nextKey + keys - 1}]\n/Nums [\n${numbersIn(textAt(old, tree))}\n${numbers}\n]\n>>\n/ParentTreeNextKey ${nextKey + keys}\n/K [${top}]\n>>`,
  });
  written.set(old.root, { stream: null, text: oldRoot.replace(/>>\s*$/, `/AcroForm <<\n/SigFlags 3\n/Fields [${field} 0 R]\n>>\n>>`) });
  written.set(field, {
    stream: null,
    text: `<<\n/Type /Annot\n/Subtype /Widget\n/FT /Sig\n/T (Seal)\n/F 132\n/Rect [0 0 0 0]\n/P ${first} 0 R\n/V ${signature} 0 R\n>>`,
  });
  written.set(signature, { stream: null, text: signatureText(said) });
  return { written, signature };
}
/** The dictionary of an empty signature, which is filled after the bytes are hashed. */
function signatureText({ name, says, at }: Said): string {
  const when = at.toISOString().replace(/[-:T]|\.\d+Z/g, '');
  return `<<\n/Type /Sig\n/Filter /Adobe.PPKLite\n/SubFilter /ETSI.CAdES.detached\n/M (D:${when}Z)\n/Name (${plain(name)})\n/Reason (${plain(says)})\n/ByteRange ${rangeText(0, 0, 0)}\n/Contents <${'0'.repeat(room * 2)}>\n>>`;
}

/** Encodes the complete file and records the position of each object. */
function encoded(
  base: Uint8Array,
  old: File,
  { written, signature }: Update,
): { readonly bytes: Buffer; readonly places: ReadonlyMap<number, number> } {
  const chunks: Buffer[] = [Buffer.from(base)];
  let length = base.length;
  const push = (chunk: Buffer): void => {
    chunks.push(chunk);
    length += chunk.length;
  };
  if (base.at(-1) !== 10) push(Buffer.from('\n'));
  const places = new Map<number, number>();
  for (const [n, { text, stream }] of [...written].sort(([a], [b]) => a - b)) {
    places.set(n, length);
    push(Buffer.concat([Buffer.from(`${n} 0 obj\n${text}`, 'latin1'), stream ?? Buffer.alloc(0), Buffer.from('\nendobj\n')]));
  }
  const table = length;
  const lines = [...places].map(([n, place]) => `${n} 1\n${String(place).padStart(10, '0')} 00000 n \n`).join('');
  push(
    Buffer.from(
      `xref\n${lines}trailer\n<<\n/Size ${signature + 1}\n/Root ${old.root} 0 R\n/Info ${old.info}\n/ID ${old.id}\n/Prev ${old.xref}\n>>\nstartxref\n${table}\n%%EOF\n`,
      'latin1',
    ),
  );
  return { bytes: Buffer.concat(chunks), places };
}

/**
 * Appends the pages of one file to another as an incremental update that changes no existing byte, with an empty signature over all of it. The
 * signed content is unchanged, and the new pages belong to the same accessibility tree.
 */
export function appendPages(base: Uint8Array, added: Uint8Array, said: Said): { readonly bytes: Buffer; readonly contents: ReservedByteRange } {
  const old = read(base);
  const update = merged(old, read(added), said);
  const { bytes, places } = encoded(base, old, update);
  const dictionary = places.get(update.signature) ?? 0;
  const begin = bytes.indexOf('/Contents <', dictionary) + '/Contents '.length;
  const contents = { from: begin, to: begin + room * 2 + 2 };
  bytes.write(
    rangeText(contents.from, contents.to, bytes.length - contents.to),
    bytes.indexOf('/ByteRange ', dictionary) + '/ByteRange '.length,
    'latin1',
  );
  return { bytes, contents };
}

/** Reduces a text to ASCII. It is used for names of the system, never for names of people. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/[\\()]/g, '');

/** Writes the signature into its reserved space. */
export function writeSignature(bytes: Buffer, { from, to }: ReservedByteRange, signature: Uint8Array): void {
  if (signature.length * 2 > to - from - 2) throw new Error('the signature is larger than its reserved space');
  bytes.write(Buffer.from(signature).toString('hex'), from + 1, 'latin1');
}
