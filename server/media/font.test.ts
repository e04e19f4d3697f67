import { describe, expect, test } from 'vitest';
import { openTypeface } from './font.ts';

const figtree = openTypeface('@expo-google-fonts/figtree/500Medium/Figtree_500Medium.ttf');
const bricolage = openTypeface('@expo-google-fonts/bricolage-grotesque/700Bold/BricolageGrotesque_700Bold.ttf');
/** The closed contours of a letter: an o has two, an i has its stem and its dot. */
const contours = (path: string): string[] => path.split('M').slice(1);
const boxOf = (contour: string) => {
  const numbers = [...contour.matchAll(/-?\d+(?:\.\d+)?/g)].map(Number);
  const [xs, ys] = [numbers.filter((_, n) => n % 2 === 0), numbers.filter((_, n) => n % 2 === 1)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
};

test('text outlines: letters have the expected width, and a letter missing from the font causes no error', () => {
  const [one, ten] = [figtree.write('m', 100), figtree.write('mmmmmmmmmm', 100)];
  expect(ten.width).toBeCloseTo(one.width * 10, 3);
  expect(figtree.write('i', 100).width).toBeLessThan(one.width / 2);
  expect(contours(figtree.write('á', 100).path).length).toBeGreaterThan(contours(figtree.write('a', 100).path).length);
  expect(() => figtree.write('漢字 🏠', 40)).not.toThrow();
  expect(figtree.write('', 40)).toEqual({ path: '', width: 0 });
});

describe.each([
  ['Figtree', figtree],
  ['Bricolage', bricolage],
])('text outlines: %s draws Gikuyu letters', (_, letters) => {
  const box = letters.write('\uffff', 100).path;

  test.each([...'ĩũĨŨ'])('%s has one tilde centred above the letter and is not an empty box', (letter) => {
    const { path, width } = letters.write(letter, 100);
    const plain = letter === 'ĩ' ? 'ı' : (letter.normalize('NFD')[0] ?? '');
    expect(path).not.toBe(box);
    expect(width).toBeCloseTo(letters.write(plain, 100).width, 3);
    const [stem, tilde] = contours(path).map(boxOf);
    expect(contours(path)).toHaveLength(contours(letters.write(plain, 100).path).length + 1);
    if (!stem || !tilde) throw new Error('there is nothing to look at');
    // The tilde is above the stem and centred on it.
    expect(tilde.bottom).toBeLessThan(stem.top);
    expect(Math.abs((tilde.left + tilde.right) / 2 - (stem.left + stem.right) / 2)).toBeLessThan(3);
  });

  test('composed and decomposed input gives the same outline', () => {
    expect(letters.write('Ngũgĩ wa Mũkami'.normalize('NFD'), 40)).toEqual(letters.write('Ngũgĩ wa Mũkami'.normalize('NFC'), 40));
  });
});
