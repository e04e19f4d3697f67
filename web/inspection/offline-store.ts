import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { InspectionDetails, InspectionOp } from '#contract/inspection/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import type { OfflineStep, PhotoStep } from './step.ts';
import { applyPendingSteps } from './steps.ts';

/** An inspection saved offline: the server's last state with all steps of this device that arrived since. */
export type OfflineInspection = { readonly one: InspectionDetails; readonly at: string };
interface Kept extends DBSchema {
  steps: { key: number; value: OfflineStep; indexes: { inspection: number } };
  seqs: { key: number; value: number };
  forms: { key: number; value: OfflineInspection };
  /** Photos of the move-in, to compare offline. */
  pictures: { key: string; value: { readonly inspection: number; readonly blob: Blob }; indexes: { inspection: number } };
}

/** The owner of the data on this device; a page still open after signing out has none. */
export type DeviceUser = number | null;
export const offlineStoreName = (person: DeviceUser): string => `makao-inspections-${person ?? 'nobody'}`;
const opened = new Map<DeviceUser, Promise<IDBPDatabase<Kept>>>();
function kept(person: DeviceUser): Promise<IDBPDatabase<Kept>> {
  const known = opened.get(person);
  if (known) return known;
  const made = openDB<Kept>(offlineStoreName(person), 1, {
    upgrade(db) {
      db.createObjectStore('steps', { keyPath: 'n', autoIncrement: true }).createIndex('inspection', 'inspection');
      db.createObjectStore('seqs');
      db.createObjectStore('forms');
      db.createObjectStore('pictures').createIndex('inspection', 'inspection');
    },
  });
  opened.set(person, made);
  return made;
}

/** The id of this browser, which holds the edit lock. */
export function ensureDeviceName(): string {
  const known = localStorage.getItem('makao-device');
  if (known) return known;
  const name = crypto.randomUUID();
  localStorage.setItem('makao-device', name);
  return name;
}

export const readPendingSteps = async (person: DeviceUser, inspection: number): Promise<OfflineStep[]> =>
  (await kept(person)).getAllFromIndex('steps', 'inspection', inspection);
export const readAllPendingSteps = async (person: DeviceUser): Promise<OfflineStep[]> => (await kept(person)).getAll('steps');
const asOfNow = () => clock.now().toISOString();

export async function addBeginStep(person: DeviceUser, inspection: number): Promise<void> {
  await (await kept(person)).add('steps', { inspection, kind: 'begin', id: crypto.randomUUID(), at: asOfNow() });
}
/** Stores all steps in order, or none. */
export async function addOpsStep(person: DeviceUser, inspection: number, ops: readonly InspectionOp[]): Promise<void> {
  const tx = (await kept(person)).transaction(['steps', 'seqs'], 'readwrite');
  const last = (await tx.objectStore('seqs').get(inspection)) ?? 0;
  for (const [n, op] of ops.entries())
    await tx.objectStore('steps').add({ inspection, kind: 'op', id: crypto.randomUUID(), at: asOfNow(), seq: last + n + 1, op });
  await tx.objectStore('seqs').put(last + ops.length, inspection);
  await tx.done;
}
export async function addPhotoStep(person: DeviceUser, inspection: number, photo: Omit<PhotoStep, 'kind'>): Promise<void> {
  await (await kept(person)).add('steps', { inspection, kind: 'photo', id: crypto.randomUUID(), at: asOfNow(), ...photo });
}

/** Removes sent steps from the list and applies them to the saved form, in one transaction. */
export async function removeSentSteps(person: DeviceUser, inspection: number, steps: readonly OfflineStep[], counted: boolean): Promise<void> {
  const tx = (await kept(person)).transaction(['steps', 'forms'], 'readwrite');
  for (const { n } of steps) if (n !== undefined) await tx.objectStore('steps').delete(n);
  const form = await tx.objectStore('forms').get(inspection);
  if (form && counted) await tx.objectStore('forms').put({ ...form, one: applyPendingSteps(form.one, steps, ensureDeviceName()) }, inspection);
  await tx.done;
}

/** The server expects another number, for example after the browser data was deleted: pending steps are renumbered from there. */
export async function renumberSteps(person: DeviceUser, inspection: number, next: number): Promise<void> {
  const tx = (await kept(person)).transaction(['steps', 'seqs'], 'readwrite');
  let seq = next;
  for (const step of await tx.objectStore('steps').index('inspection').getAll(inspection))
    if (step.kind === 'op') await tx.objectStore('steps').put({ ...step, seq: seq++ });
  await tx.objectStore('seqs').put(seq - 1, inspection);
  await tx.done;
}

export const readOfflineInspection = async (person: DeviceUser, inspection: number): Promise<OfflineInspection | null> =>
  (await (await kept(person)).get('forms', inspection)) ?? null;
export const readAllOfflineInspections = async (person: DeviceUser): Promise<OfflineInspection[]> => (await kept(person)).getAll('forms');
export async function saveOfflineInspection(person: DeviceUser, one: InspectionDetails, at = asOfNow()): Promise<void> {
  await (await kept(person)).put('forms', { one, at }, one.id);
}
/** Updates a saved form to the server's state; a form that was not saved stays absent. */
export async function refreshOfflineInspection(person: DeviceUser, one: InspectionDetails): Promise<void> {
  const tx = (await kept(person)).transaction('forms', 'readwrite');
  const form = await tx.store.get(one.id);
  if (form) await tx.store.put({ ...form, one }, one.id);
  await tx.done;
}
export async function saveOfflinePicture(person: DeviceUser, inspection: number, photo: string, blob: Blob): Promise<void> {
  await (await kept(person)).put('pictures', { inspection, blob }, photo);
}
export const readOfflinePicture = async (person: DeviceUser, photo: string): Promise<Blob | null> =>
  (await (await kept(person)).get('pictures', photo))?.blob ?? null;

/** Deletes the saved form and photos. Steps that were not sent stay. */
export async function deleteOfflineInspectionData(person: DeviceUser, inspection: number): Promise<void> {
  const tx = (await kept(person)).transaction(['forms', 'pictures'], 'readwrite');
  await tx.objectStore('forms').delete(inspection);
  for (const key of await tx.objectStore('pictures').index('inspection').getAllKeys(inspection)) await tx.objectStore('pictures').delete(key);
  await tx.done;
}
