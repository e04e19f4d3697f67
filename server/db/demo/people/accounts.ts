import { type UserType, userTypes } from '#contract/kernel/roles.ts';

/** One account for each user type, and a second super admin because payouts need two. All have one password, which `npm start` prints. */
export const demoPassword = 'Karibu-2026!';

type DemoAccount = {
  readonly email: string;
  readonly name: string;
  readonly type: UserType;
  readonly phone: string;
  readonly company: string | null;
  readonly says: string;
};

export const demoAccounts: readonly DemoAccount[] = [
  {
    email: 'superadmin@makao.test',
    name: 'Wanjiku Mwangi',
    type: 'superadmin',
    phone: '+254700100001',
    company: null,
    says: 'super admin of Makao',
  },
  {
    email: 'superadmin2@makao.test',
    name: 'Daniel Kiprop Rotich',
    type: 'superadmin',
    phone: '+254700100091',
    company: null,
    says: 'second super admin, approves the requests of the first',
  },
  { email: 'admin@makao.test', name: 'Brian Otieno Ouma', type: 'admin', phone: '+254700100002', company: null, says: 'admin of Makao' },
  { email: 'subadmin@makao.test', name: 'Halima Abdi Noor', type: 'subadmin', phone: '+254700100003', company: null, says: 'sub admin of a region' },
  {
    email: 'owner@makao.test',
    name: 'Esther Njuguna',
    type: 'owner',
    phone: '+254700100004',
    company: 'Njuguna & Kin Ltd',
    says: 'owner, Njuguna & Kin Ltd',
  },
  {
    email: 'agent@makao.test',
    name: 'Kevin Kariuki Gitau',
    type: 'agent',
    phone: '+254700100005',
    company: 'Uzima Letting Agency',
    says: 'agent, Uzima Letting Agency',
  },
  {
    email: 'dealer@makao.test',
    name: 'Mercy Achieng Odera',
    type: 'dealer',
    phone: '+254700100006',
    company: 'Ziwa Field Partners',
    says: 'dealer, Ziwa Field Partners',
  },
  {
    email: 'staff@makao.test',
    name: 'Samuel Kiprop Koech',
    type: 'staff',
    phone: '+254700100007',
    company: 'Njuguna & Kin Ltd',
    says: 'staff of Njuguna & Kin Ltd (owner dashboard)',
  },
  { email: 'tenant@makao.test', name: 'Grace Wanjiku Kamau', type: 'tenant', phone: '+254700100008', company: null, says: 'tenant' },
  {
    email: 'newcomer@makao.test',
    name: 'Dennis Wafula Makokha',
    type: 'default',
    phone: '+254700100009',
    company: null,
    says: 'new account, not onboarded yet',
  },
];

/** More accounts to sign in with: colleagues of the accounts above, with the same password. */
export const demoColleagues: readonly { readonly email: string; readonly says: string }[] = [
  { email: 'accounts@makao.test', says: 'accountant of Uzima Letting Agency' },
  { email: 'auditor@makao.test', says: 'auditor of Njuguna & Kin Ltd, by invitation' },
];

export const getUserTypeNumber = (account: DemoAccount): number => userTypes[account.type];
