import { createRequire } from 'node:module';
import { type Font, openSync } from 'fontkit';

const resolve = createRequire(import.meta.url).resolve;
/** Our own fonts, as on the pages, so that a document looks the same for every reader. */
export const fontFaces = {
  plain: resolve('@expo-google-fonts/figtree/400Regular/Figtree_400Regular.ttf'),
  bold: resolve('@expo-google-fonts/figtree/600SemiBold/Figtree_600SemiBold.ttf'),
  slanted: resolve('@expo-google-fonts/figtree/400Regular_Italic/Figtree_400Regular_Italic.ttf'),
  heading: resolve('@expo-google-fonts/bricolage-grotesque/600SemiBold/BricolageGrotesque_600SemiBold.ttf'),
} as const;
export type FontFace = keyof typeof fontFaces;

const opened = new Map<FontFace, Font>();
const known = new Map<string, string>();
const fontOf = (face: FontFace): Font => {
  const font = opened.get(face) ?? (openSync(fontFaces[face]) as Font);
  opened.set(face, font);
  return font;
};

/**
 * Replaces letters without a glyph. Figtree lacks ũ and ĩ, which Gikuyu needs: such a letter is decomposed, and the font draws the mark above it. A
 * character that no font has (a heart, another script) becomes a question mark instead of an empty box.
 */
export function toDrawableText(text: string, face: FontFace): string {
  const font = fontOf(face);
  const has = (letter: string): boolean => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);
  return Array.from(text.normalize('NFC').replace(/[\t\r]+/g, ' '), (letter) => {
    if (letter === '\n') return letter;
    const key = face + letter;
    const before = known.get(key);
    if (before !== undefined) return before;
    const apart = letter.normalize('NFD');
    const drawn = has(letter) ? letter : Array.from(apart).every(has) ? apart : '?';
    if (known.size < 5000) known.set(key, drawn);
    return drawn;
  }).join('');
}
