/** The schema URIs of SCIM. */
export const SCHEMAS = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  config: 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig',
  resourceType: 'urn:ietf:params:scim:schemas:core:2.0:ResourceType',
  schema: 'urn:ietf:params:scim:schemas:core:2.0:Schema',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
} as const;

/** The maximum number of resources per page. */
export const MAX_RESULTS = 1000;

const DEFAULT_RESULTS = 100;
const LAST_INDEX = 2 ** 31 - 1;

/** Clamps the requested range of a list to the allowed values (RFC 7644, 3.4.2.4). */
export const clampRange = ({
  startIndex = 1,
  count = DEFAULT_RESULTS,
}: {
  startIndex?: number;
  count?: number;
}) => ({
  startIndex: Math.min(Math.max(startIndex, 1), LAST_INDEX),
  count: Math.min(Math.max(count, 0), MAX_RESULTS),
});

/** The entity tag of a resource version. */
export const versionTag = (version: string): string => `W/"${version}"`;

interface AttributeDefinition {
  readonly name: string;
  readonly type: 'string' | 'boolean' | 'complex';
  readonly description: string;
  readonly multiValued?: boolean;
  readonly required?: boolean;
  readonly caseExact?: boolean;
  readonly mutability?: 'readOnly' | 'readWrite' | 'immutable';
  readonly uniqueness?: 'none' | 'server';
  readonly subAttributes?: readonly AttributeDefinition[];
}

interface AttributeDescription {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly multiValued: boolean;
  readonly required: boolean;
  readonly caseExact: boolean;
  readonly mutability: string;
  readonly returned: string;
  readonly uniqueness: string;
  readonly subAttributes?: readonly AttributeDescription[];
}

const describe = ({ subAttributes, ...attribute }: AttributeDefinition): AttributeDescription => ({
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...attribute,
  ...(subAttributes && { subAttributes: subAttributes.map(describe) }),
});

const text = (name: string, description: string): AttributeDefinition => ({
  name,
  type: 'string',
  description,
});

const externalId: AttributeDefinition = {
  ...text('externalId', 'Identifier of the resource at the identity provider'),
  caseExact: true,
};

const USER: readonly AttributeDefinition[] = [
  {
    ...text('userName', 'E-mail address of the account, also used for single sign-on'),
    required: true,
    uniqueness: 'server',
  },
  externalId,
  text('displayName', 'Display name of the user'),
  { name: 'active', type: 'boolean', description: 'Whether the user is active' },
  {
    name: 'name',
    type: 'complex',
    description: 'Components of the name',
    subAttributes: [
      text('formatted', 'Full name'),
      text('familyName', 'Family name'),
      text('givenName', 'Given name'),
      text('middleName', 'Middle name'),
      text('honorificPrefix', 'Honorific prefix, such as a title'),
      text('honorificSuffix', 'Honorific suffix'),
    ],
  },
  {
    name: 'emails',
    type: 'complex',
    multiValued: true,
    description: 'E-mail addresses, stored for the identity provider; Lectern sends e-mail to the userName',
    subAttributes: [
      text('value', 'E-mail address'),
      text('type', 'work, home or other'),
      text('display', 'Display name of the address'),
      { name: 'primary', type: 'boolean', description: 'Whether this is the primary address' },
    ],
  },
];

const GROUP: readonly AttributeDefinition[] = [
  { ...text('displayName', 'Name of the team'), required: true, uniqueness: 'server' },
  externalId,
  {
    name: 'members',
    type: 'complex',
    multiValued: true,
    description: 'Members of the team, from the same identity provider',
    subAttributes: [
      { ...text('value', 'Id of the user'), mutability: 'immutable', caseExact: true },
      { ...text('display', 'Display name of the user'), mutability: 'readOnly' },
    ],
  },
];

/** The resource types and their attributes. */
export const RESOURCES = [
  {
    name: 'User',
    endpoint: '/Users',
    schema: SCHEMAS.user,
    description: 'User account',
    attributes: USER.map(describe),
  },
  {
    name: 'Group',
    endpoint: '/Groups',
    schema: SCHEMAS.group,
    description: 'Group',
    attributes: GROUP.map(describe),
  },
];
