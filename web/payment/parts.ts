import { sum } from '#contract/money/cents.ts';

/** Whose which part of a payment is, by the key of a candidate, while it is being decided. */
export type Parts = Readonly<Record<string, number>>;

/** What nobody has yet; below zero where more was given away than there is. */
export const restOf = (parts: Parts, left: number): number => left - sum(Object.values(parts));

/** Picking somebody gives them what they owe, but no more than is left, or all of it where they are the first: the rest is their credit. */
export function picked(parts: Parts, key: string, owes: number, left: number): Parts {
  if (key in parts) {
    const { [key]: _gone, ...others } = parts;
    return others;
  }
  const rest = Math.max(0, restOf(parts, left));
  const first = Object.keys(parts).length === 0;
  return { ...parts, [key]: first ? rest : Math.min(rest, owes) };
}

/** The first of several keeps no more than they owe, so that something is left for the next; alone they keep all. */
export function roomFor(parts: Parts, owes: Readonly<Record<string, number>>): Parts {
  const [only, ...others] = Object.entries(parts);
  if (!only || others.length > 0) return parts;
  const [key, cents] = only;
  return { [key]: Math.min(cents, owes[key] ?? cents) };
}

/** It can be given away: everybody picked gets something, and no more than there is. */
export const fits = (parts: Parts, left: number): boolean =>
  Object.keys(parts).length > 0 && Object.values(parts).every((cents) => cents > 0) && restOf(parts, left) >= 0;
