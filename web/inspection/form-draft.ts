import type { Area, Item } from '#contract/inspection/kinds.ts';

/** A form while it is typed: what is new has no key yet, and every line a name of its own for the screen. */
export type DraftItem = Item & { readonly id: string };
export type DraftArea = Omit<Area, 'items'> & { readonly id: string; readonly items: readonly DraftItem[] };

/** By their keys, so that two versions of a form are compared by what stands in them. */
export const draftOf = (areas: readonly Area[]): DraftArea[] =>
  areas.map((area) => ({ ...area, id: area.key, items: area.items.map((item) => ({ ...item, id: item.key })) }));

const blank = () => ({ id: crypto.randomUUID(), key: '', name: '', name_sw: '' });
export const blankItem = (): DraftItem => ({ ...blank(), kind: 'condition', life_months: null });
export const blankArea = (): DraftArea => ({ ...blank(), items: [blankItem()] });

/** One of them changed, or gone. */
export const put = <T>(all: readonly T[], at: number, one: T | null): T[] => all.flatMap((old, n) => (n !== at ? [old] : one === null ? [] : [one]));
export const moveUp = <T>(all: readonly T[], at: number): T[] => {
  const [before, one] = [all[at - 1], all[at]];
  return before === undefined || one === undefined ? [...all] : [...all.slice(0, at - 1), one, before, ...all.slice(at + 1)];
};

export const isNamed = ({ name }: { readonly name: string }): boolean => name.trim() !== '';
export const isWhole = (area: DraftArea): boolean => isNamed(area) && area.items.every(isNamed);

const keyOf = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 36) || 'point';

/** What has a key keeps it, so that a move-out finds the same point of the move-in; what is new gets one of its name that nothing beside it has. */
function keyed<T extends { readonly key: string; readonly name: string }>(all: readonly T[]): T[] {
  const taken = new Set(all.map((one) => one.key).filter(Boolean));
  return all.map((one) => {
    if (one.key) return one;
    const base = keyOf(one.name);
    let key = base;
    for (let n = 2; taken.has(key); n++) key = `${base}_${n}`;
    taken.add(key);
    return { ...one, key };
  });
}

export const formOf = (areas: readonly DraftArea[]): { key: string; name: string; name_sw: string; items: Item[] }[] =>
  keyed(areas).map(({ key, name, name_sw, items }) => ({
    ...{ key, name: name.trim(), name_sw: name_sw.trim() },
    // Only a condition wears out.
    items: keyed(items).map(({ id: _, ...item }) => ({
      ...item,
      ...{ name: item.name.trim(), name_sw: item.name_sw.trim(), life_months: item.kind === 'condition' ? item.life_months : null },
    })),
  }));
