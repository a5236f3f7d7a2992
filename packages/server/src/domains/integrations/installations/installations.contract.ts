import Type from 'typebox';
import {
  Empty,
  Id,
  List,
  OneOf,
  pagedQuery,
  Timestamp,
  Url,
} from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { onIntegration } from '../integrations.contract.ts';
import { installationPolicy } from './installations.policy.ts';

/** Whether an installation is active, waits for its configuration, or is paused. */
export const InstallationStatus = OneOf(['active', 'pending', 'paused']);

const Selection = OneOf(['all', 'selected']);

/** The configuration of an installation, by property. */
export const InstalledConfiguration = Type.Record(Type.String(), Type.Unknown());

/** Ids of an installation in an external service, for lookups by the integration. */
export const ExternalIds = Type.Array(Type.String({ minLength: 1, maxLength: 512 }), { maxItems: 5 });

/** The filter by external id. */
export const byExternalId = {
  externalId: Type.Optional(
    Type.String({ minLength: 1, maxLength: 512, description: 'Only those with this external id' }),
  ),
};

/** An installation in an organization. */
export const Installation = Type.Object({
  id: Id,
  status: InstallationStatus,
  space_selection: Selection,
  site_selection: Selection,
  spaces: Type.Integer({ description: 'The number of spaces it covers' }),
  scopes: Type.Array(Type.String(), {
    description: 'The granted scopes; other scopes that the integration declares have no effect',
  }),
  configuration: InstalledConfiguration,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  urls: Type.Object({ location: Url, app: Url, publicEndpoint: Url, publicContentEndpoint: Url }),
  externalIds: ExternalIds,
  target: Type.Object({ organization: Id }),
});

const LastFailure = Type.Object(
  {
    eventId: Type.String(),
    type: Type.String({ description: 'The type of the event' }),
    createdAt: Timestamp,
    message: Type.Optional(
      Type.String({
        description: 'The last error that was logged; only if the integration belongs to the organization',
      }),
    ),
  },
  { description: 'The last event that the script failed to handle, for those who can edit the installation' },
);

/** The permission of an operation on an installation. */
export const onInstallation = <const Can extends keyof typeof installationPolicy.can>(can: Can) =>
  ({ policy: installationPolicy, can, on: 'installationId' }) as const;

const AT = '/integrations/{integrationName}/installations';

/** Operations on installations in organizations. */
export const installationsContract = {
  listIntegrationInstallations: operation({
    method: 'GET',
    path: AT,
    summary:
      'List the installations of an integration: all for the integration itself, for users those in organizations they administer',
    permission: onIntegration('view'),
    query: pagedQuery(byExternalId),
    responses: { 200: List(Installation) },
  }),
  installIntegration: operation({
    method: 'POST',
    path: AT,
    summary: 'Install an integration in an organization',
    permission: onIntegration('view'),
    body: Type.Object({
      organization: Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'The id of an organization, or its hostname',
      }),
    }),
    responses: { 201: Installation },
  }),
  getIntegrationInstallationById: operation({
    method: 'GET',
    path: `${AT}/{installationId}`,
    summary: 'Get an installation',
    permission: onInstallation('view'),
    scope: 'integration',
    responses: {
      200: Type.Object({ ...Installation.properties, lastFailure: Type.Optional(LastFailure) }),
    },
  }),
  updateIntegrationInstallation: operation({
    method: 'PATCH',
    path: `${AT}/{installationId}`,
    summary: 'Update an installation: its configuration, its spaces and sites, or its status',
    permission: onInstallation('edit'),
    scope: 'integration',
    body: Type.Object({
      externalIds: Type.Optional(ExternalIds),
      configuration: Type.Optional({
        ...InstalledConfiguration,
        description: 'Replaces the current configuration',
      }),
      space_selection: Type.Optional(Selection),
      site_selection: Type.Optional(Selection),
      scopes: Type.Optional(
        Type.Array(Type.String({ maxLength: 100 }), {
          maxItems: 100,
          description:
            'Scopes of the version to accept, beside those accepted before; an empty body accepts all of them. Users only',
        }),
      ),
      status: Type.Optional(
        OneOf(['active', 'paused'], {
          description: 'Pause or resume it; users only',
        }),
      ),
    }),
    responses: { 200: Installation },
  }),
  uninstallIntegration: operation({
    method: 'DELETE',
    path: `${AT}/{installationId}`,
    summary: 'Uninstall an integration from an organization',
    permission: onInstallation('uninstall'),
    scope: 'integration',
    responses: { 204: Empty },
  }),
  createIntegrationInstallationToken: operation({
    method: 'POST',
    path: `${AT}/{installationId}/tokens`,
    summary: 'Create a token of an installation, valid for an hour',
    permission: onInstallation('issueToken'),
    scope: 'integration',
    responses: { 200: Type.Object({ token: Type.String() }) },
  }),
};
