import type { Role } from '#contract/kernel/roles.ts';
import type { House } from './db.ts';
import type { World } from './worlds/worlds.ts';

/**
 * One good input for every call that needs more than nothing, made where it is needed. The sweep fails on a call that has
 * none, so a new call is covered the moment it exists.
 */
export type Example = (house: House) => Promise<Record<string, unknown>>;

/**
 * For the matrix (matrix.http.test.ts), which asks as one world for what belongs to another. A room whose tables hold
 * somebody's rows plants some in the world it is given; a call whose records are not found by a number (a slug, a key) says
 * what the other world's input would be.
 */
export type Plant = (house: House, world: World) => Promise<void>;

export type Other = (house: House, other: World) => Promise<Record<string, unknown>[]>;

/** What test/examples/examples-<room>.ts exports as `roomExamples`; test/examples.ts finds the files by their names. */
export type RoomExamples = {
  readonly examples: Readonly<Record<string, Example>>;
  /** Who asks in the sweep where the first role that holds the right is not one the example fits. */
  readonly askers?: Readonly<Record<string, Exclude<Role, 'anonymous'>>>;
  readonly plant?: Plant;
  readonly others?: Readonly<Record<string, Other>>;
};
