import { listAllowedMoves, machine } from '#contract/kernel/machine.ts';
import type { Role } from '#contract/kernel/roles.ts';
import { apiEnumerations } from '#contract/reference/enumerations.ts';

/**
 * Roles that manage the property: its holder, an agent by mandate, and staff whose role allows it. Dealers manage own or mandated properties only.
 * Admins and sub admins read; a super admin may do everything.
 */
const managers = ['owner', 'agent', 'dealer', 'staff', 'superadmin'] as const;
const system = ['clock'] as const;

const numbers = apiEnumerations.contract_status;
/** A lease to sign. Its states are the specification's, with their numbers; fully signed only once the seal has succeeded. */
export const agreementStatuses = {
  draft: numbers.DRAFT,
  pending_signature: numbers.PENDING_SIGNATURE,
  partially_signed: numbers.PARTIALLY_SIGNED,
  fully_signed: numbers.FULLY_SIGNED,
  expired: numbers.EXPIRED,
  rejected: numbers.REJECTED,
  archived: numbers.ARCHIVED,
} as const;
export const agreementMachine = machine({
  table: 'agreement',
  states: agreementStatuses,
  start: 'draft',
  moves: {
    send: { from: ['draft'], to: 'pending_signature', by: managers },
    sign: { from: ['pending_signature', 'partially_signed'], to: 'partially_signed', by: system },
    seal: { from: ['partially_signed'], to: 'fully_signed', by: system },
    confirm_paper: { from: ['draft', 'pending_signature', 'partially_signed'], to: 'fully_signed', by: system },
    expire: { from: ['pending_signature', 'partially_signed'], to: 'expired', by: system },
    reject: { from: ['pending_signature', 'partially_signed'], to: 'rejected', by: system },
    void: { from: ['draft', 'pending_signature', 'partially_signed', 'expired', 'rejected'], to: 'archived', by: [...managers, ...system] },
    archive: { from: ['fully_signed'], to: 'archived', by: system },
  },
});

/** Whether this role writes agreements, or only reads them. */
export const canWriteAgreements = (role: Role): boolean => listAllowedMoves(agreementMachine, 'draft', role).includes('send');
