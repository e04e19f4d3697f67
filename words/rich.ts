/** A sentence that contains links: `{#terms}terms of use{/terms}` in the catalogue, `m.key.parts()` in code, joined here. */
export type RichTextPart<Tag extends string = string> =
  | { type: 'text'; value: string }
  | { type: 'markup-start' | 'markup-end' | 'markup-standalone'; name: Tag };

/**
 * Replaces every tag by the result of `wrap[tag]` for the text inside it. It does not depend on React: `T` is a ReactNode in web/ and a string in
 * mails.
 */
export function replaceTags<Tag extends string, T>(
  parts: readonly RichTextPart<Tag>[],
  wrap: Record<Tag, (text: string, key: number) => T>,
): (string | T)[] {
  const woven: (string | T)[] = [];
  let open: Tag | undefined;
  let inside = '';
  for (const [index, part] of parts.entries()) {
    if (part.type === 'text' && open === undefined) woven.push(part.value);
    else if (part.type === 'text') inside += part.value;
    else if (part.type === 'markup-start') open = part.name;
    else {
      woven.push(wrap[part.name](inside, index));
      open = undefined;
      inside = '';
    }
  }
  return woven;
}
