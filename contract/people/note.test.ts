import { expect, test } from 'vitest';
import { canWriteNote, listNoteActions } from './note.ts';

test('notes on people: Makao staff write about people of the same or a lower role, never about themselves', () => {
  const by = (role: Parameters<typeof canWriteNote>[0]['role'], about: Parameters<typeof canWriteNote>[0]['role'], same = false) =>
    canWriteNote({ id: 1, role }, { id: same ? 1 : 2, role: about });
  for (const about of ['tenant', 'owner', 'agent', 'dealer', 'staff', 'default'] as const) {
    for (const role of ['superadmin', 'admin', 'subadmin'] as const) expect(by(role, about), `${role} about ${about}`).toBe(true);
    for (const role of ['owner', 'agent', 'dealer', 'staff', 'tenant', 'default', 'anonymous'] as const) expect(by(role, about)).toBe(false);
  }
  expect([by('superadmin', 'superadmin'), by('superadmin', 'superadmin', true)]).toEqual([true, false]);
  expect([by('admin', 'superadmin'), by('admin', 'admin'), by('admin', 'admin', true), by('admin', 'subadmin')]).toEqual([false, true, false, true]);
  expect([by('subadmin', 'superadmin'), by('subadmin', 'admin'), by('subadmin', 'subadmin')]).toEqual([false, false, false]);
});

test('notes on people: the author may edit for 15 minutes and delete at any time; a super admin may delete any note', () => {
  const minute = 60_000;
  const own = { author: 1, at: 0 };
  expect(listNoteActions({ id: 1, role: 'admin' }, own, 15 * minute - 1)).toEqual(['edit', 'delete']);
  expect(listNoteActions({ id: 1, role: 'admin' }, own, 15 * minute)).toEqual(['delete']);
  expect(listNoteActions({ id: 2, role: 'admin' }, own, 0)).toEqual([]);
  expect(listNoteActions({ id: 2, role: 'superadmin' }, own, 0)).toEqual(['delete']);
  expect(listNoteActions({ id: null, role: 'admin' }, { author: null, at: 0 }, 0)).toEqual([]);
});
