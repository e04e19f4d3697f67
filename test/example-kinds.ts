import type { Role } from '#contract/kernel/roles.ts';
import type { TestServices } from './db.ts';
import type { CompanyFixture } from './fixtures/companies.ts';

/**
 * One valid input for every call that needs any, created where it is needed. The sweep fails for a call without one, so a new call is covered as soon
 * as it exists.
 */
export type CallExampleBuilder = (services: TestServices) => Promise<Record<string, unknown>>;

/**
 * For the matrix (matrix.http.test.ts), which calls as one set of companies for records of another. A module whose tables have owners adds rows for
 * the given set. A call whose records are not found by a number (but by a slug or a key) declares the input that belongs to the other set.
 */
export type ExampleRowSeeder = (services: TestServices, fixture: CompanyFixture) => Promise<void>;

export type OtherCompanyRows = (services: TestServices, other: CompanyFixture) => Promise<Record<string, unknown>[]>;

/** What test/examples/examples-<module>.ts exports as `moduleExamples`; test/examples.ts finds the files by their names. */
export type ModuleExamples = {
  readonly examples: Readonly<Record<string, CallExampleBuilder>>;
  /** The caller in the sweep, where the example does not fit the first role with the permission. */
  readonly askers?: Readonly<Record<string, Exclude<Role, 'anonymous'>>>;
  readonly seed?: ExampleRowSeeder;
  readonly others?: Readonly<Record<string, OtherCompanyRows>>;
};
