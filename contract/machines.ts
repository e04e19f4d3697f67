import { abuseMachine } from './abuse/machine.ts';
import { applicationMachine, vacancyMachine } from './careers/machine.ts';
import { featuredMachine } from './featured/machine.ts';
import { invitationMachine } from './invitation/machine.ts';
import type { Machine } from './kernel/machine.ts';
import { leadMachine } from './lead/machine.ts';
import { listingMachine } from './listing/machine.ts';
import { personMachine } from './people/machine.ts';
import { policyMachine } from './policy/machine.ts';
import { promotionMachine } from './promotion/machine.ts';
import { propertyMachine } from './property/machine.ts';
import { reviewMachine } from './review/machine.ts';
import { unitMachine } from './unit/machine.ts';

/** Every status machine, for the documentation and for the test that looks for flaws. */
export const machineTable: readonly Machine[] = [
  policyMachine,
  personMachine,
  invitationMachine,
  propertyMachine,
  unitMachine,
  listingMachine,
  leadMachine,
  promotionMachine,
  vacancyMachine,
  applicationMachine,
  abuseMachine,
  featuredMachine,
  reviewMachine,
];
