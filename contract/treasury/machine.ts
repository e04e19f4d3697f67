import { machine } from '#contract/kernel/machine.ts';

const system = ['clock'] as const;

/**
 * Money between the platform's own accounts. A sweep leaves and then arrives; a clearing arrives at once; a correction is pending a second person.
 */
export const cashMoveMachine = machine({
  table: 'cash_move',
  states: { asked: 'asked', left: 'left', arrived: 'arrived', undone: 'undone' },
  start: 'asked',
  moves: {
    leave: { from: ['asked'], to: 'left', by: ['superadmin', ...system] },
    arrive: { from: ['asked', 'left'], to: 'arrived', by: ['superadmin', ...system] },
    undo: { from: ['asked', 'left'], to: 'undone', by: ['superadmin', ...system] },
    /** Two people undo a posted correction or transfer between funds. */
    reverse: { from: ['arrived'], to: 'undone', by: ['superadmin'] },
    /** The statement that reported it was undone: in transit again. */
    unarrive: { from: ['arrived'], to: 'left', by: ['superadmin', ...system] },
  },
});
