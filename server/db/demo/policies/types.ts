/** The numbers of the user types in the specification, section 6. */
export const userType = { tenant: 0, superAdmin: 1, admin: 2, subAdmin: 3, owner: 4, agent: 5, staff: 6, dealer: 7 } as const;

export type PolicyTexts = { en: string; sw: string };

export type DemoPolicy = {
  slug: string;
  userType: number;
  kind: 'terms' | 'privacy' | 'refund' | 'listing' | 'data_consent' | 'conduct' | 'cookies';
  title: PolicyTexts;
  requiresConsent: boolean;
  /** The date of the newest version. */
  effectiveFrom: string;
  status: 'draft' | 'published' | 'retired';
  /** Oldest first; the last is current. */
  versions: readonly { body: PolicyTexts; summary: string; effectiveFrom: string }[];
};
