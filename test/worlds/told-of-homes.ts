/** What is told of homes that are looked at and measured, with every parameter (test/rules/events.test.ts). */
export const toldOfHomes = {
  'inspection.scheduled': { kind: 'move_in', place: '<place>', when: '<when>' },
  'inspection.canceled': { kind: 'move_in', place: '<place>', reason: '<reason>' },
  'inspection.submitted': { kind: 'move_in', place: '<place>', when: '<when>' },
  'inspection.agree_by': { kind: 'move_in', place: '<place>', when: '<when>' },
  'inspection.settled': { kind: 'move_in', place: '<place>', reason: '<reason>' },
  'inspection.unassigned': { kind: 'move_in', place: '<place>', reason: '<reason>' },
  'inspection.photo_late': { kind: 'move_in', place: '<place>' },
  'inspection.disputed': { kind: 'move_in', place: '<place>', count: '<count>' },
  'meter.queried': { home: '<home>', month: '<month>', text: '<text>' },
  'meter.answered': { home: '<home>', month: '<month>', outcome: 'corrected', text: '<text>' },
} as const;
