import type { Static } from 'typebox';
import { parseEmail, parseName } from '../../sso/index.ts';
import { type PatchSchema, toBoolean } from '../protocol/apply-patch.ts';
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
export const USER_PATCH_SCHEMA: PatchSchema = {
  userName: { kind: 'text' },
  externalId: { kind: 'text' },
  displayName: { kind: 'text' },
  active: { kind: 'boolean' },
  name: { kind: 'complex', parts: NAME_PARTS },
  emails: { kind: 'multi-valued', parts: EMAIL_PARTS },
};

/** The parts of a name that are nonEmptyParts. */
export type StoredName = { readonly [Part in (typeof NAME_PARTS)[number]]?: string };

/** An address that is nonEmptyParts for the identity provider. */
export interface StoredEmail {
  readonly value?: string;
  readonly type?: string;
  readonly display?: string;
  readonly primary?: boolean;
}

/** What a user is to be; undefined is as they are. */
export interface UserInput {
  /** The address of the account; undefined when what was sent is none. */
  readonly email: string | undefined;
  readonly externalId: string | null;
  readonly displayName: string | undefined;
  readonly active: boolean | undefined;
  readonly name: StoredName;
  readonly emails: readonly StoredEmail[];
}

const nonEmptyParts = <Value extends object>(value: Value, parts: readonly string[]) =>
  Object.fromEntries(
    parts.flatMap((part) => {
      const said = (value as Record<string, unknown>)[part];
      return said === undefined || said === null || said === '' ? [] : [[part, said]];
    }),
  );

// One address is the first: of multiValued that say so, the last.
const withOnePrimary = (emails: readonly StoredEmail[]): StoredEmail[] => {
  const first = emails.findLastIndex(({ primary }) => primary === true);
  return emails.map((email, index) =>
    email.primary === true && index !== first ? { ...email, primary: false } : email,
  );
};

/** The name that somebody is shown by, of what an identity provider says; undefined when it says none. */
const toDisplayName = (displayName: string | null | undefined, name: StoredName): string | undefined =>
  parseName(displayName ?? '') ??
  parseName(name.formatted ?? '') ??
  parseName(`${name.givenName ?? ''} ${name.familyName ?? ''}`);

/** What an identity provider wants a user to be. */
export const toUserInput = (body: Static<typeof UserBody>): UserInput => {
  const name: StoredName = nonEmptyParts(body.name ?? {}, NAME_PARTS);
  const emails: StoredEmail[] = (body.emails ?? []).map((email) =>
    nonEmptyParts({ ...email, primary: toBoolean(email.primary) }, EMAIL_PARTS),
  );
  return {
    email: parseEmail(body.userName),
    externalId: body.externalId || null,
    displayName: toDisplayName(body.displayName, name),
    active: (toBoolean(body.active) as boolean | null | undefined) ?? undefined,
    name,
    emails: withOnePrimary(emails),
  };
};

/** A user as the protocol has them, without what only the server says of them. */
export const userAttributes = (row: ScimUserRow) => {
  const [name, emails] = [row.name as StoredName, row.emails as StoredEmail[]];
  return {
    ...(row.external_id !== null && { externalId: row.external_id }),
    userName: row.email,
    displayName: row.display_name,
    active: !row.disabled,
    ...(Object.keys(name).length > 0 && { name }),
    ...(emails.length > 0 && { emails }),
  };
};
