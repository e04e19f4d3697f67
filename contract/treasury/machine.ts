import { machine } from '#contract/kernel/machine.ts';

const system = ['clock'] as const;

/** Money between places of our own. A sweep has left and then arrives; what clears a fund is there at once; a correction waits for another person. */
export const moveMachine = machine({
  table: 'cash_move',
  states: { asked: 'asked', left: 'left', arrived: 'arrived', undone: 'undone' },
  start: 'asked',
  moves: {
    leave: { from: ['asked'], to: 'left', by: ['superadmin', ...system] },
    arrive: { from: ['asked', 'left'], to: 'arrived', by: ['superadmin', ...system] },
    undo: { from: ['asked', 'left'], to: 'undone', by: ['superadmin', ...system] },
    /** The statement that said so was taken back: under way again. */
    unarrive: { from: ['arrived'], to: 'left', by: ['superadmin', ...system] },
  },
});
