import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, longest first. Their size does not tell, and a fresh clone remembers no durations. */
const long = [
  'test/embedded.db.test.ts',
  'test/process.db.test.ts',
  'test/sweep-1.http.test.ts',
  'test/sweep-2.http.test.ts',
  'test/matrix.http.test.ts',
  'journeys/accessible-platform.test.ts',
  'journeys/accessible-company.test.ts',
  'journeys/accessible-public.test.ts',
  'journeys/catalogue-phone.test.ts',
  'journeys/catalogue.test.ts',
  'journeys/sign-in.test.ts',
  'journeys/find.test.ts',
  'journeys/join.test.ts',
  'journeys/policies.test.ts',
  'journeys/map.test.ts',
];

/** A long file that starts last is waited for on one core while the others stand idle. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = long.findIndex((name) => moduleId.endsWith(name));
      return at < 0 ? long.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
