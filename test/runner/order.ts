import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { durations } from '../../bin/durations.mjs';

/** A file without a measured duration may be long: it starts after the known long ones and before the short ones. */
const unmeasured = 5;

/** Longest first: a long file that starts last would occupy one core while the others are idle. */
export class LongestFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const known: Readonly<Record<string, number>> = durations();
    const secondsOf = ({ moduleId }: TestSpecification) => known[relative(process.cwd(), moduleId)] ?? unmeasured;
    return (await super.sort(files)).sort((a, b) => secondsOf(b) - secondsOf(a));
  }
}
