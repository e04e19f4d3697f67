/** People who signed in on this device before. Only names and email addresses are stored, and only in this browser. */
export type KnownAccount = { readonly name: string; readonly email: string };

const key = 'makao.known-accounts';
const most = 5;

export function readKnownAccounts(): KnownAccount[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    if (!Array.isArray(kept)) return [];
    return kept
      .filter((a): a is KnownAccount => typeof a?.name === 'string' && typeof a?.email === 'string')
      .map(({ name, email }) => ({ name, email }))
      .slice(0, most);
  } catch {
    return [];
  }
}

function keep(accounts: readonly KnownAccount[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(accounts));
  } catch {
    // A browser that blocks storage asks for the email again.
  }
}

export const addKnownAccount = ({ name, email }: KnownAccount) =>
  keep([{ name, email }, ...readKnownAccounts().filter((a) => a.email !== email)].slice(0, most));
export const removeKnownAccount = (email: string) => keep(readKnownAccounts().filter((a) => a.email !== email));
