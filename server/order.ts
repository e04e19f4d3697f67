/**
 * The order of the folders of the server, lowest first. A module imports, and reads the tables of, modules that come before it. What must reach
 * those after it has them register (server/kernel/room.ts). Tests hold imports (test/rules/house.test.ts) and table reads
 * (test/rules/house-reads.test.ts) to it; no other file states an order. The entries of server/rooms.ts say when a module is registered and
 * when its demo data is filled, which is another matter: who follows an event is called in that order.
 */
export const kernels = ['db', 'kernel', 'http', 'jobs', 'lists', 'pages'] as const;

export const modules = [
  'settings',
  'limits',
  'pdf',
  'importer',
  'location',
  'taxonomy',
  'rating',
  'daraja',
  'reference',
  'notification',
  'saved-view',
  'art',
  'media',
  'application',
  'careers',
  'audit',
  'people',
  'access',
  'policy',
  'invitation',
  'unit',
  'listing',
  'lead',
  'promotion',
  'search',
  'property',
  'intake',
  'finding',
  'identity',
  'stay',
  'tenant',
  'bid',
  'review',
  'portal',
  'booking',
  'tenancy',
  'agreement',
  'inspection',
  'tour',
  'thread',
  'meter',
  'portfolio',
  'paper',
  'ledger',
  'invoice',
  'commission',
  'wallet',
  'transfer',
  'payment',
  'living',
  'home',
  'settlement',
  'agents',
  'featured',
  'revenue',
  'abuse',
] as const;

/**
 * Tables every module may read, because every scope is made of them: who somebody is, their company, what they manage, the platform's contact, and the log of moves.
 * The kernel reads them (server/kernel/scope.ts, me.ts, heads.ts, move.ts); they are written by the module that has their scopes.
 */
export const baseTables = [
  'company',
  'mandate',
  'mandate_property',
  'move_log',
  'person',
  'person_second_factor',
  'property',
  'staff_role',
  'support_contact',
  'team',
  'team_property',
] as const;
