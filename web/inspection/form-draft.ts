import type { InspectionArea, InspectionItem } from '#contract/inspection/kinds.ts';

/** A form during input. New entries have no key yet; `id` identifies each row on the screen. */
export type InspectionDraftItem = InspectionItem & { readonly id: string };
export type InspectionDraftArea = Omit<InspectionArea, 'items'> & { readonly id: string; readonly items: readonly InspectionDraftItem[] };

/** Ids are derived from keys, so that two versions of a form can be compared. */
export const toInspectionFormDraft = (areas: readonly InspectionArea[]): InspectionDraftArea[] =>
  areas.map((area) => ({ ...area, id: area.key, items: area.items.map((item) => ({ ...item, id: item.key })) }));

const blank = () => ({ id: crypto.randomUUID(), key: '', name: '', name_sw: '' });
export const makeBlankDraftItem = (): InspectionDraftItem => ({ ...blank(), kind: 'condition', life_months: null });
export const makeBlankDraftArea = (): InspectionDraftArea => ({ ...blank(), items: [makeBlankDraftItem()] });

/** Replaces or removes the entry at a position. */
export const replaceItemAt = <T>(all: readonly T[], at: number, one: T | null): T[] =>
  all.flatMap((old, n) => (n !== at ? [old] : one === null ? [] : [one]));
export const moveItemUp = <T>(all: readonly T[], at: number): T[] => {
  const [before, one] = [all[at - 1], all[at]];
  return before === undefined || one === undefined ? [...all] : [...all.slice(0, at - 1), one, before, ...all.slice(at + 1)];
};

export const isItemNamed = ({ name }: { readonly name: string }): boolean => name.trim() !== '';
export const isAreaComplete = (area: InspectionDraftArea): boolean => isItemNamed(area) && area.items.every(isItemNamed);

const keyOf = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 36) || 'point';

/** Existing keys stay, so that a move-out matches its move-in. New entries get a unique key made from their name. */
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

export const toInspectionForm = (areas: readonly InspectionDraftArea[]): { key: string; name: string; name_sw: string; items: InspectionItem[] }[] =>
  keyed(areas).map(({ key, name, name_sw, items }) => ({
    key,
    name: name.trim(),
    name_sw: name_sw.trim(),
    // Only condition items wear out.
    items: keyed(items).map(({ id: _, ...item }) => ({
      ...item,
      name: item.name.trim(),
      name_sw: item.name_sw.trim(),
      life_months: item.kind === 'condition' ? item.life_months : null,
    })),
  }));
