// Written by `npm run gen` from the migrated database. A test checks that it is current.
import type { ColumnType, GeneratedAlways } from 'kysely';
import type { Cents } from '#contract/money/cents.ts';

type Generated<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;
type Timestamp = ColumnType<Date, Date | string, Date | string>;
type Json = ColumnType<unknown, string, string>;

export type AbuseReportTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  target: 'listing' | 'property' | 'agent' | 'review';
  listing_id: number | null;
  property_id: number | null;
  agent_id: number | null;
  review_id: number | null;
  region: string | null;
  reporter_id: number | null;
  reporter_contact: Generated<string>;
  reporter_key: string;
  reason: 'fake_listing' | 'wrong_photos' | 'viewing_fee' | 'already_let' | 'price_bait' | 'discrimination' | 'harassment' | 'double_deposit' | 'illegal_eviction' | 'spam' | 'other';
  body: Generated<string>;
  status: Generated<'pending' | 'assigned' | 'closed' | 'revoked'>;
  decision: Generated<string>;
  assigned_to: number | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  closed_at: Timestamp | null;
  outcome: 'upheld' | 'partly' | 'not_upheld' | null;
  action: Generated<'none' | 'pause' | 'stall'>;
  reporter_places: Generated<string[]>;
  closed_by: number | null;
  answer: Generated<string>;
  answered_by: number | null;
  answered_at: Timestamp | null;
  appeal: Generated<string>;
  appealed_by: number | null;
  appealed_at: Timestamp | null;
  appeal_outcome: 'kept' | 'lifted' | null;
  appeal_decision: Generated<string>;
  appeal_decided_by: number | null;
  appeal_decided_at: Timestamp | null;
};

export type AccountKindTable = {
  code: number;
  side: 'debit' | 'credit';
  kept: boolean;
  floored: boolean;
};

export type AccountWorksheetTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  account_id: number;
  day: string;
  status: Generated<'prepared' | 'signed' | 'returned' | 'withdrawn' | 'replaced'>;
  figures: Json;
  difference_cents: Cents;
  note: Generated<string>;
  prepared_by: number | null;
  prepared_at: Generated<Timestamp>;
  decided_by: number | null;
  decided_at: Timestamp | null;
  decision: Generated<string>;
};

export type AgentCertificateTable = {
  id: GeneratedAlways<number>;
  person_id: number;
  number: string;
  file_id: number | null;
  expires_on: string;
  seen: boolean | null;
  judged_by: number | null;
  judged_at: Timestamp | null;
  note: Generated<string>;
  reminded: number | null;
  created_at: Generated<Timestamp>;
};

export type AgreementTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  company_id: number;
  agent_company_id: number | null;
  property_id: number;
  tenancy_id: number;
  template_id: number | null;
  kind: 'lease' | 'addendum' | 'renewal' | 'sale';
  status: Generated<'draft' | 'pending_signature' | 'partially_signed' | 'fully_signed' | 'expired' | 'rejected' | 'archived'>;
  version: Generated<number>;
  replaces_id: number | null;
  sequential: Generated<boolean>;
  language: Generated<'en' | 'sw' | 'both'>;
  message: Generated<string>;
  terms: Json;
  clauses: Generated<Json>;
  pdf_file: string | null;
  pdf_sha256: string | null;
  sealed_file: string | null;
  sealed_sha256: string | null;
  verify_code: string | null;
  wet_ink: Json | null;
  frozen_at: Timestamp | null;
  sealed_at: Timestamp | null;
  seal_failed_at: Timestamp | null;
  reason: Generated<string>;
  revision: Generated<number>;
  created_by: number | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  text: Json | null;
  settle_by: Timestamp | null;
};

export type AgreementEventTable = {
  id: GeneratedAlways<number>;
  agreement_id: number;
  party_id: number | null;
  what: string;
  detail: Generated<Json>;
  ip: string | null;
  at: Generated<Timestamp>;
};

export type AgreementPartyTable = {
  id: GeneratedAlways<number>;
  agreement_id: number;
  role: 'tenant' | 'co_tenant' | 'guarantor' | 'owner' | 'agent' | 'witness';
  turn: Generated<number>;
  tenant_id: number | null;
  person_id: number | null;
  name: string;
  phone: string | null;
  email: string | null;
  phone_before: string | null;
  status: Generated<'waiting' | 'sent' | 'viewed' | 'signed' | 'rejected' | 'expired' | 'void'>;
  token_hash: string | null;
  invited_at: Timestamp | null;
  expires_at: Timestamp | null;
  reminded: Generated<number>;
  remind_at: Timestamp | null;
  hold_until: Timestamp | null;
};

export type AgreementSignatureTable = {
  party_id: number;
  kind: 'drawn' | 'typed' | 'wet_ink';
  drawn: string;
  pdf_sha256: string;
  ip: string | null;
  agent: Generated<string>;
  proved_by: 'sms' | 'email' | 'paper';
  at: Generated<Timestamp>;
};

export type AgreementTemplateTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  company_id: number | null;
  name: string;
  kind: 'lease' | 'addendum' | 'renewal' | 'sale';
  use: Generated<'residential' | 'commercial'>;
  version: Generated<number>;
  replaces_id: number | null;
  body: Json;
  governs: Generated<'en' | 'sw'>;
  reviewed_by: Generated<string>;
  published_at: Timestamp | null;
  retired_at: Timestamp | null;
  revision: Generated<number>;
  created_by: number | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
};

export type AllocationTable = {
  id: GeneratedAlways<number>;
  payment_id: number | null;
  credit_id: number | null;
  invoice_id: number;
  line_id: number;
  source: 'receipt' | 'credit';
  cents: number;
  paid_on: string;
  undone_by: number | null;
  undone_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  undone_reason: string | null;
  returned_cents: Generated<Cents>;
};

export type ApplicationTable = {
  id: GeneratedAlways<number>;
  person_id: number;
  version: number;
  wrapped_key: Buffer | null;
  sealed: Buffer | null;
  parts: Generated<string[]>;
  consents: Generated<Json>;
  created_at: Generated<Timestamp>;
  usable_until: Timestamp;
  erase_at: Timestamp;
  erased_at: Timestamp | null;
};

export type ApplicationFileTable = {
  id: GeneratedAlways<number>;
  application_id: number;
  kind: 'identity' | 'selfie' | 'income' | 'history' | 'guarantor' | 'other';
  name: string;
  mime: string;
  bytes: number;
  stored: string;
  created_at: Generated<Timestamp>;
  wrapped_key: Buffer | null;
};

export type ApplicationGrantTable = {
  id: GeneratedAlways<number>;
  application_id: number;
  booking_id: number;
  company_id: number;
  until: Timestamp;
  ended_at: Timestamp | null;
};

export type ApplicationLookTable = {
  id: GeneratedAlways<number>;
  application_id: number;
  booking_id: number;
  company_id: number | null;
  person_id: number;
  what: string;
  at: Generated<Timestamp>;
};

export type ApplicationMarkTable = {
  id: GeneratedAlways<number>;
  application_id: number;
  booking_id: number;
  company_id: number;
  person_id: number;
  mark: Buffer;
  created_at: Generated<Timestamp>;
};

export type ApplicationReportTable = {
  id: GeneratedAlways<number>;
  booking_id: number;
  application_id: number | null;
  person_id: number;
  body: string;
  until: Timestamp;
  ended_at: Timestamp | null;
  created_at: Generated<Timestamp>;
};

export type ApprovalRequestTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  kind: string;
  subject_id: number | null;
  company_id: number | null;
  cents: number | null;
  params: Json;
  reason: string;
  evidence_file_id: number | null;
  status: Generated<'asked' | 'approved' | 'rejected' | 'withdrawn' | 'expired'>;
  asked_by: number | null;
  asked_at: Generated<Timestamp>;
  expires_at: Timestamp;
  decided_by: number | null;
  decided_at: Timestamp | null;
  decision: Generated<string>;
  people_given: Generated<number[]>;
};

export type AuditChainHeadTable = {
  one: Generated<boolean>;
  chain_no: number;
  hash: Buffer;
  chained_at: Generated<Timestamp>;
};

export type AuditLogTable = {
  id: GeneratedAlways<number>;
  at: Generated<Timestamp>;
  actor_id: number | null;
  actor_type: number | null;
  company_id: number | null;
  ip: string | null;
  agent: string | null;
  request_id: string | null;
  kind: number;
  document: string;
  record_id: number | null;
  record_code: string | null;
  diff: Generated<Json>;
  reason: string | null;
  impersonated_by: number | null;
  chain_no: number | null;
  prev_hash: Buffer | null;
  hash: Buffer | null;
};

export type BankFigureTable = {
  id: GeneratedAlways<number>;
  account_id: number;
  source: 'statement' | 'query';
  statement_id: number | null;
  conversation_id: string | null;
  cents: number | null;
  day: string;
  books_cents: Cents | null;
  parts: Generated<Json>;
  difference_cents: Generated<Cents>;
  told_cents: Cents | null;
  checked_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  at: Timestamp | null;
};

export type BidTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  company_id: number;
  agent_company_id: number | null;
  property_id: number;
  unit_id: number | null;
  listing_id: number;
  lead_id: number | null;
  person_id: number;
  status: Generated<'open' | 'countered' | 'accepted' | 'declined' | 'withdrawn' | 'expired'>;
  booking_id: number | null;
  turns: Generated<number>;
  expires_at: Timestamp | null;
  reason: Generated<string>;
  revision: Generated<number>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
};

export type BidTurnTable = {
  bid_id: number;
  n: number;
  by_bidder: boolean;
  cents: number;
  terms: Generated<Json>;
  made_by: number | null;
  at: Generated<Timestamp>;
};

export type BookingTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  company_id: number;
  agent_company_id: number | null;
  property_id: number;
  unit_id: number;
  listing_id: number | null;
  lead_id: number | null;
  tenant_id: number;
  person_id: number;
  application_id: number | null;
  bid_id: number | null;
  promotion_id: number | null;
  status: Generated<'await_screening' | 'confirmed' | 'await_payment' | 'declined' | 'expired' | 'canceled' | 'deleted' | 'closed'>;
  stage: Generated<'screening' | 'info_requested' | 'backup' | 'waitlist' | 'frozen' | 'shortlisted'>;
  stage_before: string | null;
  source: Generated<'booking' | 'code' | 'invite'>;
  starts_on: string;
  term_months: number;
  occupants: Generated<number>;
  bill: Json;
  message: Generated<string>;
  decide_by: Timestamp | null;
  pay_until: Timestamp | null;
  waitlist_until: Timestamp | null;
  waitlist_rank: number | null;
  clock_left: unknown | null;
  decision: Json | null;
  paid: Json | null;
  tenancy_id: number | null;
  hidden_at: Timestamp | null;
  revision: Generated<number>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  asked: Json | null;
  reminded_at: Timestamp | null;
  first_until: Timestamp | null;
  consent_until: Timestamp | null;
  evidence: Generated<number[]>;
  said_paid: Json | null;
  whole: Generated<boolean>;
  due_at: GeneratedAlways<Timestamp | null>;
  answer: Generated<string>;
};

export type BuyerRateTable = {
  id: GeneratedAlways<number>;
  kind: 'stamp_duty' | 'stamp_duty_rural' | 'legal' | 'valuation';
  starts_on: string;
  points: number;
  least_cents: Generated<Cents>;
  note: Generated<string>;
  created_by: number | null;
  created_at: Generated<Timestamp>;
};

export type CardNowTable = {
  id: number | null;
  property_id: number | null;
  unit_id: number | null;
  listing_type: number | null;
  county_id: number | null;
  sub_county_id: number | null;
  ward_id: number | null;
  estate_id: number | null;
  property_type_id: number | null;
  category_id: number | null;
  unit_type_id: number | null;
  bedrooms: number | null;
  bathrooms: number | null;
  area_m2: number | null;
  price_cents: Cents | null;
  move_in_cents: Cents | null;
  price_m2: number | null;
  amenity_mask: number | null;
  furnished: string | null;
  pets: boolean | null;
  available_from: string | null;
  has_mask: number | null;
  contact_id: number | null;
  featured: boolean | null;
  lat: number | null;
  lng: number | null;
  exact: boolean | null;
  cell: number | null;
  published_at: Timestamp | null;
  best: number | null;
  card: string | null;
  tsv: string | null;
};

export type CardSaltTable = {
  salt: number;
};

export type CardStaleTable = {
  id: number;
};

export type CashDepositTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  company_id: number;
  account_id: number;
  status: Generated<'declared' | 'banked' | 'withdrawn'>;
  cents: number;
  paid_on: string;
  reference: Generated<string>;
  slip_file_id: number | null;
  declared_by: number | null;
  line_id: number | null;
  banked_on: string | null;
  created_at: Generated<Timestamp>;
  slip_mark: string | null;
};

export type CashDepositPaymentTable = {
  id: GeneratedAlways<number>;
  deposit_id: number;
  payment_id: number;
};

export type CashMoveTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  kind: 'sweep' | 'clear' | 'correct';
  status: Generated<'asked' | 'left' | 'arrived' | 'undone'>;
  account_id: number;
  to_account_id: number | null;
  to_fund: 'D' | 'P' | null;
  cents: number;
  proof: Generated<string>;
  arrived_proof: string | null;
  reason: Generated<string>;
  made_by: number | null;
  decided_by: number | null;
  created_at: Generated<Timestamp>;
  arrived_at: Timestamp | null;
  undone_at: Timestamp | null;
};

export type ClientMoneyCertificateTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  day: string;
  figures: Json;
  sha256: string;
  file_id: number;
  made_by: number | null;
  made_at: Generated<Timestamp>;
  figures_sha256: string | null;
};

export type CollectionAccountTable = {
  id: GeneratedAlways<number>;
  company_id: number | null;
  rail: 'mpesa' | 'bank' | 'cash';
  name: string;
  number: string;
  bank_code: string | null;
  fund: 'C' | 'D' | 'P' | 'M';
  secrets: string | null;
  path_hash: Buffer;
  active: Generated<boolean>;
  pulled_to: Timestamp | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  announce_tries: Generated<number>;
  announce_at: Generated<Timestamp>;
  refused_at: Timestamp | null;
  of_env: Generated<boolean>;
  waiting: Generated<boolean>;
  asked_number: string | null;
  asked_bank_code: string | null;
  asked_by: number | null;
  asked_at: Timestamp | null;
  asked_name: string | null;
  asked_active: boolean | null;
};

export type CommissionTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  rule_id: number;
  beneficiary: 'platform' | 'agent' | 'dealer';
  beneficiary_company_id: number | null;
  company_id: number;
  property_id: number | null;
  tenancy_id: number | null;
  source: 'allocation' | 'payment' | 'featured' | 'credit_note' | 'featured_back';
  source_id: number;
  payment_id: number | null;
  invoice_id: number | null;
  fund: 'C' | 'P' | 'M';
  heap: string;
  heap_cents: Cents;
  base_cents: Cents;
  cap_cents: Cents | null;
  amount_cents: Cents;
  tax_cents: Cents;
  reverses: number | null;
  status: Generated<'accrued' | 'paid' | 'reversed'>;
  note: Generated<string>;
  booked_at: Timestamp | null;
  happened_on: Generated<string>;
  created_at: Generated<Timestamp>;
};

export type CommissionRuleTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  first_id: number | null;
  version: Generated<number>;
  name: string;
  beneficiary: 'platform' | 'agent' | 'dealer';
  basis: 'rent_collected' | 'first_rent' | 'plan_payment' | 'featured_payment';
  kind: 'rate' | 'fixed' | 'tiers';
  bps: number | null;
  fixed_cents: Cents | null;
  tiers: Json | null;
  min_cents: Generated<Cents>;
  max_cents: Cents | null;
  vat_bps: Generated<number>;
  per: Generated<'invoice' | 'month' | 'tenancy'>;
  company_id: number | null;
  property_id: number | null;
  mandate_id: number | null;
  region: string | null;
  months: number | null;
  starts_on: Generated<string>;
  ends_on: string | null;
  priority: Generated<number>;
  replaced_at: Timestamp | null;
  created_by: number | null;
  created_at: Generated<Timestamp>;
  announce: 'start' | 'end' | null;
  ceiling_bps: number | null;
};

export type CompanyTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  kind: 'owner' | 'agent' | 'dealer';
  name: string;
  is_active: Generated<boolean>;
  created_at: Generated<Timestamp>;
  business_type: 1 | 2 | null;
  kra_pin: string | null;
  reg_no: string | null;
  phone: string | null;
  email: string | null;
  address: string | null;
  region: string | null;
  updated_at: Generated<Timestamp>;
  listing_limit: number | null;
  pay_paybill: string | null;
  pay_till: string | null;
  pay_bank: string | null;
};

export type CompanyConnectionTable = {
  company_id: number;
  person_id: number;
  created_at: Generated<Timestamp>;
};

export type CreditNoteTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  invoice_id: number;
  kind: 'credit' | 'write_off' | 'waiver';
  unpaid_cents: Cents;
  paid_cents: Cents;
  reason: string;
  created_by: number | null;
  created_at: Generated<Timestamp>;
  company_id: number | null;
  serial: number | null;
};

export type CreditNoteLineTable = {
  credit_note_id: number;
  invoice_line_id: number;
  unpaid_cents: Cents;
  paid_cents: Cents;
};

export type DarajaTokenTable = {
  line: string;
  sealed: string;
  expires_at: Timestamp;
};

export type DeadJobTable = {
  id: GeneratedAlways<number>;
  queue: string;
  job_id: string;
  scheduled: boolean;
  payload: Json | null;
  problem: string;
  attempts: number;
  times: Generated<number>;
  promised_at: Timestamp;
  died_at: Generated<Timestamp>;
  settled_at: Timestamp | null;
  settled_as: 'run_again' | 'dismissed' | 'recovered' | null;
  settled_by: number | null;
};

export type DocumentSerialTable = {
  company_id: number;
  kind: 'invoice' | 'credit_note';
  last: number;
};

export type FavouriteTable = {
  person_id: number;
  listing_id: number;
  price_cents: Cents;
  note: Generated<string>;
  created_at: Generated<Timestamp>;
};

export type FeaturedBookingTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  product_id: number;
  listing_id: number;
  company_id: number;
  starts_on: string;
  ends_on: string;
  price_cents: Cents;
  payment_note: Generated<string>;
  status: Generated<'requested' | 'awaiting_payment' | 'scheduled' | 'running' | 'ended' | 'canceled' | 'refunded'>;
  impressions: Generated<number>;
  clicks: Generated<number>;
  enquiries: Generated<number>;
  created_by: number | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  ended_on: string | null;
  waived: Generated<boolean>;
  status_reason: Generated<string>;
  vat_cents: Generated<Cents>;
  hold_until: Timestamp | null;
  paid_by: 'wallet' | 'mpesa' | 'hand' | null;
  paid_cents: Generated<Cents>;
  payment_id: number | null;
  started_on: string | null;
  earned_days: Generated<number>;
  earned_cents: Generated<Cents>;
  returned_cents: Generated<Cents>;
  returned_vat_cents: Generated<Cents>;
  reversed_at: Timestamp | null;
  rent_cents: Generated<Cents>;
};

export type FeaturedProductTable = {
  id: GeneratedAlways<number>;
  name: string;
  placement: 'home' | 'search' | 'map' | 'agent';
  location_id: number | null;
  day_cents: Cents;
  slots: Generated<number>;
  max_days: Generated<number>;
  active: Generated<boolean>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
  revision: Generated<number>;
  approval: Generated<boolean>;
};

export type FeaturedShownTable = {
  id: GeneratedAlways<number>;
  listing_id: number;
};

export type ImportBatchTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  company_id: number;
  property_id: number;
  file_name: string;
  mapping: Generated<Json>;
  made: Generated<number>;
  refused: Generated<number>;
  created_by: number | null;
  created_at: Generated<Timestamp>;
  undone_at: Timestamp | null;
  intake_id: number | null;
  made_property: Generated<boolean>;
};

export type InboxTable = {
  id: GeneratedAlways<number>;
  channel: string;
  account_id: number | null;
  sha256: Buffer;
  body: Buffer;
  from_address: string;
  state: Generated<'new' | 'unrouted' | 'done'>;
  times: Generated<number>;
  tries: Generated<number>;
  result: string | null;
  external: string | null;
  cents: number | null;
  payment_id: number | null;
  seen_at: Generated<Timestamp>;
  done_at: Timestamp | null;
  thinned_at: Timestamp | null;
};

export type InspectionTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  company_id: number;
  agent_company_id: number | null;
  property_id: number;
  unit_id: number | null;
  tenancy_id: number | null;
  kind: 'verification' | 'move_in' | 'move_out' | 'routine' | 'complaint' | 'pre_listing';
  template_id: number | null;
  areas: Json;
  inspector_id: number | null;
  scheduled_at: Timestamp;
  status: Generated<'scheduled' | 'in_progress' | 'submitted' | 'agreed' | 'disputed' | 'canceled'>;
  device: string | null;
  device_at: Timestamp | null;
  baseline_id: number | null;
  card: string | null;
  place: Json | null;
  keys_count: number | null;
  readings: Generated<Json>;
  signatures: Generated<Json>;
  submitted_at: Timestamp | null;
  answer_by: Timestamp | null;
  pdf_file: string | null;
  reason: Generated<string>;
  revision: Generated<number>;
  created_by: number | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  consented: Generated<boolean>;
  remind_at: Timestamp | null;
  outcome: 'verified' | 'rejected' | null;
};

export type InspectionAnswerTable = {
  inspection_id: number;
  item: string;
  condition: 'excellent' | 'good' | 'fair' | 'poor' | 'missing' | null;
  passed: boolean | null;
  note: Generated<string>;
  cost_cents: Cents | null;
  charge_to: Generated<'owner' | 'tenant' | 'none'>;
  answer: 'agreed' | 'disputed' | null;
  answer_note: Generated<string>;
  also_said: Generated<Json>;
  updated_at: Generated<Timestamp>;
  counted: number | null;
};

export type InspectionOpTable = {
  id: string;
  inspection_id: number;
  device: string;
  seq: number;
  op: Json;
  outcome: 'done' | 'also_said' | 'addendum';
  by_id: number | null;
  at: Generated<Timestamp>;
};

export type InspectionPhotoTable = {
  id: string;
  inspection_id: number;
  item: string;
  file_id: number | null;
  sha256: string;
  taken_at: Timestamp | null;
  place: Json | null;
  way: Generated<'camera' | 'gallery'>;
  late: Generated<boolean>;
  created_at: Generated<Timestamp>;
  url: string | null;
};

export type InspectionTemplateTable = {
  id: GeneratedAlways<number>;
  company_id: number | null;
  name: string;
  kinds: string[];
  areas: Json;
  retired_at: Timestamp | null;
  revision: Generated<number>;
  created_by: number | null;
  created_at: Generated<Timestamp>;
  key: string | null;
};

export type IntakeTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  company_id: number;
  client_key: string;
  file_name: string;
  units: Generated<number>;
  occupants: Generated<number>;
  balances: Generated<number>;
  refused: Generated<number>;
  created_by: number;
  created_at: Generated<Timestamp>;
  undone_at: Timestamp | null;
  updated: Generated<number>;
  sent_sha256: string | null;
};

export type IntakeChangeTable = {
  id: GeneratedAlways<number>;
  intake_id: number;
  property_id: number;
  unit_id: number;
  before: Generated<Json>;
  revision: number;
  moved: 'occupy_said' | 'vacate_said' | null;
  since: Timestamp | null;
  undone_at: Timestamp | null;
};

export type IntakeLeftTable = {
  id: GeneratedAlways<number>;
  intake_id: number;
  line: number;
  sheet: string;
  property: string;
  there: Generated<boolean>;
  cells: Json;
  problems: Json;
  created_at: Generated<Timestamp>;
};

export type IntakeLivesTable = {
  id: GeneratedAlways<number>;
  intake_change_id: number;
  occupant_id: number;
  became: 'made' | 'ended' | 'changed';
  before: Generated<Json>;
};

export type InvitationTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  key_hash: string | null;
  short_code: string | null;
  parent_id: number | null;
  kind: 'staff' | 'agent' | 'owner' | 'tenant' | 'co_tenant' | 'contractor' | 'dealer' | 'admin' | 'subadmin' | 'superadmin';
  source: Generated<'booking' | 'code' | 'invite'>;
  status: Generated<'pending' | 'accepted' | 'revoked' | 'closed'>;
  inviter_id: number;
  company_id: number | null;
  email: string | null;
  phone: string | null;
  role_id: number | null;
  team_id: number | null;
  message: Generated<string>;
  locale: Generated<'en' | 'sw'>;
  expires_at: Timestamp;
  sends: Generated<number>;
  sent_on: string | null;
  sends_on_day: Generated<number>;
  uses: Generated<number>;
  max_uses: number | null;
  accepted_by: number | null;
  accepted_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  mandate: Json | null;
  awaits_approval: Generated<boolean>;
  starts_on: string | null;
  ends_on: string | null;
};

export type InvoiceTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  company_id: number;
  agent_company_id: number | null;
  property_id: number;
  unit_id: number;
  tenancy_id: number | null;
  booking_id: number | null;
  tenant_id: number;
  fund: 'C' | 'M';
  account_ref: string | null;
  kind: 'move_in' | 'rent' | 'utility' | 'ad_hoc' | 'late_fee' | 'damage' | 'final';
  once_key: string | null;
  period_from: string | null;
  period_last: string | null;
  issued_on: string;
  due_on: string;
  status: Generated<'unpaid' | 'paid' | 'active' | 'expired'>;
  total_cents: Cents;
  tax_cents: Generated<Cents>;
  deposit_cents: Generated<Cents>;
  paid_cents: Generated<Cents>;
  credited_cents: Generated<Cents>;
  returned_cents: Generated<Cents>;
  open_cents: GeneratedAlways<Cents | null>;
  paid_on: string | null;
  note: Generated<string>;
  disputed_at: Timestamp | null;
  dispute: Json | null;
  fees_off_at: Timestamp | null;
  run_id: number | null;
  token: string;
  etims: Generated<Json>;
  revision: Generated<number>;
  created_by: number | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  fees_off: Json | null;
  written_off_cents: Generated<Cents>;
  serial: number | null;
};

export type InvoiceLineTable = {
  id: GeneratedAlways<number>;
  invoice_id: number;
  n: number;
  kind: 'rent' | 'deposit' | 'service' | 'water' | 'power' | 'garbage' | 'security' | 'parking' | 'internet' | 'discount' | 'agent_fee' | 'late_fee' | 'damage' | 'rounding' | 'other';
  label: Generated<string>;
  word: 'prepaid' | 'opening' | null;
  qty: Generated<number>;
  unit_cents: Cents;
  tax_code: Generated<'A' | 'B' | 'C' | 'D' | 'E'>;
  tax_cents: Generated<Cents>;
  cents: number;
  off_cents: Generated<Cents>;
  paid_cents: Generated<Cents>;
  credited_cents: Generated<Cents>;
  returned_cents: Generated<Cents>;
  from_day: string | null;
  last_day: string | null;
  charge_id: number | null;
};

export type InvoiceReminderTable = {
  invoice_id: number;
  days: number;
  at: Generated<Timestamp>;
};

export type InvoiceRunTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  company_id: number | null;
  property_id: number | null;
  month: string;
  as_of: string | null;
  property_ids: Generated<number[]>;
  left_out: Generated<number[]>;
  cursor: Generated<number>;
  of_count: Generated<number>;
  done: Generated<number>;
  made: Generated<number>;
  skipped: Generated<number>;
  total_cents: Generated<Cents>;
  problem: string | null;
  created_by: number | null;
  started_at: Generated<Timestamp>;
  finished_at: Timestamp | null;
  void_asked_at: Timestamp | null;
  void_by: number | null;
  void_reason: string | null;
  void_cursor: Generated<number>;
  voided: Generated<number>;
  void_problem: string | null;
  void_finished_at: Timestamp | null;
};

export type InvoiceRunSkipTable = {
  run_id: number;
  tenancy_id: number;
  why: 'no_reading' | 'zero_rent' | 'duplicate' | 'nothing' | 'ending' | 'left_out' | 'failed';
  problem: string | null;
};

export type InvoiceSettingTable = {
  company_id: number;
  auto: Generated<boolean>;
  days_before: Generated<number>;
  bills_from: string | null;
  vat_registered: Generated<boolean>;
  revision: Generated<number>;
  updated_at: Generated<Timestamp>;
};

export type JobKeyTable = {
  key: string;
  used_at: Generated<Timestamp>;
};

export type JournalTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  event_key: string;
  kind: string;
  day: string;
  value_day: string;
  month: string;
  source: string;
  source_id: number;
  company_id: number | null;
  params: Generated<Json>;
  by_id: number | null;
  at: Generated<Timestamp>;
  reverses: number | null;
  digest: string;
};

export type JournalEntryTable = {
  journal_id: number;
  line: number;
  month: string;
  fund: string;
  currency: Generated<string>;
  dr: number;
  cr: number;
  cents: number;
};

export type LateFeeTable = {
  id: GeneratedAlways<number>;
  invoice_id: number;
  tier: number;
  n: number;
  cents: number;
  fee_invoice_id: number;
  charged_on: string;
};

export type LateFeePolicyTable = {
  id: GeneratedAlways<number>;
  company_id: number;
  property_id: number | null;
  tenancy_id: number | null;
  active: Generated<boolean>;
  revision: Generated<number>;
  updated_at: Generated<Timestamp>;
};

export type LateFeeTierTable = {
  id: GeneratedAlways<number>;
  policy_id: number | null;
  property_id: number | null;
  step: number;
  place: number | null;
  grace_days: number;
  every: 'once' | 'daily' | 'weekly' | 'monthly';
  kind: 'fixed' | 'percent';
  value: number;
  cap_cents: Cents | null;
};

export type LeadTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  listing_id: number | null;
  property_id: number | null;
  unit_id: number | null;
  company_id: number;
  person_id: number | null;
  assigned_to: number | null;
  name: string;
  phone: string;
  email: string | null;
  message: Generated<string>;
  source: Generated<'portal' | 'agent_page' | 'manual'>;
  status: Generated<'new' | 'contacted' | 'touring' | 'applied' | 'won' | 'lost'>;
  note: Generated<string>;
  first_answer_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  lost_reason: Generated<string>;
  moved_at: Generated<Timestamp>;
  revision: Generated<number>;
  reachable_at: Timestamp | null;
  language: Generated<'en' | 'sw'>;
};

export type LedgerAccountTable = {
  id: GeneratedAlways<number>;
  key: string;
  fund: 'C' | 'D' | 'P' | 'M';
  currency: Generated<string>;
  code: number;
  company_id: number | null;
  tenancy_id: number | null;
  ref: Generated<string>;
  created_at: Generated<Timestamp>;
};

export type LedgerBookTable = {
  company_id: number;
  mode: 'record' | 'trust';
  reason: Generated<string>;
  set_by: number | null;
  set_at: Generated<Timestamp>;
  asked_mode: 'record' | 'trust' | null;
  asked_reason: string | null;
  asked_by: number | null;
  asked_at: Timestamp | null;
};

export type LedgerPeriodTable = {
  month: string;
  closed_at: Generated<Timestamp>;
  closed_by: number | null;
};

export type LedgerPeriodTotalTable = {
  month: string;
  account_id: number;
  dr: number;
  cr: number;
};

export type LedgerProofTable = {
  id: GeneratedAlways<number>;
  at: Generated<Timestamp>;
  scope: 'changed' | 'all';
  ok: boolean;
  failed: Generated<Json>;
  checked: number;
  upto: Generated<number>;
  ms: number;
  by_id: number | null;
};

export type LedgerTotalTable = {
  account_id: number;
  side: string;
  floored: boolean;
  dr: Generated<number>;
  cr: Generated<number>;
};

export type ListingTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  property_id: number;
  unit_id: number | null;
  listing_type: 0 | 1 | 2;
  title: string;
  description: Generated<string>;
  description_sw: Generated<string>;
  price_cents: Cents;
  price_period: Generated<number>;
  negotiable: Generated<boolean>;
  deposit_cents: Generated<Cents>;
  service_charge_cents: Generated<Cents>;
  other_charges: Generated<Json>;
  agent_fee_cents: Generated<Cents>;
  available_from: string | null;
  min_term_months: Generated<number>;
  furnished: Generated<'unfurnished' | 'semi' | 'furnished'>;
  pets: boolean | null;
  smoking: boolean | null;
  parking_slots: Generated<number>;
  water_source: Generated<string[]>;
  power_type: Generated<string>;
  backup_power: Generated<boolean>;
  internet: Generated<string>;
  gate_security: Generated<boolean>;
  contact_id: number | null;
  status: Generated<'draft' | 'review' | 'live' | 'paused' | 'closed' | 'archived'>;
  status_reason: Generated<string>;
  closed_as: 'let' | 'sold' | 'withdrawn' | null;
  published_at: Timestamp | null;
  last_confirmed_at: Timestamp | null;
  asked_at: Timestamp | null;
  over_plan: Generated<boolean>;
  views: Generated<number>;
  saves: Generated<number>;
  enquiries: Generated<number>;
  revision: Generated<number>;
  created_by: number | null;
  updated_by: number | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
  paused_by: 'company' | 'platform' | 'unit' | 'stale' | null;
  inherits: Generated<string[]>;
  wanted_at: Timestamp | null;
};

export type ListingCardTable = {
  id: number;
  property_id: number;
  unit_id: number | null;
  listing_type: number;
  county_id: number | null;
  sub_county_id: number | null;
  ward_id: number | null;
  estate_id: number | null;
  property_type_id: number;
  category_id: number;
  unit_type_id: number | null;
  bedrooms: number | null;
  bathrooms: number;
  area_m2: number | null;
  price_cents: Cents;
  move_in_cents: Cents;
  price_m2: number | null;
  amenity_mask: number;
  furnished: string | null;
  pets: boolean;
  available_from: string | null;
  has_mask: number;
  contact_id: number | null;
  featured: boolean;
  lat: number;
  lng: number;
  exact: boolean;
  cell: number;
  published_at: Timestamp;
  best: number;
};

export type ListingDayTable = {
  listing_id: number;
  day: string;
  views: Generated<number>;
  saves: Generated<number>;
  enquiries: Generated<number>;
  shares: Generated<number>;
};

export type ListingPriceTable = {
  listing_id: number;
  at: Generated<Timestamp>;
  price_cents: Cents;
  price_period: number;
  by: number | null;
};

export type ListingTextTable = {
  id: number;
  card: string;
  tsv: string;
};

export type ListingViewTable = {
  id: GeneratedAlways<number>;
  listing_id: number;
  day: Generated<string>;
  featured: Generated<boolean>;
};

export type LocalOutboxTable = {
  id: GeneratedAlways<number>;
  key: string;
  channel: 'email' | 'sms';
  address: string;
  subject: Generated<string>;
  body: string;
  html: Generated<string>;
  created_at: Generated<Timestamp>;
};

export type LocationTable = {
  id: GeneratedAlways<number>;
  kind: 'country' | 'county' | 'sub_county' | 'ward' | 'estate' | 'landmark';
  parent_id: number | null;
  code: string | null;
  county: string | null;
  name: string;
  slug: string;
  aliases: Generated<string[]>;
  lat: number | null;
  lng: number | null;
  visible: Generated<boolean>;
  merged_into: number | null;
  revision: Generated<number>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
  landmark: 'road' | 'stage' | 'campus' | 'mall' | 'hospital' | 'area' | null;
  line: Json | null;
  radius_km: number | null;
};

export type LocationPathTable = {
  id: number | null;
  name: string | null;
  county_id: number | null;
  county: string | null;
  sub_county_id: number | null;
  sub_county: string | null;
  ward_id: number | null;
  ward: string | null;
  estate_id: number | null;
  lat: number | null;
  lng: number | null;
};

export type MandateTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  owner_company_id: number;
  agent_company_id: number;
  grants: Generated<string[]>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  ended_at: Timestamp | null;
  scope: Generated<'letting_only' | 'full_management' | 'sale'>;
  all_properties: Generated<boolean>;
  starts_on: string | null;
  ends_on: string | null;
  may_sign: Generated<boolean>;
  may_collect: Generated<boolean>;
  approval_limit_cents: Generated<Cents>;
  commission_bp: number | null;
};

export type MandatePropertyTable = {
  mandate_id: number;
  property_id: number;
};

export type MapCellTable = {
  listing_type: number;
  cell: number;
  n: number;
  min_cents: Cents;
  lat: number;
  lng: number;
};

export type MediaDoubtTable = {
  key: string;
  at: Generated<Timestamp>;
  going: Generated<boolean>;
  swept_by: string | null;
  swept_at: Timestamp | null;
};

export type MediaFileTable = {
  id: GeneratedAlways<number>;
  purpose: 'profile' | 'picture' | 'document' | 'video';
  visibility: 'public' | 'private';
  uploaded_by: number | null;
  company_id: number | null;
  name: Generated<string>;
  created_at: Generated<Timestamp>;
  wants_avif: Generated<boolean>;
};

export type MediaItemTable = {
  id: GeneratedAlways<number>;
  property_id: number;
  unit_id: number | null;
  media_type: 0 | 1 | 2 | 3;
  file_id: number | null;
  url: string | null;
  caption: Generated<string>;
  alt: Generated<string>;
  room: Generated<string>;
  sort: Generated<number>;
  is_cover: Generated<boolean>;
  width: number | null;
  height: number | null;
  bytes: number | null;
  colour: string | null;
  phash: number | null;
  taken_at: Timestamp | null;
  taken_lat: number | null;
  taken_lng: number | null;
  status: Generated<'processing' | 'ready' | 'rejected'>;
  status_reason: Generated<string>;
  created_by: number | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  revision: Generated<number>;
};

export type MediaSimilarTable = {
  id: GeneratedAlways<number>;
  item_id: number;
  other_id: number;
  distance: number;
  created_at: Generated<Timestamp>;
  settled_at: Timestamp | null;
  settled_by: number | null;
  note: Generated<string>;
};

export type MediaVariantTable = {
  file_id: number;
  label: string;
  key: string;
  type: string;
  bytes: number;
  width: number | null;
  height: number | null;
};

export type MeterTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  property_id: number;
  unit_id: number | null;
  kind: 'water' | 'power' | 'gas' | 'heat';
  number: string;
  place: Generated<string>;
  multiplier: Generated<number>;
  digits: Generated<number>;
  initial: Generated<number>;
  installed_on: string;
  sealed_on: string | null;
  prepaid: Generated<boolean>;
  replaces_id: number | null;
  status: Generated<'active' | 'replaced' | 'archived'>;
  revision: Generated<number>;
  created_by: number | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
};

export type MeterCycleTable = {
  id: GeneratedAlways<number>;
  property_id: number;
  kind: 'water' | 'power' | 'gas' | 'heat';
  month: string;
  status: Generated<'open' | 'review' | 'locked'>;
  locked_at: Timestamp | null;
  created_at: Generated<Timestamp>;
};

export type MeterLineTable = {
  id: GeneratedAlways<number>;
  property_id: number;
  unit_id: number | null;
  meter_id: number;
  cycle_id: number;
  tenancy_id: number | null;
  opening_id: number | null;
  reading_id: number;
  from_day: string;
  last_day: string;
  used: number;
  cents: number;
  tax_code: Generated<'A' | 'B' | 'C' | 'D' | 'E'>;
  detail: Generated<Json>;
  corrects: Generated<boolean>;
  ask_until: Timestamp | null;
  invoice_line_id: number | null;
  created_at: Generated<Timestamp>;
};

export type MeterPurchaseTable = {
  id: GeneratedAlways<number>;
  property_id: number;
  kind: 'water' | 'power' | 'gas' | 'heat';
  source: 'county' | 'tanker' | 'borehole' | 'grid' | 'generator' | 'solar' | 'bottle' | 'other';
  on_day: string;
  quantity: number;
  cents: number;
  supplier: Generated<string>;
  note: Generated<string>;
  created_by: number | null;
  created_at: Generated<Timestamp>;
};

export type MeterQueryTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  property_id: number;
  tenancy_id: number;
  line_id: number;
  person_id: number | null;
  text: string;
  value: number | null;
  status: Generated<'open' | 'stands' | 'corrected' | 'withdrawn'>;
  answer: Generated<string>;
  answered_by: number | null;
  answered_at: Timestamp | null;
  created_at: Generated<Timestamp>;
};

export type MeterReadingTable = {
  id: GeneratedAlways<number>;
  property_id: number;
  meter_id: number;
  cycle_id: number;
  value: number;
  on_day: string;
  covers: string;
  handover: Generated<boolean>;
  rolled: Generated<boolean>;
  source: 'caretaker' | 'tenant' | 'import' | 'estimate' | 'device';
  status: Generated<'submitted' | 'accepted' | 'rejected' | 'estimated'>;
  used: number;
  days: number;
  flags: Generated<string[]>;
  note: Generated<string>;
  reason: Generated<string>;
  file_id: number | null;
  by_id: number | null;
  created_at: Generated<Timestamp>;
};

export type MeterTariffTable = {
  id: GeneratedAlways<number>;
  property_id: number;
  kind: 'water' | 'power' | 'gas' | 'heat';
  valid_from: string;
  bands: Json;
  fixed_cents: Generated<Cents>;
  minimum_cents: Generated<Cents>;
  tax_code: Generated<'A' | 'B' | 'C' | 'D' | 'E'>;
  note: Generated<string>;
  created_by: number | null;
  created_at: Generated<Timestamp>;
};

export type MonthChecklistTable = {
  id: GeneratedAlways<number>;
  month: string;
  lines: Json;
  requested_by: number | null;
  closed_by: number | null;
  closed_at: Generated<Timestamp>;
};

export type MoveLogTable = {
  id: GeneratedAlways<number>;
  at: Generated<Timestamp>;
  subject: string;
  subject_id: number;
  move: string;
  from_state: string;
  to_state: string;
  actor_type: string;
  actor_id: number | null;
  reason: string | null;
};

export type NotificationTable = {
  id: GeneratedAlways<number>;
  person_id: number;
  event: string;
  event_group: string;
  event_key: string;
  heading: string;
  subject_name: Generated<string>;
  message: string;
  type: Generated<'info' | 'success' | 'warning'>;
  page: string | null;
  read: Generated<boolean>;
  created_at: Generated<Timestamp>;
};

export type NotificationBroadcastTable = {
  id: GeneratedAlways<number>;
  heading: string;
  message: string;
  audience: Json;
  people: number;
  created_by: number | null;
  created_at: Generated<Timestamp>;
  heading_sw: Generated<string>;
  message_sw: Generated<string>;
  page: string | null;
  channels: Generated<string[]>;
  status: Generated<'scheduled' | 'sending' | 'sent' | 'canceled'>;
  starts_at: Generated<Timestamp>;
  finished_at: Timestamp | null;
  told_to: Generated<number>;
  told: Generated<number>;
  email: Generated<number>;
  sms: Generated<number>;
};

export type NotificationDeliveryTable = {
  id: GeneratedAlways<number>;
  key: string;
  person_id: number | null;
  event: string;
  channel: 'app' | 'email' | 'sms';
  address: Generated<string>;
  state: 'queued' | 'sent' | 'delivered' | 'failed' | 'muted' | 'throttled' | 'bundled';
  attempts: Generated<number>;
  error: string | null;
  payload: Json | null;
  carrier_id: string | null;
  due_at: Generated<Timestamp>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  broadcast_id: number | null;
};

export type NotificationPreferenceTable = {
  person_id: number;
  event_group: string;
  channel: 'app' | 'email' | 'sms';
  wanted: boolean;
};

export type NotificationSettingTable = {
  person_id: number;
  quiet_from: number | null;
  quiet_to: number | null;
  digest: Generated<'off' | 'daily' | 'weekly'>;
};

export type OccupantTable = {
  id: GeneratedAlways<number>;
  company_id: number;
  property_id: number;
  unit_id: number;
  intake_id: number | null;
  name: string;
  phone: string | null;
  since: string | null;
  rent_cents: Cents | null;
  deposit_held_cents: Cents | null;
  created_by: number | null;
  created_at: Generated<Timestamp>;
  ended_at: Timestamp | null;
  taken_up_at: Timestamp | null;
};

export type OneTimeLinkTable = {
  id: GeneratedAlways<number>;
  kind: 'verify_email' | 'reset_password' | 'passwordless' | 'oauth';
  person_id: number;
  code_hash: string;
  email: string;
  data: Generated<Json>;
  expires_at: Timestamp;
  used_at: Timestamp | null;
  created_at: Generated<Timestamp>;
};

export type OpeningBalanceTable = {
  id: GeneratedAlways<number>;
  company_id: number;
  property_id: number;
  unit_id: number;
  occupant_id: number;
  intake_id: number | null;
  cents: number;
  currency: Generated<string>;
  as_of: string;
  created_by: number | null;
  created_at: Generated<Timestamp>;
  taken_up_at: Timestamp | null;
};

export type PaymentTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  purpose: 1 | 2 | 4 | 5;
  status: Generated<'initiated' | 'pending' | 'completed' | 'failed' | 'canceled' | 'unknown' | 'timed_out' | 'reversed'>;
  how: 'stk' | 'paybill' | 'mpesa' | 'bank' | 'cash' | 'cheque' | 'wallet';
  fund: 'C' | 'M';
  cents: number;
  allocated_cents: Generated<Cents>;
  credited_cents: Generated<Cents>;
  refunded_cents: Generated<Cents>;
  spent_cents: Generated<Cents>;
  company_id: number | null;
  property_id: number | null;
  unit_id: number | null;
  tenancy_id: number | null;
  booking_id: number | null;
  tenant_id: number | null;
  person_id: number | null;
  account_id: number | null;
  for_table: string | null;
  for_id: number | null;
  match: Generated<'unmatched' | 'suggested' | 'matched' | 'returned'>;
  reasons: Generated<Json>;
  looked_at: Timestamp | null;
  payer: string | null;
  phone_sealed: string | null;
  phone_tail: string | null;
  phone_mark: Buffer | null;
  account_text: string | null;
  external: string | null;
  reason: string | null;
  note: Generated<string>;
  evidence_file_id: number | null;
  recorded_by: number | null;
  code_mark: Buffer | null;
  code_until: Timestamp | null;
  asked_at: Timestamp | null;
  received_at: Timestamp | null;
  paid_on: string | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  invoice_ids: Generated<number[]>;
  holder_id: number | null;
  banked_line_id: number | null;
  corrects: number | null;
  correction: 'amount' | 'tenant' | 'date' | null;
};

export type PaymentCreditTable = {
  id: GeneratedAlways<number>;
  payment_id: number;
  company_id: number;
  tenancy_id: number | null;
  booking_id: number | null;
  fund: 'C' | 'M';
  cents: number;
  used_cents: Generated<Cents>;
  refunded_cents: Generated<Cents>;
  undone_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  allocation_id: number | null;
};

export type PaymentDoubtTable = {
  id: GeneratedAlways<number>;
  kind: 'prompt' | 'reversal' | 'which';
  account_id: number;
  company_id: number | null;
  payment_id: number;
  external: string;
  cents: number;
  at: Timestamp;
  payer: Generated<string>;
  phone_sealed: string | null;
  phone_tail: string | null;
  phone_mark: Buffer | null;
  verified_by: string;
  status: Generated<'open' | 'decided'>;
  decision: 'same' | 'apart' | 'loss' | 'taken' | 'dismissed' | null;
  reason: Generated<string>;
  decided_by: number | null;
  decided_at: Timestamp | null;
  created_at: Generated<Timestamp>;
};

export type PayoutAccountTable = {
  id: GeneratedAlways<number>;
  company_id: number;
  rail: 'bank' | 'mpesa';
  bank_code: string | null;
  holder: string;
  sealed: string;
  tail: string;
  mark: Buffer;
  status: Generated<'unproved' | 'ready' | 'closed'>;
  is_default: Generated<boolean>;
  changed_at: Generated<Timestamp>;
  changed_by: number | null;
  verified_at: Timestamp | null;
  verified_by: number | null;
  revision: Generated<number>;
  created_at: Generated<Timestamp>;
};

export type PersonTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  name: string;
  email: string | null;
  email_verified: Generated<boolean>;
  image: string | null;
  phone: string | null;
  user_type: Generated<number>;
  onboarding: Generated<boolean>;
  is_active: Generated<boolean>;
  company_id: number | null;
  staff_role_id: number | null;
  last_sign_in_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  region: string | null;
  verified_status: Generated<'pending' | 'verified' | 'rejected' | 'suspended'>;
  locale: Generated<'en' | 'sw'>;
  closing_at: Timestamp | null;
  closed_at: Timestamp | null;
  job_title: Generated<string>;
  starts_on: string | null;
  ends_on: string | null;
  second_step_waived: Generated<boolean>;
  phone_proved_at: Timestamp | null;
  phone_released_at: Timestamp | null;
  phone_changed_at: Timestamp | null;
  phone_since: Timestamp | null;
  email_since: Timestamp | null;
  role_since: Generated<Timestamp>;
};

export type PersonCredentialTable = {
  id: GeneratedAlways<number>;
  person_id: number;
  account_id: string;
  provider_id: string;
  password: string | null;
  access_token: string | null;
  refresh_token: string | null;
  id_token: string | null;
  access_token_expires_at: Timestamp | null;
  refresh_token_expires_at: Timestamp | null;
  scope: string | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
};

export type PersonDeviceTable = {
  person_id: number;
  agent_hash: string;
  agent: string;
  first_seen_at: Generated<Timestamp>;
  last_seen_at: Generated<Timestamp>;
};

export type PersonNoteTable = {
  id: GeneratedAlways<number>;
  person_id: number;
  author_id: number | null;
  body: string;
  pinned: Generated<boolean>;
  created_at: Generated<Timestamp>;
  edited_at: Timestamp | null;
};

export type PersonPasskeyTable = {
  id: GeneratedAlways<number>;
  person_id: number;
  name: string | null;
  public_key: string;
  credential_id: string;
  counter: Generated<number>;
  device_type: string;
  backed_up: Generated<boolean>;
  transports: string | null;
  aaguid: string | null;
  created_at: Generated<Timestamp>;
};

export type PersonProfileTable = {
  person_id: number;
  kind: 'tenant' | 'owner' | 'agent' | 'dealer';
  details: Generated<Json>;
  updated_at: Generated<Timestamp>;
  revision: Generated<number>;
};

export type PersonSecondFactorTable = {
  person_id: number;
  secret: string;
  last_step: Generated<number>;
  recovery_hashes: Generated<string[]>;
  confirmed_at: Timestamp | null;
  created_at: Generated<Timestamp>;
};

export type PersonSessionTable = {
  id: GeneratedAlways<number>;
  person_id: number;
  token: string;
  expires_at: Timestamp;
  ip_address: string | null;
  user_agent: string | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  proved_at: Generated<Timestamp>;
  seen_at: Generated<Timestamp>;
  impersonator_id: number | null;
  impersonator_session_id: number | null;
};

export type PhoneCodeTable = {
  phone: string;
  code_hash: string;
  tries: Generated<number>;
  expires_at: Timestamp;
  sent_at: Generated<Timestamp>;
  challenge: string;
};

export type PolicyTable = {
  id: GeneratedAlways<number>;
  slug: string;
  user_type: number;
  kind: 'terms' | 'privacy' | 'refund' | 'listing' | 'data_consent' | 'conduct' | 'cookies';
  title: string;
  title_sw: Generated<string>;
  body: string;
  body_sw: Generated<string>;
  status: Generated<'draft' | 'published' | 'retired'>;
  version: Generated<number>;
  effective_from: string;
  requires_consent: Generated<boolean>;
  revision: Generated<number>;
  created_by: number | null;
  updated_by: number | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
};

export type PolicyConsentTable = {
  id: GeneratedAlways<number>;
  person_id: number;
  policy_id: number;
  version: number;
  at: Generated<Timestamp>;
  ip: string | null;
  how: 'joining' | 'invitation' | 'signed_in' | null;
};

export type PolicyVersionTable = {
  policy_id: number;
  version: number;
  title: string;
  title_sw: string;
  body: string;
  body_sw: string;
  summary: Generated<string>;
  effective_from: string;
  created_by: number | null;
  created_at: Generated<Timestamp>;
  published_at: Timestamp | null;
  summary_sw: Generated<string>;
};

export type PortfolioTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  company_id: number;
  holder_id: number;
  client_key: string;
  file_name: string;
  as_of: string;
  created_by: number;
  created_at: Generated<Timestamp>;
  undone_at: Timestamp | null;
  sent_sha256: string | null;
};

export type PortfolioRowTable = {
  id: GeneratedAlways<number>;
  portfolio_id: number;
  line: number;
  sheet: Generated<string>;
  property: Generated<string>;
  cells: Generated<Json>;
  problems: Generated<Json>;
  state: 'waiting' | 'brought' | 'wrong' | 'undone' | 'kept';
  tenancy_id: number | null;
  took_up: Generated<boolean>;
  created_at: Generated<Timestamp>;
  vacant_since: Timestamp | null;
};

export type PromotionTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  company_id: number;
  name: string;
  discount_type: 1 | 2 | 3;
  value: Generated<number>;
  perk: Generated<string>;
  applies_to: Generated<'rent' | 'deposit' | 'agent_fee'>;
  months: Generated<number>;
  starts_at: Timestamp;
  ends_at: Timestamp;
  quota: number | null;
  used: Generated<number>;
  promo_code: string | null;
  stackable: Generated<boolean>;
  status: Generated<'draft' | 'scheduled' | 'running' | 'ended' | 'canceled'>;
  revision: Generated<number>;
  created_by: number | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
};

export type PromotionListingTable = {
  promotion_id: number;
  listing_id: number;
};

export type PropertyTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  slug: string;
  company_id: number;
  name: string;
  property_type_id: number;
  category_id: number;
  description: Generated<string>;
  description_sw: Generated<string>;
  location_id: number;
  region: string;
  address: Generated<string>;
  landmark: Generated<string>;
  lat: number | null;
  lng: number | null;
  show_pin: Generated<boolean>;
  plot_ref: Generated<string>;
  year_built: number | null;
  floors: number | null;
  blocks: Generated<string[]>;
  lifts: Generated<number>;
  parking_slots: Generated<number>;
  caretaker_name: Generated<string>;
  caretaker_phone: string | null;
  house_rules: Generated<string>;
  amenities: Generated<number[]>;
  utilities: Generated<Json>;
  billing: Generated<Json>;
  notice_days: Generated<number>;
  deposit_months: Generated<string>;
  currency: Generated<string>;
  tax_profile: Generated<'residential' | 'commercial'>;
  status: Generated<'draft' | 'pending_verification' | 'verified' | 'rejected' | 'expired'>;
  verified_by: number | null;
  verified_at: Timestamp | null;
  verification_expires_at: Timestamp | null;
  verification_note: Generated<string>;
  stalled: Generated<boolean>;
  rating_avg: number | null;
  rating_count: Generated<number>;
  revision: Generated<number>;
  created_by: number | null;
  updated_by: number | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  archived_at: Timestamp | null;
  deleted_at: Timestamp | null;
  client_key: string | null;
};

export type PropertyCheckTable = {
  id: GeneratedAlways<number>;
  property_id: number;
  what: 'exists' | 'access' | 'authority' | 'units' | 'pictures' | 'position';
  way: 'site' | 'papers';
  note: Generated<string>;
  file_id: number | null;
  checked_by: number | null;
  checked_at: Timestamp;
};

export type PublicListingTable = {
  id: number | null;
  property_id: number | null;
  unit_id: number | null;
  listing_type: number | null;
};

export type PushTable = {
  id: GeneratedAlways<number>;
  payment_id: number;
  account_id: number;
  reference: string;
  phone_sealed: string;
  phone_mark: Buffer;
  cents: number;
  for_table: string | null;
  for_id: number | null;
  open: Generated<boolean>;
  sent_at: Timestamp | null;
  checkout_id: string | null;
  merchant_id: string | null;
  hint_code: string | null;
  hint_cents: Cents | null;
  hint_external: string | null;
  result_code: string | null;
  result_text: string | null;
  asks: Generated<number>;
  next_ask_at: Timestamp | null;
  created_at: Generated<Timestamp>;
};

export type PushInvoiceTable = {
  push_id: number;
  invoice_id: number;
  phone_mark: Buffer;
  open: Generated<boolean>;
};

export type RatingCategoryTable = {
  id: GeneratedAlways<number>;
  name: string;
  name_sw: Generated<string>;
  target: 'property' | 'unit' | 'agent' | 'owner' | 'tenant' | 'contractor';
  weight: Generated<number>;
  active: Generated<boolean>;
  sort: Generated<number>;
  revision: Generated<number>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
};

export type RatingItemTable = {
  id: GeneratedAlways<number>;
  category_id: number;
  label: string;
  label_sw: Generated<string>;
  required: Generated<boolean>;
  safety: Generated<boolean>;
  sort: Generated<number>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
  revision: Generated<number>;
};

export type ReceiptTable = {
  id: GeneratedAlways<number>;
  rail: 'mpesa' | 'bank' | 'cash';
  external_id: string | null;
  account_id: number | null;
  payment_id: number;
  push_id: number | null;
  fund: 'C' | 'M';
  cents: number;
  paid_at: Timestamp;
  account_text: Generated<string>;
  payer: Generated<string>;
  phone_sealed: string | null;
  phone_tail: string | null;
  phone_mark: Buffer | null;
  verified_by: 'query' | 'pull' | 'statement' | 'cash' | 'person';
  inbox_id: number | null;
  reversed_at: Timestamp | null;
  created_at: Generated<Timestamp>;
};

export type RefundTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  payment_id: number;
  credit_id: number | null;
  company_id: number | null;
  property_id: number | null;
  status: Generated<'asked' | 'approved' | 'refused' | 'paid'>;
  cents: number;
  reason: string;
  to_sealed: string;
  to_tail: string;
  asked_by: number | null;
  asked_at: Generated<Timestamp>;
  decided_by: number | null;
  decided_at: Timestamp | null;
  decision: Generated<string>;
  proof: string | null;
  paid_at: Timestamp | null;
  paid_how: 'mpesa' | 'bank' | 'cash' | null;
  paid_from: number | null;
  handed_by: number | null;
  evidence_file_id: number | null;
  way: Generated<'payer' | 'typed' | 'hand'>;
  proven_at: Timestamp | null;
};

export type RefundTransferTable = {
  id: GeneratedAlways<number>;
  refund_id: number;
  attempt: number;
  account_id: number;
  cents: number;
  fee_cents: Generated<Cents>;
  key: string;
  conversation_id: string | null;
  external_id: string | null;
  status: Generated<'queued' | 'sent' | 'confirmed' | 'failed' | 'unknown' | 'twice'>;
  error: 'bad_account' | 'name_mismatch' | 'limit' | 'insufficient_float' | 'timeout' | 'duplicate' | 'amount_mismatch' | 'callback_lost' | 'unknown' | null;
  result_code: string | null;
  result_text: Generated<string>;
  disputed_at: Timestamp | null;
  ask_at: Timestamp | null;
  asked: Generated<number>;
  sent_at: Timestamp | null;
  settled_at: Timestamp | null;
  settled_by: number | null;
  created_at: Generated<Timestamp>;
};

export type RentTermsTable = {
  id: GeneratedAlways<number>;
  property_id: number;
  unit_type_id: number | null;
  rent_cents: Cents | null;
  deposit_cents: Cents | null;
  service_charge_cents: Cents | null;
  water_source: string[] | null;
  power_type: string | null;
  updated_by: number | null;
  updated_at: Generated<Timestamp>;
};

export type ReviewTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  target: 'property' | 'unit' | 'agent';
  property_id: number | null;
  unit_id: number | null;
  agent_id: number | null;
  author_id: number;
  basis: 'tour' | 'tenancy' | 'work_order' | 'sale';
  basis_id: number;
  score: string;
  body: Generated<string>;
  pros: Generated<string>;
  cons: Generated<string>;
  anonymous: Generated<boolean>;
  status: Generated<'pending' | 'published' | 'hidden' | 'rejected'>;
  status_reason: Generated<string>;
  reply: string | null;
  replied_by: number | null;
  replied_at: Timestamp | null;
  helpful: Generated<number>;
  revision: Generated<number>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  doubts: Generated<string[]>;
};

export type ReviewHelpfulTable = {
  review_id: number;
  person_id: number;
  created_at: Generated<Timestamp>;
};

export type ReviewScoreTable = {
  review_id: number;
  item_id: number;
  score: number;
};

export type SaleFileTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  company_id: number;
  agent_company_id: number | null;
  property_id: number;
  listing_id: number;
  bid_id: number;
  buyer_id: number;
  price_cents: Cents;
  status: Generated<'open' | 'completed' | 'fallen_through'>;
  reason: Generated<string>;
  revision: Generated<number>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
};

export type SaleStepTable = {
  sale_id: number;
  step: 'reservation' | 'deposit' | 'search' | 'agreement' | 'consents' | 'valuation' | 'duty' | 'balance' | 'transfer' | 'handover';
  n: number;
  due_on: string | null;
  done_at: Timestamp | null;
  done_by: number | null;
  note: Generated<string>;
  file_id: number | null;
};

export type SavedSearchTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  person_id: number;
  name: string;
  query: string;
  often: Generated<'instant' | 'daily' | 'weekly' | 'off'>;
  last_run_at: Generated<Timestamp>;
  stop_key: string;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
};

export type SavedSearchNotifiedTable = {
  search_id: number;
  listing_id: number;
  at: Generated<Timestamp>;
  price_cents: Generated<Cents>;
};

export type SavedViewTable = {
  id: GeneratedAlways<number>;
  person_id: number;
  list: string;
  name: string;
  query: string;
  created_at: Generated<Timestamp>;
};

export type ScreeningCheckTable = {
  booking_id: number;
  what: 'identity' | 'income' | 'landlord' | 'employer' | 'guarantor' | 'platform';
  outcome: Generated<'open' | 'pass' | 'fail' | 'waived'>;
  note: Generated<string>;
  file_id: number | null;
  by_id: number | null;
  at: Timestamp | null;
  former_company_id: number | null;
};

export type SettlementErrorTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  transaction_id: number;
  company_id: number;
  error: 'bad_account' | 'name_mismatch' | 'limit' | 'insufficient_float' | 'timeout' | 'duplicate' | 'amount_mismatch' | 'callback_lost' | 'unknown';
  cause: Generated<string>;
  attempts: Generated<number>;
  owner_id: number | null;
  status: Generated<'open' | 'retrying' | 'resolved' | 'written_off'>;
  resolution: Generated<string>;
  first_at: Generated<Timestamp>;
  last_at: Generated<Timestamp>;
  closed_at: Timestamp | null;
  closed_by: number | null;
  revision: Generated<number>;
};

export type SettlementFileTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  made_by: number | null;
  count: number;
  cents: number;
  checksum: string;
  sealed: string;
  created_at: Generated<Timestamp>;
  channel: 'pesalink' | 'eft' | 'rtgs' | null;
  debit_account: string | null;
};

export type SettlementLineTable = {
  settlement_id: number;
  account_id: number;
  journal_id: number;
  line: number;
  cents: number;
};

export type SettlementPaymentTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  run_id: number | null;
  kind: 'run' | 'withdrawal';
  company_id: number;
  fund: 'C' | 'P';
  account_code: 2000 | 2040 | 2050;
  cut_off: string;
  payout_account_id: number | null;
  rail: 'bank' | 'mpesa' | null;
  wanted_cents: Cents | null;
  figures: Generated<Json>;
  net_cents: Cents;
  fee_cents: Generated<Cents>;
  fee_by_payee: Generated<boolean>;
  status: Generated<'draft' | 'approved' | 'sending' | 'paid' | 'part_failed' | 'canceled' | 'failed'>;
  made_by: number | null;
  approved_by: number | null;
  approved_at: Timestamp | null;
  paid_at: Timestamp | null;
  revision: Generated<number>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  money_handlers: Generated<number[]>;
};

export type SettlementRunTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  cut_off: string;
  made_by: number | null;
  created_at: Generated<Timestamp>;
  cursor: Generated<number>;
  of_count: Generated<number>;
  done: Generated<number>;
  made: Generated<number>;
  net_cents: Generated<Cents>;
  problem: string | null;
  worked_at: Generated<Timestamp>;
  finished_at: Timestamp | null;
};

export type SettlementTransactionTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  settlement_id: number;
  part: number;
  attempt: number;
  rail: 'bank' | 'mpesa';
  payout_account_id: number;
  bank_code: string | null;
  tail: string;
  cents: number;
  fee_cents: Generated<Cents>;
  key: string;
  conversation_id: string | null;
  external_id: string | null;
  status: Generated<'queued' | 'sent' | 'confirmed' | 'failed' | 'reversed' | 'unknown'>;
  result_code: string | null;
  result_text: Generated<string>;
  evidence_file_id: number | null;
  ask_at: Timestamp | null;
  asked: Generated<number>;
  sent_at: Timestamp | null;
  settled_at: Timestamp | null;
  settled_by: number | null;
  created_at: Generated<Timestamp>;
  bank_file_id: number | null;
  found_at: Timestamp | null;
  account_id: number | null;
  back_said_by: number | null;
  back_said_at: Timestamp | null;
};

export type StaffRoleTable = {
  id: GeneratedAlways<number>;
  company_id: number | null;
  name: string;
  grants: Generated<string[]>;
  created_at: Generated<Timestamp>;
  code: GeneratedAlways<string>;
  audience: Generated<'company' | 'platform'>;
  system: Generated<boolean>;
  description: Generated<string>;
  base_id: number | null;
  revision: Generated<number>;
  created_by: number | null;
  updated_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
  auditor: Generated<boolean>;
};

export type StatementTable = {
  id: GeneratedAlways<number>;
  account_id: number;
  company_id: number | null;
  name: string;
  sha256: Buffer;
  head: string[];
  columns: Generated<Json>;
  status: Generated<'read' | 'importing' | 'imported' | 'undoing' | 'undone'>;
  problem: string | null;
  by_id: number | null;
  created_at: Generated<Timestamp>;
  imported_at: Timestamp | null;
  undone_at: Timestamp | null;
  taken: Generated<number>;
  taken_at: Timestamp | null;
  taken_by: number | null;
  told_at: Timestamp | null;
  undo_reason: string | null;
  undo_keep: Generated<boolean>;
  asked_by: number | null;
  approved_by: number | null;
  columns_chosen: Generated<boolean>;
  characters: Generated<number>;
  same_lines: 'skip' | 'import' | null;
  cash_lines: Json | null;
  sweep_lines: number[] | null;
};

export type StatementLineTable = {
  id: GeneratedAlways<number>;
  statement_id: number;
  n: number;
  cells: string[];
  day: string | null;
  cents: number | null;
  reference: Generated<string>;
  details: Generated<string>;
  payer: Generated<string>;
  external_id: string | null;
  fate: Generated<'new' | 'known' | 'out' | 'in' | 'reversal' | 'ignored' | 'wrong' | 'unconfirmed'>;
  tenancy_id: number | null;
  payment_id: number | null;
  balance_cents: Cents | null;
  journal_id: number | null;
  paid_at: Timestamp | null;
  brought: Generated<boolean>;
  probable: Generated<boolean>;
  account_text: Generated<string>;
  rule_by: number | null;
};

export type StatementRuleTable = {
  id: GeneratedAlways<number>;
  company_id: number | null;
  contains: string;
  act: 'tenancy' | 'ignore';
  tenancy_id: number | null;
  created_at: Generated<Timestamp>;
  by_id: number | null;
};

export type StatusQueryTable = {
  id: GeneratedAlways<number>;
  account_id: number;
  external: string;
  originator: string;
  conversation_id: string | null;
  inbox_id: number | null;
  payment_id: number | null;
  tenancy_id: number | null;
  asked_by: number | null;
  open: Generated<boolean>;
  sent_at: Timestamp | null;
  tries: Generated<number>;
  next_at: Generated<Timestamp>;
  result: string | null;
  told_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  closed_at: Timestamp | null;
  account_text: string | null;
};

export type StayTable = {
  id: GeneratedAlways<number>;
  company_id: number;
  property_id: number;
  unit_id: number;
  booking_id: number | null;
  tenancy_id: number | null;
  during: unknown;
  released_at: Timestamp | null;
  created_by: number | null;
  created_at: Generated<Timestamp>;
};

export type SuperadminRequestTable = {
  id: GeneratedAlways<number>;
  person_id: number;
  act: 'disable' | 'delete';
  reason: string;
  asked_by: number;
  created_at: Generated<Timestamp>;
  settled_by: number | null;
  settled_at: Timestamp | null;
  agreed: boolean | null;
};

export type SupportContactTable = {
  id: Generated<number>;
  phone: string | null;
  whatsapp: string | null;
  email: string;
  hours_en: Generated<string>;
  hours_sw: Generated<string>;
  revision: Generated<number>;
  updated_by: number | null;
  updated_at: Generated<Timestamp>;
};

export type TaxRemittanceTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  tax: 'vat' | 'withholding';
  cents: number;
  account_id: number | null;
  paid_on: string;
  reference: string;
  request_id: number;
  made_by: number | null;
  decided_by: number | null;
  created_at: Generated<Timestamp>;
  undone_at: Timestamp | null;
  undone_by: number | null;
  undo_request_id: number | null;
};

export type TaxonTable = {
  id: GeneratedAlways<number>;
  kind: 'amenity' | 'property_type' | 'property_category' | 'unit_type';
  code: string;
  name: string;
  name_sw: Generated<string>;
  icon: Generated<string>;
  grouped: Generated<string>;
  applies_to: Generated<'property' | 'unit' | 'both'>;
  listing_types: Generated<number[]>;
  bedrooms: number | null;
  category_id: number | null;
  aliases: Generated<string[]>;
  sort: Generated<number>;
  visible: Generated<boolean>;
  searchable: Generated<boolean>;
  bit: number | null;
  merged_into: number | null;
  revision: Generated<number>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
};

export type TeamTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  company_id: number;
  name: string;
  lead_id: number | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
  limited: Generated<boolean>;
  revision: Generated<number>;
};

export type TeamMemberTable = {
  team_id: number;
  person_id: number;
};

export type TeamPropertyTable = {
  team_id: number;
  property_id: number;
};

export type TenancyTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  company_id: number;
  agent_company_id: number | null;
  property_id: number;
  unit_id: number;
  booking_id: number | null;
  listing_type: 0 | 1;
  status: Generated<'pending' | 'active' | 'expired' | 'terminate'>;
  stage: Generated<'normal' | 'renewal' | 'ending' | 'closing' | 'holdover'>;
  starts_on: string;
  ends_on: string | null;
  review_on: string | null;
  term_type: Generated<'fixed' | 'periodic'>;
  holdover: Generated<'roll' | 'stop'>;
  notice_days: Generated<number>;
  due_day: Generated<number>;
  deposit_cents: Generated<Cents>;
  escalation: Generated<Json>;
  controlled: Generated<boolean>;
  opening: Json | null;
  import_id: number | null;
  leaving_on: string | null;
  leaving: Json | null;
  termination: Json | null;
  closed_out_at: Timestamp | null;
  revision: Generated<number>;
  created_by: number | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  waived: Generated<Json>;
  renewal: Json | null;
  alerted: number | null;
  told_on: string | null;
  whole: Generated<boolean>;
  leaving_ask: Json | null;
  transfer: Json | null;
  next_on: GeneratedAlways<string | null>;
  people_ask: Json | null;
  terms_ask: Json | null;
};

export type TenancyChargeTable = {
  id: GeneratedAlways<number>;
  tenancy_id: number;
  label: string;
  kind: Generated<'service' | 'water' | 'power' | 'garbage' | 'security' | 'parking' | 'internet' | 'discount' | 'other'>;
  cents: number | null;
  often: Generated<'once' | 'monthly' | 'yearly'>;
  during: unknown;
  created_at: Generated<Timestamp>;
};

export type TenancyFileTable = {
  id: GeneratedAlways<number>;
  company_id: number;
  tenancy_id: number;
  kind: 'contract' | 'addendum' | 'id' | 'kra_pin' | 'receipt' | 'inspection' | 'notice' | 'other';
  name: string;
  file_id: number | null;
  version: Generated<number>;
  visible_to: Generated<string[]>;
  expires_on: string | null;
  required: Generated<boolean>;
  review: Generated<'open' | 'ok' | 'rejected'>;
  reviewed_by: number | null;
  removed_at: Timestamp | null;
  created_by: number | null;
  created_at: Generated<Timestamp>;
  replaces_id: number | null;
  note: Generated<string>;
  reviewed_at: Timestamp | null;
  warned: number | null;
};

export type TenancyPersonTable = {
  id: GeneratedAlways<number>;
  tenancy_id: number;
  tenant_id: number;
  role: 'lead' | 'co_tenant' | 'occupant' | 'guarantor';
  share_bp: Generated<number>;
  since: string | null;
  until: string | null;
};

export type TenancyTermTable = {
  id: GeneratedAlways<number>;
  tenancy_id: number;
  during: unknown;
  rent_cents: Cents;
  period: Generated<number>;
  why: 'start' | 'renewal' | 'rent_change' | 'escalation' | 'roll' | 'transfer' | 'import';
  agreement_id: number | null;
  created_by: number | null;
  created_at: Generated<Timestamp>;
  signed_cents: Cents | null;
};

export type TenantTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  company_id: number;
  person_id: number | null;
  name: string;
  phone: string | null;
  email: string | null;
  status: Generated<'prospective' | 'approved' | 'current' | 'past' | 'rejected'>;
  tags: Generated<string[]>;
  merged_into: number | null;
  revision: Generated<number>;
  created_by: number | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  contacts_before: Generated<Json>;
};

export type TenantNoteTable = {
  id: GeneratedAlways<number>;
  company_id: number;
  tenant_id: number;
  author_id: number | null;
  body: string;
  created_at: Generated<Timestamp>;
  edited_at: Timestamp | null;
};

export type ThreadTable = {
  id: GeneratedAlways<number>;
  company_id: number;
  agent_company_id: number | null;
  property_id: number | null;
  lead_id: number;
  last_seq: Generated<number>;
  last_at: Timestamp | null;
  closed_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  guest_seq: Generated<number>;
  team_read: Generated<number>;
};

export type ThreadMemberTable = {
  id: GeneratedAlways<number>;
  thread_id: number;
  person_id: number | null;
  guest: Generated<boolean>;
  token_hash: string | null;
  read_upto: Generated<number>;
  muted: Generated<boolean>;
};

export type ThreadMessageTable = {
  id: GeneratedAlways<number>;
  thread_id: number;
  seq: number;
  client_key: string;
  member_id: number | null;
  event: string | null;
  about: Generated<Json>;
  body: Generated<string>;
  files: Generated<number[]>;
  at: Generated<Timestamp>;
};

export type ThrottleTable = {
  key: string;
  window_ends_at: Timestamp;
  count: number;
};

export type TourTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  company_id: number;
  agent_company_id: number | null;
  property_id: number;
  unit_id: number | null;
  listing_id: number;
  viewing_id: number;
  host_id: number;
  lead_id: number | null;
  person_id: number | null;
  name: string;
  phone: string;
  email: string | null;
  status: Generated<'requested' | 'confirmed' | 'attended' | 'no_show_visitor' | 'no_show_host' | 'declined' | 'lapsed' | 'canceled'>;
  kind: Generated<'instant' | 'confirm'>;
  starts_at: Timestamp;
  ends_at: Timestamp;
  people: Generated<number>;
  notes: Generated<string>;
  consent: Generated<'none' | 'asked' | 'given' | 'refused'>;
  lapse_at: Timestamp | null;
  remind_at: Timestamp | null;
  settle_at: Timestamp | null;
  moved_times: Generated<number>;
  check_in_code: string | null;
  checked_in_at: Timestamp | null;
  check_in_m: number | null;
  contested_at: Timestamp | null;
  feedback: Json | null;
  reason: Generated<string>;
  token_hash: string | null;
  language: Generated<string>;
  revision: Generated<number>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  settled_at: Timestamp | null;
  consent_by: number | null;
  consent_at: Timestamp | null;
  consent_note: Generated<string>;
  phone_proved: Generated<boolean>;
};

export type TourDayTable = {
  id: GeneratedAlways<number>;
  host_id: number;
  company_id: number;
  day: string;
  ranges: Generated<Json>;
  note: Generated<string>;
};

export type TourHostTable = {
  person_id: number;
  company_id: number;
  hours: Generated<Json>;
  minutes: Generated<number>;
  buffer_minutes: Generated<number>;
  most_a_day: Generated<number>;
  instant: Generated<boolean>;
  feed_hash: string | null;
  revision: Generated<number>;
  updated_at: Generated<Timestamp>;
};

export type UnitTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  property_id: number;
  slug: string;
  name: string;
  block: Generated<string>;
  floor: number | null;
  unit_type_id: number;
  bedrooms: Generated<number>;
  bathrooms: Generated<number>;
  area_m2: number | null;
  rent_cents: Cents | null;
  deposit_cents: Cents | null;
  service_charge_cents: Cents | null;
  furnished: Generated<'unfurnished' | 'semi' | 'furnished'>;
  amenities: Generated<number[]>;
  meters: Generated<Json>;
  keys_count: Generated<number>;
  status: Generated<'vacant' | 'ordered' | 'occupied' | 'maintenance' | 'onhold' | 'stall'>;
  status_since: Generated<Timestamp>;
  status_reason: Generated<string>;
  status_before: string | null;
  expected_on: string | null;
  available_from: string | null;
  notes: Generated<string>;
  import_batch_id: number | null;
  revision: Generated<number>;
  created_by: number | null;
  updated_by: number | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
  works_since: Timestamp | null;
  water_source: string[] | null;
  power_type: string | null;
  inherits: Generated<string[]>;
  occupied_said: Generated<boolean>;
  let_from: string | null;
};

export type UploadPartTable = {
  session_id: number;
  at: number;
  key: string;
  bytes: number;
};

export type UploadSessionTable = {
  id: GeneratedAlways<number>;
  person_id: number;
  property_id: number;
  unit_id: number | null;
  media_type: 0 | 1 | 3;
  replaces: number | null;
  name: string;
  size: number;
  received: Generated<number>;
  expires_at: Timestamp;
  created_at: Generated<Timestamp>;
};

export type VacancyTable = {
  id: GeneratedAlways<number>;
  slug: string;
  title: string;
  department: Generated<string>;
  place: Generated<string>;
  kind: Generated<'full_time' | 'part_time' | 'contract' | 'internship'>;
  body: Generated<string>;
  closes_on: string | null;
  status: Generated<'draft' | 'open' | 'closed'>;
  revision: Generated<number>;
  created_by: number | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
};

export type VacancyApplicationTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  vacancy_id: number;
  name: string;
  phone: string;
  email: string | null;
  letter: Generated<string>;
  cv_file_id: number;
  status: Generated<'new' | 'shortlisted' | 'rejected' | 'hired'>;
  created_at: Generated<Timestamp>;
};

export type VerificationTable = {
  id: GeneratedAlways<number>;
  identifier: string;
  value: string;
  expires_at: Timestamp;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
};

export type ViewingTable = {
  id: GeneratedAlways<number>;
  company_id: number;
  agent_company_id: number | null;
  property_id: number;
  unit_id: number | null;
  listing_id: number;
  host_id: number;
  during: unknown;
  mode: Generated<'in_person' | 'video'>;
  is_group: Generated<boolean>;
  capacity: Generated<number>;
  taken: Generated<number>;
  meeting: Generated<string>;
  closed_at: Timestamp | null;
  created_at: Generated<Timestamp>;
};

export type WalletTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  company_id: number;
  status: Generated<'open' | 'frozen'>;
  status_reason: Generated<string>;
  reserve_cents: Generated<Cents>;
  revision: Generated<number>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
};

export type WalletAdjustmentTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  company_id: number;
  account_code: 2000 | 2040 | 2050 | 2130;
  cents: number;
  reason: string;
  status: Generated<'asked' | 'booked' | 'refused'>;
  asked_by: number;
  decided_by: number | null;
  created_at: Generated<Timestamp>;
  decided_at: Timestamp | null;
};

export type WalletHoldTable = {
  id: GeneratedAlways<number>;
  company_id: number;
  fund: 'C' | 'P';
  code: 2000 | 2040 | 2050;
  kind: 'clearing' | 'reserve' | 'dispute' | 'cash';
  cents: number;
  until: Timestamp | null;
  reason: Generated<string>;
  source: string;
  source_id: number;
  created_by: number | null;
  created_at: Generated<Timestamp>;
  released_at: Timestamp | null;
  released_by: number | null;
  holder_id: number | null;
};

export type WalletSettingTable = {
  id: Generated<number>;
  minimum_cents: Generated<Cents>;
  day_limit_cents: Generated<Cents>;
  holding_days: Generated<number>;
  fees: Generated<Json>;
  fee_bearer: Generated<'platform' | 'payee'>;
  revision: Generated<number>;
  updated_by: number | null;
  updated_at: Generated<Timestamp>;
  pesalink_limit_cents: Generated<Cents>;
  eft_limit_cents: Generated<Cents>;
  own_account_number: Generated<string>;
};

export type WriteOnceTable = {
  who: string;
  call: string;
  key: string;
  body: Buffer;
  answer: string | null;
  at: Generated<Timestamp>;
  rights: Buffer | null;
};

export type DB = {
  abuse_report: AbuseReportTable;
  account_kind: AccountKindTable;
  account_worksheet: AccountWorksheetTable;
  agent_certificate: AgentCertificateTable;
  agreement: AgreementTable;
  agreement_event: AgreementEventTable;
  agreement_party: AgreementPartyTable;
  agreement_signature: AgreementSignatureTable;
  agreement_template: AgreementTemplateTable;
  allocation: AllocationTable;
  application: ApplicationTable;
  application_file: ApplicationFileTable;
  application_grant: ApplicationGrantTable;
  application_look: ApplicationLookTable;
  application_mark: ApplicationMarkTable;
  application_report: ApplicationReportTable;
  approval_request: ApprovalRequestTable;
  audit_chain_head: AuditChainHeadTable;
  audit_log: AuditLogTable;
  bank_figure: BankFigureTable;
  bid: BidTable;
  bid_turn: BidTurnTable;
  booking: BookingTable;
  buyer_rate: BuyerRateTable;
  card_now: CardNowTable;
  card_salt: CardSaltTable;
  card_stale: CardStaleTable;
  cash_deposit: CashDepositTable;
  cash_deposit_payment: CashDepositPaymentTable;
  cash_move: CashMoveTable;
  client_money_certificate: ClientMoneyCertificateTable;
  collection_account: CollectionAccountTable;
  commission: CommissionTable;
  commission_rule: CommissionRuleTable;
  company: CompanyTable;
  company_connection: CompanyConnectionTable;
  credit_note: CreditNoteTable;
  credit_note_line: CreditNoteLineTable;
  daraja_token: DarajaTokenTable;
  dead_job: DeadJobTable;
  document_serial: DocumentSerialTable;
  favourite: FavouriteTable;
  featured_booking: FeaturedBookingTable;
  featured_product: FeaturedProductTable;
  featured_shown: FeaturedShownTable;
  import_batch: ImportBatchTable;
  inbox: InboxTable;
  inspection: InspectionTable;
  inspection_answer: InspectionAnswerTable;
  inspection_op: InspectionOpTable;
  inspection_photo: InspectionPhotoTable;
  inspection_template: InspectionTemplateTable;
  intake: IntakeTable;
  intake_change: IntakeChangeTable;
  intake_left: IntakeLeftTable;
  intake_lives: IntakeLivesTable;
  invitation: InvitationTable;
  invoice: InvoiceTable;
  invoice_line: InvoiceLineTable;
  invoice_reminder: InvoiceReminderTable;
  invoice_run: InvoiceRunTable;
  invoice_run_skip: InvoiceRunSkipTable;
  invoice_setting: InvoiceSettingTable;
  job_key: JobKeyTable;
  journal: JournalTable;
  journal_entry: JournalEntryTable;
  late_fee: LateFeeTable;
  late_fee_policy: LateFeePolicyTable;
  late_fee_tier: LateFeeTierTable;
  lead: LeadTable;
  ledger_account: LedgerAccountTable;
  ledger_book: LedgerBookTable;
  ledger_period: LedgerPeriodTable;
  ledger_period_total: LedgerPeriodTotalTable;
  ledger_proof: LedgerProofTable;
  ledger_total: LedgerTotalTable;
  listing: ListingTable;
  listing_card: ListingCardTable;
  listing_day: ListingDayTable;
  listing_price: ListingPriceTable;
  listing_text: ListingTextTable;
  listing_view: ListingViewTable;
  local_outbox: LocalOutboxTable;
  location: LocationTable;
  location_path: LocationPathTable;
  mandate: MandateTable;
  mandate_property: MandatePropertyTable;
  map_cell: MapCellTable;
  media_doubt: MediaDoubtTable;
  media_file: MediaFileTable;
  media_item: MediaItemTable;
  media_similar: MediaSimilarTable;
  media_variant: MediaVariantTable;
  meter: MeterTable;
  meter_cycle: MeterCycleTable;
  meter_line: MeterLineTable;
  meter_purchase: MeterPurchaseTable;
  meter_query: MeterQueryTable;
  meter_reading: MeterReadingTable;
  meter_tariff: MeterTariffTable;
  month_checklist: MonthChecklistTable;
  move_log: MoveLogTable;
  notification: NotificationTable;
  notification_broadcast: NotificationBroadcastTable;
  notification_delivery: NotificationDeliveryTable;
  notification_preference: NotificationPreferenceTable;
  notification_setting: NotificationSettingTable;
  occupant: OccupantTable;
  one_time_link: OneTimeLinkTable;
  opening_balance: OpeningBalanceTable;
  payment: PaymentTable;
  payment_credit: PaymentCreditTable;
  payment_doubt: PaymentDoubtTable;
  payout_account: PayoutAccountTable;
  person: PersonTable;
  person_credential: PersonCredentialTable;
  person_device: PersonDeviceTable;
  person_note: PersonNoteTable;
  person_passkey: PersonPasskeyTable;
  person_profile: PersonProfileTable;
  person_second_factor: PersonSecondFactorTable;
  person_session: PersonSessionTable;
  phone_code: PhoneCodeTable;
  policy: PolicyTable;
  policy_consent: PolicyConsentTable;
  policy_version: PolicyVersionTable;
  portfolio: PortfolioTable;
  portfolio_row: PortfolioRowTable;
  promotion: PromotionTable;
  promotion_listing: PromotionListingTable;
  property: PropertyTable;
  property_check: PropertyCheckTable;
  public_listing: PublicListingTable;
  push: PushTable;
  push_invoice: PushInvoiceTable;
  rating_category: RatingCategoryTable;
  rating_item: RatingItemTable;
  receipt: ReceiptTable;
  refund: RefundTable;
  refund_transfer: RefundTransferTable;
  rent_terms: RentTermsTable;
  review: ReviewTable;
  review_helpful: ReviewHelpfulTable;
  review_score: ReviewScoreTable;
  sale_file: SaleFileTable;
  sale_step: SaleStepTable;
  saved_search: SavedSearchTable;
  saved_search_notified: SavedSearchNotifiedTable;
  saved_view: SavedViewTable;
  screening_check: ScreeningCheckTable;
  settlement_error: SettlementErrorTable;
  settlement_file: SettlementFileTable;
  settlement_line: SettlementLineTable;
  settlement_payment: SettlementPaymentTable;
  settlement_run: SettlementRunTable;
  settlement_transaction: SettlementTransactionTable;
  staff_role: StaffRoleTable;
  statement: StatementTable;
  statement_line: StatementLineTable;
  statement_rule: StatementRuleTable;
  status_query: StatusQueryTable;
  stay: StayTable;
  superadmin_request: SuperadminRequestTable;
  support_contact: SupportContactTable;
  tax_remittance: TaxRemittanceTable;
  taxon: TaxonTable;
  team: TeamTable;
  team_member: TeamMemberTable;
  team_property: TeamPropertyTable;
  tenancy: TenancyTable;
  tenancy_charge: TenancyChargeTable;
  tenancy_file: TenancyFileTable;
  tenancy_person: TenancyPersonTable;
  tenancy_term: TenancyTermTable;
  tenant: TenantTable;
  tenant_note: TenantNoteTable;
  thread: ThreadTable;
  thread_member: ThreadMemberTable;
  thread_message: ThreadMessageTable;
  throttle: ThrottleTable;
  tour: TourTable;
  tour_day: TourDayTable;
  tour_host: TourHostTable;
  unit: UnitTable;
  upload_part: UploadPartTable;
  upload_session: UploadSessionTable;
  vacancy: VacancyTable;
  vacancy_application: VacancyApplicationTable;
  verification: VerificationTable;
  viewing: ViewingTable;
  wallet: WalletTable;
  wallet_adjustment: WalletAdjustmentTable;
  wallet_hold: WalletHoldTable;
  wallet_setting: WalletSettingTable;
  write_once: WriteOnceTable;
};

/** Foreign keys of one column: the table whose id they hold. */
export type ForeignKeys = {
  abuse_report: { agent_id: 'person'; answered_by: 'person'; appeal_decided_by: 'person'; appealed_by: 'person'; assigned_to: 'person'; closed_by: 'person'; listing_id: 'listing'; property_id: 'property'; reporter_id: 'person'; review_id: 'review' };
  account_worksheet: { account_id: 'collection_account'; decided_by: 'person'; prepared_by: 'person' };
  agent_certificate: { file_id: 'media_file'; judged_by: 'person'; person_id: 'person' };
  agreement: { agent_company_id: 'company'; company_id: 'company'; created_by: 'person'; property_id: 'property'; replaces_id: 'agreement'; template_id: 'agreement_template'; tenancy_id: 'tenancy' };
  agreement_event: { agreement_id: 'agreement'; party_id: 'agreement_party' };
  agreement_party: { agreement_id: 'agreement'; person_id: 'person'; tenant_id: 'tenant' };
  agreement_signature: { party_id: 'agreement_party' };
  agreement_template: { company_id: 'company'; created_by: 'person'; replaces_id: 'agreement_template' };
  allocation: { credit_id: 'payment_credit'; invoice_id: 'invoice'; line_id: 'invoice_line'; payment_id: 'payment'; undone_by: 'journal' };
  application: { person_id: 'person' };
  application_file: { application_id: 'application' };
  application_grant: { application_id: 'application'; booking_id: 'booking'; company_id: 'company' };
  application_look: { application_id: 'application'; booking_id: 'booking'; company_id: 'company'; person_id: 'person' };
  application_mark: { application_id: 'application'; booking_id: 'booking'; company_id: 'company'; person_id: 'person' };
  application_report: { application_id: 'application'; booking_id: 'booking'; person_id: 'person' };
  approval_request: { asked_by: 'person'; company_id: 'company'; decided_by: 'person'; evidence_file_id: 'media_file' };
  bank_figure: { account_id: 'collection_account'; statement_id: 'statement' };
  bid: { agent_company_id: 'company'; booking_id: 'booking'; company_id: 'company'; lead_id: 'lead'; listing_id: 'listing'; person_id: 'person'; property_id: 'property'; unit_id: 'unit' };
  bid_turn: { bid_id: 'bid'; made_by: 'person' };
  booking: { agent_company_id: 'company'; application_id: 'application'; bid_id: 'bid'; company_id: 'company'; lead_id: 'lead'; listing_id: 'listing'; person_id: 'person'; property_id: 'property'; tenancy_id: 'tenancy'; tenant_id: 'tenant'; unit_id: 'unit' };
  buyer_rate: { created_by: 'person' };
  cash_deposit: { account_id: 'collection_account'; company_id: 'company'; declared_by: 'person'; line_id: 'statement_line'; slip_file_id: 'media_file' };
  cash_deposit_payment: { deposit_id: 'cash_deposit'; payment_id: 'payment' };
  cash_move: { account_id: 'collection_account'; decided_by: 'person'; made_by: 'person'; to_account_id: 'collection_account' };
  client_money_certificate: { file_id: 'media_file'; made_by: 'person' };
  collection_account: { asked_by: 'person'; company_id: 'company' };
  commission: { beneficiary_company_id: 'company'; company_id: 'company'; property_id: 'property'; reverses: 'commission'; rule_id: 'commission_rule'; tenancy_id: 'tenancy' };
  commission_rule: { company_id: 'company'; created_by: 'person'; first_id: 'commission_rule'; mandate_id: 'mandate'; property_id: 'property' };
  company_connection: { company_id: 'company'; person_id: 'person' };
  credit_note: { company_id: 'company'; created_by: 'person'; invoice_id: 'invoice' };
  credit_note_line: { credit_note_id: 'credit_note'; invoice_line_id: 'invoice_line' };
  dead_job: { settled_by: 'person' };
  document_serial: { company_id: 'company' };
  favourite: { listing_id: 'listing'; person_id: 'person' };
  featured_booking: { company_id: 'company'; created_by: 'person'; listing_id: 'listing'; payment_id: 'payment'; product_id: 'featured_product' };
  featured_product: { location_id: 'location' };
  import_batch: { company_id: 'company'; created_by: 'person'; intake_id: 'intake'; property_id: 'property' };
  inbox: { account_id: 'collection_account'; payment_id: 'payment' };
  inspection: { agent_company_id: 'company'; baseline_id: 'inspection'; company_id: 'company'; created_by: 'person'; inspector_id: 'person'; property_id: 'property'; template_id: 'inspection_template'; tenancy_id: 'tenancy'; unit_id: 'unit' };
  inspection_answer: { inspection_id: 'inspection' };
  inspection_op: { by_id: 'person'; inspection_id: 'inspection' };
  inspection_photo: { file_id: 'media_file'; inspection_id: 'inspection' };
  inspection_template: { company_id: 'company'; created_by: 'person' };
  intake: { company_id: 'company'; created_by: 'person' };
  intake_change: { intake_id: 'intake'; property_id: 'property'; unit_id: 'unit' };
  intake_left: { intake_id: 'intake' };
  intake_lives: { intake_change_id: 'intake_change'; occupant_id: 'occupant' };
  invitation: { accepted_by: 'person'; company_id: 'company'; inviter_id: 'person'; parent_id: 'invitation'; role_id: 'staff_role'; team_id: 'team' };
  invoice: { agent_company_id: 'company'; booking_id: 'booking'; company_id: 'company'; created_by: 'person'; property_id: 'property'; run_id: 'invoice_run'; tenancy_id: 'tenancy'; tenant_id: 'tenant'; unit_id: 'unit' };
  invoice_line: { invoice_id: 'invoice' };
  invoice_reminder: { invoice_id: 'invoice' };
  invoice_run: { company_id: 'company'; created_by: 'person'; property_id: 'property'; void_by: 'person' };
  invoice_run_skip: { run_id: 'invoice_run'; tenancy_id: 'tenancy' };
  invoice_setting: { company_id: 'company' };
  journal: { by_id: 'person'; company_id: 'company'; reverses: 'journal' };
  journal_entry: { journal_id: 'journal' };
  late_fee: { fee_invoice_id: 'invoice'; invoice_id: 'invoice' };
  late_fee_policy: { company_id: 'company'; property_id: 'property'; tenancy_id: 'tenancy' };
  late_fee_tier: { policy_id: 'late_fee_policy'; property_id: 'property' };
  lead: { assigned_to: 'person'; company_id: 'company'; listing_id: 'listing'; person_id: 'person'; property_id: 'property'; unit_id: 'unit' };
  ledger_account: { company_id: 'company'; tenancy_id: 'tenancy' };
  ledger_book: { asked_by: 'person'; company_id: 'company'; set_by: 'person' };
  ledger_period: { closed_by: 'person' };
  ledger_period_total: { account_id: 'ledger_account' };
  ledger_proof: { by_id: 'person' };
  ledger_total: { account_id: 'ledger_account' };
  listing: { contact_id: 'person'; created_by: 'person'; property_id: 'property'; unit_id: 'unit'; updated_by: 'person' };
  listing_day: { listing_id: 'listing' };
  listing_price: { by: 'person'; listing_id: 'listing' };
  listing_view: { listing_id: 'listing' };
  location: { merged_into: 'location'; parent_id: 'location' };
  mandate: { agent_company_id: 'company'; owner_company_id: 'company' };
  mandate_property: { mandate_id: 'mandate'; property_id: 'property' };
  media_file: { company_id: 'company'; uploaded_by: 'person' };
  media_item: { created_by: 'person'; file_id: 'media_file'; property_id: 'property'; unit_id: 'unit' };
  media_similar: { item_id: 'media_item'; other_id: 'media_item'; settled_by: 'person' };
  media_variant: { file_id: 'media_file' };
  meter: { created_by: 'person'; property_id: 'property'; replaces_id: 'meter'; unit_id: 'unit' };
  meter_cycle: { property_id: 'property' };
  meter_line: { cycle_id: 'meter_cycle'; meter_id: 'meter'; opening_id: 'meter_reading'; property_id: 'property'; reading_id: 'meter_reading'; tenancy_id: 'tenancy'; unit_id: 'unit' };
  meter_purchase: { created_by: 'person'; property_id: 'property' };
  meter_query: { answered_by: 'person'; line_id: 'meter_line'; person_id: 'person'; property_id: 'property'; tenancy_id: 'tenancy' };
  meter_reading: { by_id: 'person'; cycle_id: 'meter_cycle'; file_id: 'media_file'; meter_id: 'meter'; property_id: 'property' };
  meter_tariff: { created_by: 'person'; property_id: 'property' };
  month_checklist: { closed_by: 'person'; requested_by: 'person' };
  notification: { person_id: 'person' };
  notification_broadcast: { created_by: 'person' };
  notification_delivery: { broadcast_id: 'notification_broadcast'; person_id: 'person' };
  notification_preference: { person_id: 'person' };
  notification_setting: { person_id: 'person' };
  occupant: { company_id: 'company'; created_by: 'person'; intake_id: 'intake'; property_id: 'property'; unit_id: 'unit' };
  one_time_link: { person_id: 'person' };
  opening_balance: { company_id: 'company'; created_by: 'person'; intake_id: 'intake'; occupant_id: 'occupant'; property_id: 'property'; unit_id: 'unit' };
  payment: { account_id: 'collection_account'; banked_line_id: 'statement_line'; booking_id: 'booking'; company_id: 'company'; corrects: 'payment'; evidence_file_id: 'media_file'; holder_id: 'company'; person_id: 'person'; property_id: 'property'; recorded_by: 'person'; tenancy_id: 'tenancy'; tenant_id: 'tenant'; unit_id: 'unit' };
  payment_credit: { allocation_id: 'allocation'; booking_id: 'booking'; company_id: 'company'; payment_id: 'payment'; tenancy_id: 'tenancy' };
  payment_doubt: { account_id: 'collection_account'; company_id: 'company'; decided_by: 'person'; payment_id: 'payment' };
  payout_account: { changed_by: 'person'; company_id: 'company'; verified_by: 'person' };
  person: { company_id: 'company'; staff_role_id: 'staff_role' };
  person_credential: { person_id: 'person' };
  person_device: { person_id: 'person' };
  person_note: { author_id: 'person'; person_id: 'person' };
  person_passkey: { person_id: 'person' };
  person_profile: { person_id: 'person' };
  person_second_factor: { person_id: 'person' };
  person_session: { impersonator_id: 'person'; impersonator_session_id: 'person_session'; person_id: 'person' };
  policy: { created_by: 'person'; updated_by: 'person' };
  policy_consent: { person_id: 'person'; policy_id: 'policy' };
  policy_version: { created_by: 'person'; policy_id: 'policy' };
  portfolio: { company_id: 'company'; created_by: 'person'; holder_id: 'company' };
  portfolio_row: { portfolio_id: 'portfolio'; tenancy_id: 'tenancy' };
  promotion: { company_id: 'company'; created_by: 'person' };
  promotion_listing: { listing_id: 'listing'; promotion_id: 'promotion' };
  property: { category_id: 'taxon'; company_id: 'company'; created_by: 'person'; location_id: 'location'; property_type_id: 'taxon'; updated_by: 'person'; verified_by: 'person' };
  property_check: { checked_by: 'person'; file_id: 'media_file'; property_id: 'property' };
  push: { account_id: 'collection_account'; payment_id: 'payment' };
  push_invoice: { invoice_id: 'invoice'; push_id: 'push' };
  rating_item: { category_id: 'rating_category' };
  receipt: { account_id: 'collection_account'; inbox_id: 'inbox'; payment_id: 'payment'; push_id: 'push' };
  refund: { asked_by: 'person'; company_id: 'company'; credit_id: 'payment_credit'; decided_by: 'person'; evidence_file_id: 'media_file'; handed_by: 'person'; paid_from: 'collection_account'; payment_id: 'payment'; property_id: 'property' };
  refund_transfer: { account_id: 'collection_account'; refund_id: 'refund'; settled_by: 'person' };
  rent_terms: { property_id: 'property'; unit_type_id: 'taxon'; updated_by: 'person' };
  review: { agent_id: 'person'; author_id: 'person'; property_id: 'property'; replied_by: 'person'; unit_id: 'unit' };
  review_helpful: { person_id: 'person'; review_id: 'review' };
  review_score: { item_id: 'rating_item'; review_id: 'review' };
  sale_file: { agent_company_id: 'company'; bid_id: 'bid'; buyer_id: 'person'; company_id: 'company'; listing_id: 'listing'; property_id: 'property' };
  sale_step: { done_by: 'person'; file_id: 'media_file'; sale_id: 'sale_file' };
  saved_search: { person_id: 'person' };
  saved_search_notified: { listing_id: 'listing'; search_id: 'saved_search' };
  saved_view: { person_id: 'person' };
  screening_check: { booking_id: 'booking'; by_id: 'person'; file_id: 'media_file'; former_company_id: 'company' };
  settlement_error: { closed_by: 'person'; company_id: 'company'; owner_id: 'person'; transaction_id: 'settlement_transaction' };
  settlement_file: { made_by: 'person' };
  settlement_line: { account_id: 'ledger_account'; settlement_id: 'settlement_payment' };
  settlement_payment: { approved_by: 'person'; company_id: 'company'; made_by: 'person'; payout_account_id: 'payout_account'; run_id: 'settlement_run' };
  settlement_run: { made_by: 'person' };
  settlement_transaction: { account_id: 'collection_account'; back_said_by: 'person'; bank_file_id: 'settlement_file'; evidence_file_id: 'media_file'; payout_account_id: 'payout_account'; settled_by: 'person'; settlement_id: 'settlement_payment' };
  staff_role: { base_id: 'staff_role'; company_id: 'company'; created_by: 'person' };
  statement: { account_id: 'collection_account'; approved_by: 'person'; asked_by: 'person'; by_id: 'person'; company_id: 'company'; taken_by: 'person' };
  statement_line: { journal_id: 'journal'; payment_id: 'payment'; rule_by: 'person'; statement_id: 'statement'; tenancy_id: 'tenancy' };
  statement_rule: { by_id: 'person'; company_id: 'company'; tenancy_id: 'tenancy' };
  status_query: { account_id: 'collection_account'; asked_by: 'person'; inbox_id: 'inbox'; payment_id: 'payment'; tenancy_id: 'tenancy' };
  stay: { booking_id: 'booking'; company_id: 'company'; created_by: 'person'; property_id: 'property'; tenancy_id: 'tenancy'; unit_id: 'unit' };
  superadmin_request: { asked_by: 'person'; person_id: 'person'; settled_by: 'person' };
  support_contact: { updated_by: 'person' };
  tax_remittance: { account_id: 'collection_account'; decided_by: 'person'; made_by: 'person'; request_id: 'approval_request'; undo_request_id: 'approval_request'; undone_by: 'person' };
  taxon: { category_id: 'taxon'; merged_into: 'taxon' };
  team: { company_id: 'company'; lead_id: 'person' };
  team_member: { person_id: 'person'; team_id: 'team' };
  team_property: { property_id: 'property'; team_id: 'team' };
  tenancy: { agent_company_id: 'company'; booking_id: 'booking'; company_id: 'company'; created_by: 'person'; import_id: 'portfolio'; property_id: 'property'; unit_id: 'unit' };
  tenancy_charge: { tenancy_id: 'tenancy' };
  tenancy_file: { company_id: 'company'; created_by: 'person'; file_id: 'media_file'; replaces_id: 'tenancy_file'; reviewed_by: 'person'; tenancy_id: 'tenancy' };
  tenancy_person: { tenancy_id: 'tenancy'; tenant_id: 'tenant' };
  tenancy_term: { agreement_id: 'agreement'; created_by: 'person'; tenancy_id: 'tenancy' };
  tenant: { company_id: 'company'; created_by: 'person'; merged_into: 'tenant'; person_id: 'person' };
  tenant_note: { author_id: 'person'; company_id: 'company'; tenant_id: 'tenant' };
  thread: { agent_company_id: 'company'; company_id: 'company'; lead_id: 'lead'; property_id: 'property' };
  thread_member: { person_id: 'person'; thread_id: 'thread' };
  thread_message: { member_id: 'thread_member'; thread_id: 'thread' };
  tour: { agent_company_id: 'company'; company_id: 'company'; consent_by: 'person'; host_id: 'person'; lead_id: 'lead'; listing_id: 'listing'; person_id: 'person'; property_id: 'property'; unit_id: 'unit'; viewing_id: 'viewing' };
  tour_day: { company_id: 'company'; host_id: 'person' };
  tour_host: { company_id: 'company'; person_id: 'person' };
  unit: { created_by: 'person'; import_batch_id: 'import_batch'; property_id: 'property'; unit_type_id: 'taxon'; updated_by: 'person' };
  upload_part: { session_id: 'upload_session' };
  upload_session: { person_id: 'person'; property_id: 'property'; replaces: 'media_item'; unit_id: 'unit' };
  vacancy: { created_by: 'person' };
  vacancy_application: { cv_file_id: 'media_file'; vacancy_id: 'vacancy' };
  viewing: { agent_company_id: 'company'; company_id: 'company'; host_id: 'person'; listing_id: 'listing'; property_id: 'property'; unit_id: 'unit' };
  wallet: { company_id: 'company' };
  wallet_adjustment: { asked_by: 'person'; company_id: 'company'; decided_by: 'person' };
  wallet_hold: { company_id: 'company'; created_by: 'person'; holder_id: 'company'; released_by: 'person' };
  wallet_setting: { updated_by: 'person' };
};
