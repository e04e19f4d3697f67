import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { InspectionDetails, InspectionOperation } from '#contract/inspection/shapes.ts';
import { CallRejectedError, NoAnswerError } from '#web/client/send.ts';
import { flushSendQueue } from './send-queue.ts';
import type { OfflineStep } from './step.ts';
import { applyPendingSteps, listRemainingGoodOperations } from './steps.ts';

const at = '2026-11-17T08:00:00.000Z';
const op = (n: number, said: InspectionOperation = { do: 'keys', count: n }): OfflineStep => ({
  n,
  inspection: 1,
  id: `op-${n}`,
  at,
  kind: 'op',
  seq: n,
  op: said,
});
const photo = (n: number): OfflineStep => ({
  n,
  inspection: 1,
  id: `photo-${n}`,
  at,
  kind: 'photo' as const,
  item: 'room.door',
  sha256: 'a'.repeat(64),
  way: 'camera' as const,
  blob: new Blob(['x']),
});
const begin = (n: number): OfflineStep => ({ n, inspection: 1, id: `begin-${n}`, at, kind: 'begin' });
const refusal = (status: number, more: object = {}) => new CallRejectedError(status, { error: 'no', message: `refused ${status}`, ...more });

/** Connects a browser's list with a server that accepts each step once, in the order of their numbers. */
function between(steps: readonly OfflineStep[], refuses: (step: OfflineStep) => CallRejectedError | null = () => null) {
  let list = [...steps];
  const services: string[] = [];
  let next = 1;
  const taken = new Set<string>();
  let calls = 0;
  return {
    services,
    left: () => list.map((step) => step.id),
    calls: () => calls,
    line: {
      pending: async () => list,
      async send(sent: readonly OfflineStep[]) {
        calls += 1;
        const fresh = sent.filter((step) => !taken.has(step.id));
        for (const [n, step] of fresh.filter((one) => one.kind === 'op').entries())
          if (step.kind === 'op' && step.seq !== next + n) throw refusal(409, { next });
        for (const step of fresh) {
          const wrong = refuses(step);
          if (wrong) throw wrong;
        }
        for (const step of fresh) {
          taken.add(step.id);
          services.push(step.id);
          if (step.kind === 'op') next = step.seq + 1;
        }
      },
      arrived: async (gone: readonly OfflineStep[]) => {
        list = list.filter((step) => !gone.includes(step));
      },
      renumber: async (from: number) => {
        let seq = from;
        list = list.map((step) => (step.kind === 'op' ? { ...step, seq: seq++ } : step));
      },
    },
  };
}

describe('offline inspection steps', () => {
  test('are sent in order, with consecutive steps in one request', async () => {
    const all = [begin(1), op(1), op(2), photo(3), op(3)];
    const { line, services, calls } = between(all);
    expect(await flushSendQueue(line)).toMatchObject({ left: 0, problem: '', sent: all });
    expect([services, calls()]).toEqual([all.map((step) => step.id), 4]);
  });
  test.each([
    ['without a network', new NoAnswerError('away')],
    ['while the server is busy', refusal(503)],
    ['after the session expired', refusal(401)],
    ['without the permission', refusal(403)],
    ['if the inspection is out of scope', refusal(404)],
  ])('are stored on the device completely and in order (%s)', async (_, wrong) => {
    const { line, left } = between([op(1), photo(2), op(2)]);
    const away = await flushSendQueue({ ...line, send: async () => Promise.reject(wrong) });
    expect([away.left, away.sent, left()]).toEqual([3, [], ['op-1', 'photo-2', 'op-2']]);
  });
  test('are all sent except a step that the server rejects permanently, which is reported', async () => {
    const { line, services } = between([op(1), op(2), op(3), op(4)], (step) => (step.id === 'op-2' ? refusal(400) : null));
    expect(await flushSendQueue(line)).toMatchObject({ left: 0, problem: 'refused 400' });
    expect(services).toEqual(['op-1', 'op-3', 'op-4']);
  });
  test("continue from the step number of the server, for example after the browser's data was deleted", async () => {
    const { line, services } = between([op(7), op(8)]);
    expect(await flushSendQueue(line)).toMatchObject({ left: 0, problem: '' });
    expect(services).toEqual(['op-7', 'op-8']);
  });
  test('are sent even if another device has already begun the inspection', async () => {
    const { line, services } = between([begin(1), op(1)], (step) => (step.kind === 'begin' ? refusal(409) : null));
    expect(await flushSendQueue(line)).toMatchObject({ left: 0, problem: '' });
    expect(services).toEqual(['op-1']);
  });
  test('are received once and in order, even if the connection fails at any step', async () => {
    const kinds = fc.array(fc.constantFrom('op', 'photo'), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(kinds, fc.array(fc.constantFrom('before', 'after', 'no'), { maxLength: 12 }), async (made, cuts) => {
        let seq = 0;
        const all = made.map((kind, n) => (kind === 'op' ? { ...op(n + 1), seq: ++seq } : photo(n + 1)) as OfflineStep);
        const { line, services } = between(all);
        const left = [...cuts];
        const send = async (steps: readonly OfflineStep[]) => {
          const cut = left.shift() ?? 'no';
          if (cut === 'before') throw new NoAnswerError('away');
          await line.send(steps);
          // The step arrived, but its response was lost.
          if (cut === 'after') throw new NoAnswerError('away');
        };
        for (let tries = 0; tries <= cuts.length; tries++) await flushSendQueue({ ...line, send });
        expect(services).toEqual(all.map((step) => step.id));
      }),
    );
  });
});

describe('inspection form with offline steps', () => {
  const one = {
    status: 'scheduled',
    device: null,
    answers: [],
    photos: [],
    readings: [],
    signatures: [],
    keys_count: null,
    place: null,
  } as Partial<InspectionDetails> as InspectionDetails;
  test('shows pending steps in addition to the stored state', () => {
    const now = applyPendingSteps(
      one,
      [
        begin(1),
        op(1, { do: 'answer', item: 'room.door', condition: 'poor', note: 'A crack' } as InspectionOperation),
        op(2, { do: 'answer', item: 'room.door', charge_to: 'tenant' } as InspectionOperation),
        op(3, { do: 'reading', meter: 'W-1', kind: 'water', value: 12 }),
        op(4, { do: 'place', lat: -1.29, lng: 36.79, accuracy_m: 12.4 }),
      ],
      'this-device',
    );
    expect(now).toMatchObject({ status: 'in_progress', device: 'this-device', place: { accuracy_m: 12, at }, readings: [{ value: 12 }] });
    expect(now.answers).toMatchObject([{ item: 'room.door', condition: 'poor', note: 'A crack', charge_to: 'tenant', answer: null }]);
  });
  test('a signature is valid only until the inspection changes after the signature', () => {
    const signed = op(1, { do: 'sign', role: 'inspector', name: 'Otieno' });
    expect(applyPendingSteps(one, [signed], 'd').signatures).toMatchObject([{ name: 'Otieno', at, holds: true }]);
    for (const then of [op(2), photo(2)]) expect(applyPendingSteps(one, [signed, then], 'd').signatures).toMatchObject([{ holds: false }]);
    expect(applyPendingSteps(one, [signed, op(2), { ...signed, id: 'again' }], 'd').signatures).toMatchObject([{ holds: true }]);
  });
});

test('inspection form: "mark as good" applies to unanswered items of an area only, not to answers, notes or yes-no questions', () => {
  const item = (key: string, kind: 'condition' | 'yes_no' = 'condition') => ({ key, name: key, name_sw: '', kind, life_months: null });
  const area = { key: 'room', name: 'Room', name_sw: '', items: [item('door'), item('walls'), item('floor'), item('keys', 'yes_no')] };
  const said: InspectionOperation[] = [
    { do: 'answer', item: 'room.door', condition: 'poor', note: 'Cracked' },
    { do: 'answer', item: 'room.walls', note: 'Blue' },
  ];
  const form = { status: 'in_progress', areas: [area], answers: [], photos: [], signatures: [] } as Partial<InspectionDetails> as InspectionDetails;
  const before = applyPendingSteps(
    form,
    said.map((one, at) => op(at + 1, one)),
    'here',
  );
  const rest = listRemainingGoodOperations(area, before.answers);
  expect(rest.map((one) => (one.do === 'answer' ? one.item : ''))).toEqual(['room.walls', 'room.floor']);
  const after = applyPendingSteps(
    before,
    rest.map((one, at) => op(at + 3, one)),
    'here',
  );
  expect(after.answers.map(({ item: id, condition, note }) => [id, condition, note]).sort()).toEqual([
    ['room.door', 'poor', 'Cracked'],
    ['room.floor', 'good', ''],
    ['room.walls', 'good', 'Blue'],
  ]);
  expect(listRemainingGoodOperations(area, after.answers)).toEqual([]);
});
