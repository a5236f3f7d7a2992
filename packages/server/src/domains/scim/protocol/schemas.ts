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
  ...text('externalId', 'What the identity provider calls it'),
  caseExact: true,
};

const USER: readonly AttributeDefinition[] = [
  {
    ...text('userName', 'The e-mail address that the account has, and that single sign-on names it by'),
    required: true,
    uniqueness: 'server',
  },
  externalId,
  text('displayName', 'What the member is called here'),
  { name: 'active', type: 'boolean', description: 'Whether the member is let in' },
  {
    name: 'name',
    type: 'complex',
    description: 'The parts of a name',
    subAttributes: [
      text('formatted', 'All of it'),
      text('familyName', 'Family name'),
      text('givenName', 'Given name'),
      text('middleName', 'Middle name'),
      text('honorificPrefix', 'What stands before it'),
      text('honorificSuffix', 'What stands behind it'),
    ],
  },
  {
    name: 'emails',
    type: 'complex',
    multiValued: true,
    description: 'Addresses, kept for the identity provider; mail is sent to the userName',
    subAttributes: [
      text('value', 'The address'),
      text('type', 'work, home or other'),
      text('display', 'How it is shown'),
      { name: 'primary', type: 'boolean', description: 'Whether it is the first to use' },
    ],
  },
];

const GROUP: readonly AttributeDefinition[] = [
  { ...text('displayName', 'The title of the team'), required: true, uniqueness: 'server' },
  externalId,
  {
    name: 'members',
    type: 'complex',
    multiValued: true,
    description: 'Users of the same identity provider who are in the team',
    subAttributes: [
      { ...text('value', 'The id of the user'), mutability: 'immutable', caseExact: true },
      { ...text('display', 'What the user is called'), mutability: 'readOnly' },
    ],
  },
];

/** The resource types and their attributes. */
export const RESOURCES = [
  {
    name: 'User',
    endpoint: '/Users',
    schema: SCHEMAS.user,
    description: 'A member by single sign-on',
    attributes: USER.map(describe),
  },
  {
    name: 'Group',
    endpoint: '/Groups',
    schema: SCHEMAS.group,
    description: 'A team that the identity provider made',
    attributes: GROUP.map(describe),
  },
];
