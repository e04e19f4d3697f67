import { createRequire } from 'node:module';
import { type Font, openSync } from 'fontkit';

/** The typefaces of Makao as outlines. System fonts differ between servers and are missing on some. */
export type OpenedTypeface = {
  /** A line as an SVG path from (0, 0) on its base line, and its width. */
  readonly write: (text: string, size: number) => { readonly path: string; readonly width: number };
};

const resolve = createRequire(import.meta.url).resolve;

export function openTypeface(path: string): OpenedTypeface {
  const font = openSync(resolve(path)) as Font;
  const has = (letter: string): boolean => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);
  // Figtree has no ũ and ĩ, which Gikuyu needs. Such a letter is decomposed, and the mark is placed by the font.
  const drawable = (text: string): string => Array.from(text.normalize('NFC'), (letter) => (has(letter) ? letter : letter.normalize('NFD'))).join('');
  return {
    write(text, size) {
      const scale = size / font.unitsPerEm;
      const { glyphs, positions } = font.layout(drawable(text));
      let [x, path] = [0, ''];
      for (const [n, glyph] of glyphs.entries()) {
        const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[n] ?? {};
        path += glyph.path.transform(scale, 0, 0, -scale, (x + xOffset) * scale, -yOffset * scale).toSVG();
        x += xAdvance;
      }
      return { path, width: x * scale };
    },
  };
}
