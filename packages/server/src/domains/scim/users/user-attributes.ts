import type { Static } from 'typebox';
import { emailIn, nameIn } from '../../sso/index.ts';
import { type Shape, toBoolean } from '../protocol/apply-patch.ts';
import type { UserBody } from './users.contract.ts';
import type { ScimUserRow } from './users.store.ts';

const NAME_PARTS = [
  'formatted',
  'familyName',
  'givenName',
  'middleName',
  'honorificPrefix',
  'honorificSuffix',
] as const;
const EMAIL_PARTS = ['value', 'type', 'display', 'primary'] as const;

/** What of a user a patch can change. */
export const USER_SHAPE: Shape = {
  userName: { kind: 'text' },
  externalId: { kind: 'text' },
  displayName: { kind: 'text' },
  active: { kind: 'boolean' },
  name: { kind: 'complex', parts: NAME_PARTS },
  emails: { kind: 'several', parts: EMAIL_PARTS },
};

/** The parts of a name that are kept. */
export type KeptName = { readonly [Part in (typeof NAME_PARTS)[number]]?: string };

/** An address that is kept for the identity provider. */
export interface KeptEmail {
  readonly value?: string;
  readonly type?: string;
  readonly display?: string;
  readonly primary?: boolean;
}

/** What a user is to be; undefined is as they are. */
export interface UserWish {
  /** The address of the account; undefined when what was sent is none. */
  readonly email: string | undefined;
  readonly externalId: string | null;
  readonly displayName: string | undefined;
  readonly active: boolean | undefined;
  readonly name: KeptName;
  readonly emails: readonly KeptEmail[];
}

const kept = <Value extends object>(value: Value, parts: readonly string[]) =>
  Object.fromEntries(
    parts.flatMap((part) => {
      const said = (value as Record<string, unknown>)[part];
      return said === undefined || said === null || said === '' ? [] : [[part, said]];
    }),
  );

// One address is the first: of several that say so, the last.
const withOneFirst = (emails: readonly KeptEmail[]): KeptEmail[] => {
  const first = emails.findLastIndex(({ primary }) => primary === true);
  return emails.map((email, index) =>
    email.primary === true && index !== first ? { ...email, primary: false } : email,
  );
};

/** The name that somebody is shown by, of what an identity provider says; undefined when it says none. */
const shownName = (displayName: string | null | undefined, name: KeptName): string | undefined =>
  nameIn(displayName ?? '') ??
  nameIn(name.formatted ?? '') ??
  nameIn(`${name.givenName ?? ''} ${name.familyName ?? ''}`);

/** What an identity provider wants a user to be. */
export const wishOf = (body: Static<typeof UserBody>): UserWish => {
  const name: KeptName = kept(body.name ?? {}, NAME_PARTS);
  const emails: KeptEmail[] = (body.emails ?? []).map((email) =>
    kept({ ...email, primary: toBoolean(email.primary) }, EMAIL_PARTS),
  );
  return {
    email: emailIn(body.userName),
    externalId: body.externalId || null,
    displayName: shownName(body.displayName, name),
    active: (toBoolean(body.active) as boolean | null | undefined) ?? undefined,
    name,
    emails: withOneFirst(emails),
  };
};

/** A user as the protocol has them, without what only the server says of them. */
export const userAttributes = (row: ScimUserRow) => {
  const [name, emails] = [row.name as KeptName, row.emails as KeptEmail[]];
  return {
    ...(row.external_id !== null && { externalId: row.external_id }),
    userName: row.email,
    displayName: row.display_name,
    active: !row.disabled,
    ...(Object.keys(name).length > 0 && { name }),
    ...(emails.length > 0 && { emails }),
  };
};
