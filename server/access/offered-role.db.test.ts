import { expect, test } from 'vitest';
import { invitationService } from '#server/invitation/service.ts';
import { createTestServices } from '#test/db.ts';
import { createPerson, createTestCtx, runAsPerson } from '#test/people.ts';
import * as access from './service.ts';

test('role: cannot be deleted while offered in an open invitation, and can be deleted after the invitation is withdrawn', async () => {
  const services = await createTestServices();
  const owner = await createPerson(services, 'owner');
  const as = <T>(work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, owner, work);
  const { id } = await as((ctx) => access.roleCreate(ctx, { name: 'Clerk', description: '', grants: ['invoices.read'] }));
  const invitations = invitationService(services);
  const sent = await as((ctx) => invitations.send(ctx, { kind: 'staff', email: 'clerk@makao.test', role_id: id, message: '', locale: 'en' }));
  await expect(as((ctx) => access.roleDelete(ctx, { id }))).rejects.toMatchObject({ failure: 'conflict', extra: { invited: 1 } });
  expect(await access.roleDetails(createTestCtx(services, owner), { id })).toMatchObject({ name: 'Clerk', invited: 1 });
  await as((ctx) => invitations.revoke(ctx, { id: sent.id }));
  await as((ctx) => access.roleDelete(ctx, { id }));
  await expect(access.roleDetails(createTestCtx(services, owner), { id })).rejects.toMatchObject({ failure: 'notFound' });
});
