import type { Static } from 'typebox';
import { parseEmail, parseName } from '../../sso/index.ts';
import { type PatchSchema, toBoolean } from '../protocol/apply-patch.ts';
import type { UserBody } from './users.contract.ts';
import type { ScimUserRow } from './users.store.ts';

declare module '../../../kernel/database/column-types.ts' {
  interface ColumnTypes {
    'scim_users.name': StoredName;
    'scim_users.emails': StoredEmail[];
  }
}

const NAME_PARTS = [
  'formatted',
  'familyName',
  'givenName',
  'middleName',
  'honorificPrefix',
  'honorificSuffix',
] as const;
const EMAIL_PARTS = ['value', 'type', 'display', 'primary'] as const;

/** The attributes of a user that a patch can change. */
export const USER_PATCH_SCHEMA: PatchSchema = {
  userName: { kind: 'text' },
  externalId: { kind: 'text' },
  displayName: { kind: 'text' },
  active: { kind: 'boolean' },
  name: { kind: 'complex', parts: NAME_PARTS },
  emails: { kind: 'multi-valued', parts: EMAIL_PARTS },
};

/** The stored parts of a name. */
export type StoredName = { readonly [Part in (typeof NAME_PARTS)[number]]?: string };

/** A stored e-mail address of a SCIM user. */
export interface StoredEmail {
  readonly value?: string;
  readonly type?: string;
  readonly display?: string;
  readonly primary?: boolean;
}

/** The requested state of a user; undefined fields are unchanged. */
export interface UserInput {
  /** The address of the account; undefined when the userName is not an e-mail address. */
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
      const content = (value as Record<string, unknown>)[part];
      return content === undefined || content === null || content === '' ? [] : [[part, content]];
    }),
  );

// Only one address is primary: the last one wins.
const withOnePrimary = (emails: readonly StoredEmail[]): StoredEmail[] => {
  const first = emails.findLastIndex(({ primary }) => primary === true);
  return emails.map((email, index) =>
    email.primary === true && index !== first ? { ...email, primary: false } : email,
  );
};

/** The display name from the attributes of a user; undefined when there is none. */
const toDisplayName = (displayName: string | null | undefined, name: StoredName): string | undefined =>
  parseName(displayName ?? '') ??
  parseName(name.formatted ?? '') ??
  parseName(`${name.givenName ?? ''} ${name.familyName ?? ''}`);

/** Converts a request body to the requested state of a user. */
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

/** The SCIM attributes of a user. */
export const userAttributes = (row: ScimUserRow) => {
  const { name, emails } = row;
  return {
    ...(row.external_id !== null && { externalId: row.external_id }),
    userName: row.email,
    displayName: row.display_name,
    active: !row.disabled,
    ...(Object.keys(name).length > 0 && { name }),
    ...(emails.length > 0 && { emails }),
  };
};
