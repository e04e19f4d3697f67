import type { DaylightColours } from './colour.ts';
import type { ArtRegion } from './region.ts';

/** The context of every drawing function: seeded dice, and settings of the whole picture. */
export type DrawingScene = {
  /** 0 ≤ x < 1. Every call moves the dice, so the order of calls is part of the picture. */
  readonly roll: () => number;
  readonly pick: <T>(from: readonly [T, ...T[]]) => T;
  /** An integer, both ends included. */
  readonly int: (least: number, most: number) => number;
  readonly light: DaylightColours;
  readonly region: ArtRegion;
  /** Prefix of every id in the SVG, so that two pictures on one page do not share gradients. */
  readonly id: string;
  /** In a street, ground and distant gardens are drawn once. */
  readonly inStreet: boolean;
};

type Dice = Pick<DrawingScene, 'roll' | 'pick' | 'int'>;

/** Seeded dice (xmur3): small, fast and the same on every machine. */
export function createSeededRandom(seed: string): Dice {
  let h = 1779033703 ^ seed.length;
  for (let i = 0; i < seed.length; i++) {
    h = Math.imul(h ^ seed.charCodeAt(i), 3432918353);
    h = (h << 13) | (h >>> 19);
  }
  const roll = (): number => {
    h = Math.imul(h ^ (h >>> 16), 2246822507);
    h = Math.imul(h ^ (h >>> 13), 3266489909);
    h ^= h >>> 16;
    return (h >>> 0) / 4294967296;
  };
  return {
    roll,
    pick: (from) => from[Math.floor(roll() * from.length)] ?? from[0],
    int: (least, most) => least + Math.floor(roll() * (most - least + 1)),
  };
}

/** The colour of a lamp: on only in the dark, and then only in some windows. */
export const pickLampColour = (c: DrawingScene, above: number, on: string, off: string): string => (c.light.lit && c.roll() > above ? on : off);

/** One of two colours by time of day. */
export const pickColourByDaylight = (c: DrawingScene, dark: string, day: string): string => (c.light.lit ? dark : day);
