import { type platformRoles, userTypes } from '#contract/kernel/roles.ts';
import type { EventChannel } from '#contract/notification/events.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { listActiveSuperadmins, listCompanyHeads, listHeadsOfPropertyOwner } from '#server/kernel/heads.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import type { NotificationRecipient } from './notify-person.ts';

/** One recipient of a message. */
export type NotificationReader = {
  readonly to: NotificationRecipient;
  /** The end of the message key for this reader. Two readers with the same mark are one. If empty, the key of the message is used unchanged. */
  readonly mark: string;
  /** A page that replaces the page of the message for this reader. */
  readonly page?: string;
  /** A link that opens without sign-in and is encrypted. It replaces the link of the message for this reader. */
  readonly link?: string;
  readonly channels?: readonly EventChannel[];
};

/** A person that a company has on record, with or without an account. */
type Contact = { readonly person_id: number | null; readonly phone: string | null; readonly email: string | null };
type Managed = { readonly company_id: number; readonly agent_company_id: number | null };
type PlatformRole = (typeof platformRoles)[number];
type Own = Pick<NotificationReader, 'page' | 'link' | 'channels'>;

const why = 'people concerned by an event are notified';
/** The maximum number of people that one step adds. */
const most = 20;
const accounts = (db: Db) =>
  unscopedTable(db, 'person', why)
    .select()
    .select('person.id')
    .where('person.is_active', '=', true)
    .where('person.closed_at', 'is', null)
    .orderBy('person.id')
    .limit(most);

/** The recipient of a contact: the account, otherwise phone and email; null without any of these. */
export const toRecipient = ({ person_id, phone, email }: Contact): NotificationRecipient | null => {
  if (person_id !== null) return { personId: person_id };
  return phone || email ? { phone: phone ?? undefined, email: email ?? undefined } : null;
};

type Step = { readonly find: (db: Db) => Promise<readonly NotificationReader[]>; readonly fallback: boolean };

/** The recipients of a message, built step by step and looked up when the message is sent. Audiences are immutable: each step returns a new one. */
export class NotificationAudience {
  readonly #steps: readonly Step[];
  readonly #except: ReadonlySet<number>;

  constructor(steps: readonly Step[] = [], except: ReadonlySet<number> = new Set()) {
    this.#steps = steps;
    this.#except = except;
  }

  #add(find: Step['find'], fallback = false): NotificationAudience {
    return new NotificationAudience([...this.#steps, { find, fallback }], this.#except);
  }
  #addPeople(ids: (db: Db) => Promise<readonly { readonly id: number }[]>, mark = '', own: Own = {}): NotificationAudience {
    return this.#add(async (db) => (await ids(db)).map(({ id }) => ({ to: { personId: id }, mark: `${mark}${id}`, ...own })));
  }

  /** Adds one account. `mark` replaces the id at the end of the key. */
  person(id: number | null, mark?: string): NotificationAudience {
    return id === null ? this : this.readers([{ to: { personId: id }, mark: mark ?? String(id) }]);
  }
  people(ids: readonly number[], own: Own = {}): NotificationAudience {
    return this.#addPeople(async () => ids.map((id) => ({ id })), '', own);
  }
  /** Adds those of these accounts that are active. */
  active(ids: readonly number[], own: Own = {}): NotificationAudience {
    return ids.length === 0 ? this : this.#addPeople((db) => accounts(db).where('person.id', 'in', ids).execute(), '', own);
  }
  /** Adds the heads of a company. */
  heads(company: number | null, own: Own = {}): NotificationAudience {
    return company === null ? this : this.#addPeople((db) => listCompanyHeads(db, company), '', own);
  }
  /** Adds the heads of the company that owns a unit, and of the agency that manages it. */
  managers({ company_id, agent_company_id }: Managed, mark = '', own: Own = {}): NotificationAudience {
    const all = async (db: Db) => [
      ...(await listCompanyHeads(db, company_id)),
      ...(agent_company_id === null ? [] : await listCompanyHeads(db, agent_company_id)),
    ];
    return this.#addPeople(all, mark, own);
  }
  /** Adds the heads of the company that owns a property. */
  holders(property: number): NotificationAudience {
    return this.#addPeople((db) => listHeadsOfPropertyOwner(db, property));
  }
  superadmins(): NotificationAudience {
    return this.#addPeople(listActiveSuperadmins);
  }
  /** Adds platform staff with these roles; sub admins only of the region. */
  platform(roles: readonly PlatformRole[], region: string | null = null): NotificationAudience {
    const types = roles.map((role) => userTypes[role]);
    return this.#addPeople((db) =>
      accounts(db)
        .where('person.user_type', 'in', types)
        .where((eb) => eb.or([eb('person.user_type', '<>', userTypes.subadmin), eb('person.region', '=', region)]))
        .execute(),
    );
  }
  /** Adds the dealers of companies in a region, except those of one company. */
  dealers(region: string, except: number): NotificationAudience {
    return this.#addPeople((db) =>
      accounts(db)
        .innerJoin('company', 'company.id', 'person.company_id')
        .where('person.user_type', '=', userTypes.dealer)
        .where('company.region', '=', region)
        .where('company.id', '<>', except)
        .execute(),
    );
  }
  /** Adds the tenants of a tenancy, by account, phone or email. Tenants with none of these are left out. */
  tenants(payers: readonly (Contact & { readonly tenant_id: number })[], { page, ...own }: Own = {}): NotificationAudience {
    return this.readers(
      payers.flatMap((payer) => {
        const to = toRecipient(payer);
        return to ? [{ to, mark: `t${payer.tenant_id}`, ...own, ...(page && 'personId' in to ? { page } : {}) }] : [];
      }),
    );
  }
  readers(readers: readonly NotificationReader[]): NotificationAudience {
    return this.#add(async () => readers);
  }
  /** Removes these accounts, also if a later step adds them; usually the person who acts. */
  except(...ids: readonly (number | null)[]): NotificationAudience {
    return new NotificationAudience(this.#steps, new Set([...this.#except, ...ids.filter((id) => id !== null)]));
  }
  and(other: NotificationAudience): NotificationAudience {
    return this.#add((db) => other.list(db));
  }
  /** Uses the people of another audience if this one is empty. */
  otherwise(other: NotificationAudience): NotificationAudience {
    return this.#add((db) => other.list(db), true);
  }

  /** Looks up the recipients. Of recipients with the same mark only the first is returned. */
  async list(db: Db): Promise<NotificationReader[]> {
    const found = new Map<string, NotificationReader>();
    for (const { find, fallback } of this.#steps)
      if (!fallback || found.size === 0)
        for (const reader of await find(db))
          if (!found.has(reader.mark) && !('personId' in reader.to && this.#except.has(reader.to.personId))) found.set(reader.mark, reader);
    return [...found.values()];
  }
}

export const createNotificationAudience = (): NotificationAudience => new NotificationAudience();
