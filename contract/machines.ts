import { applicationMachine, vacancyMachine } from './careers/machine.ts';
import { invitationMachine } from './invitation/machine.ts';
import type { Machine } from './kernel/machine.ts';
import { leadMachine } from './lead/machine.ts';
import { listingMachine } from './listing/machine.ts';
import { personMachine } from './people/machine.ts';
import { policyMachine } from './policy/machine.ts';
import { promotionMachine } from './promotion/machine.ts';

/** Every status machine, for the documentation and for the test that looks for flaws. */
export const machineTable: readonly Machine[] = [
  policyMachine,
  personMachine,
  invitationMachine,
  listingMachine,
  leadMachine,
  promotionMachine,
  vacancyMachine,
  applicationMachine,
];
