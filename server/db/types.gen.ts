// Written by `npm run gen` from the migrated database; a test holds it true.
import type { ColumnType, GeneratedAlways } from 'kysely';

type Generated<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;
type Timestamp = ColumnType<Date, Date | string, Date | string>;
type Json = ColumnType<unknown, string, string>;

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
};

export type CompanyConnectionTable = {
  company_id: number;
  person_id: number;
  created_at: Generated<Timestamp>;
};

export type InvitationTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  key_hash: string | null;
  short_code: string | null;
  parent_id: number | null;
  kind: 'staff' | 'agent' | 'owner' | 'tenant' | 'co_tenant' | 'contractor' | 'dealer' | 'admin' | 'subadmin';
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
};

export type JobRunTable = {
  name: string;
  last_started_at: Timestamp | null;
  last_ended_at: Timestamp | null;
  last_problem: string | null;
  runs: Generated<number>;
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

export type MandateTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  owner_company_id: number;
  agent_company_id: number;
  grants: Generated<string[]>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  ended_at: Timestamp | null;
};

export type MediaDoubtTable = {
  key: string;
  at: Generated<Timestamp>;
};

export type MediaFileTable = {
  id: GeneratedAlways<number>;
  purpose: 'profile' | 'picture' | 'document' | 'video';
  visibility: 'public' | 'private';
  uploaded_by: number | null;
  company_id: number | null;
  name: Generated<string>;
  created_at: Generated<Timestamp>;
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
};

export type NotificationDeliveryTable = {
  id: GeneratedAlways<number>;
  key: string;
  person_id: number | null;
  event: string;
  channel: 'app' | 'email' | 'sms';
  address: Generated<string>;
  state: 'queued' | 'sent' | 'delivered' | 'failed' | 'muted' | 'throttled';
  attempts: Generated<number>;
  error: string | null;
  payload: Json | null;
  carrier_id: string | null;
  due_at: Generated<Timestamp>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
};

export type NotificationPreferenceTable = {
  person_id: number;
  event_group: string;
  channel: 'app' | 'email' | 'sms';
  wanted: boolean;
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

export type OutboxTable = {
  id: GeneratedAlways<number>;
  topic: string;
  key: string | null;
  payload: Json;
  created_at: Generated<Timestamp>;
  due_at: Generated<Timestamp>;
  attempts: Generated<number>;
  done_at: Timestamp | null;
  error: string | null;
};

export type PersonTable = {
  id: GeneratedAlways<number>;
  code: GeneratedAlways<string>;
  name: string;
  email: string;
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
};

export type TeamMemberTable = {
  team_id: number;
  person_id: number;
};

export type ThrottleTable = {
  key: string;
  window_ends_at: Timestamp;
  count: number;
};

export type VerificationTable = {
  id: GeneratedAlways<number>;
  identifier: string;
  value: string;
  expires_at: Timestamp;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
};

export type DB = {
  audit_chain_head: AuditChainHeadTable;
  audit_log: AuditLogTable;
  company: CompanyTable;
  company_connection: CompanyConnectionTable;
  invitation: InvitationTable;
  job_run: JobRunTable;
  local_outbox: LocalOutboxTable;
  mandate: MandateTable;
  media_doubt: MediaDoubtTable;
  media_file: MediaFileTable;
  media_variant: MediaVariantTable;
  move_log: MoveLogTable;
  notification: NotificationTable;
  notification_broadcast: NotificationBroadcastTable;
  notification_delivery: NotificationDeliveryTable;
  notification_preference: NotificationPreferenceTable;
  one_time_link: OneTimeLinkTable;
  outbox: OutboxTable;
  person: PersonTable;
  person_credential: PersonCredentialTable;
  person_device: PersonDeviceTable;
  person_passkey: PersonPasskeyTable;
  person_profile: PersonProfileTable;
  person_second_factor: PersonSecondFactorTable;
  person_session: PersonSessionTable;
  policy: PolicyTable;
  policy_consent: PolicyConsentTable;
  policy_version: PolicyVersionTable;
  staff_role: StaffRoleTable;
  team: TeamTable;
  team_member: TeamMemberTable;
  throttle: ThrottleTable;
  verification: VerificationTable;
};
