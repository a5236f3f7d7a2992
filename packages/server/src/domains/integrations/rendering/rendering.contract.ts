import Type, { type Static } from 'typebox';
import { Id, OneOf } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { onIntegration } from '../integrations.contract.ts';

const LARGEST = 1024 * 1024;
// Decompressed data can grow with the square of the length.
const LONGEST_COMPRESSED = 8192;
const Theme = OneOf(['dark', 'light']);
const Anything = Type.Record(Type.String(), Type.Unknown());

const Context = Type.Union([
  Type.Object({ type: Type.Literal('document'), theme: Theme, spaceId: Id, editable: Type.Boolean() }),
  Type.Object({ type: Type.Literal('configuration_account'), theme: Theme, organizationId: Id }),
  Type.Object({ type: Type.Literal('configuration_space'), theme: Theme, spaceId: Id }),
  Type.Object({ type: Type.Literal('configuration_site'), theme: Theme, siteId: Id }),
  Type.Object({
    type: Type.Literal('configuration_contentsource'),
    theme: Theme,
    organizationId: Id,
    spaceId: Type.Optional(Id),
  }),
]);

/** A request to render a component of an integration. */
export const RenderRequest = Type.Object({
  componentId: Type.String({ minLength: 1, maxLength: 200 }),
  props: Anything,
  state: Type.Optional(Anything),
  context: Context,
  action: Type.Optional(
    Type.Object({ action: Type.String({ minLength: 1, maxLength: 200 }) }, { additionalProperties: true }),
  ),
});

/** A request to render a component of an integration. */
export type RenderRequest = Static<typeof RenderRequest>;

const RenderOutput = Type.Union([
  Type.Object(
    { type: Type.Optional(Type.Literal('element')), element: Anything },
    { additionalProperties: true },
  ),
  Type.Object({ type: Type.Literal('complete') }, { additionalProperties: true }),
]);

/** Operations that render UI components of integrations. */
export const renderingContract = {
  renderIntegrationUIWithGet: operation({
    method: 'GET',
    path: '/integrations/{integrationName}/render',
    summary: 'Render a component of an integration; the compressed request makes the response cacheable',
    permission: onIntegration('view'),
    acceptsSiteTokens: true,
    query: Type.Object({
      // An unencoded plus arrives as a space.
      request: Type.String({ minLength: 1, maxLength: LONGEST_COMPRESSED, pattern: '^[A-Za-z0-9+ /=$_-]+$' }),
    }),
    responses: { 200: RenderOutput },
  }),
  renderIntegrationUIWithPost: operation({
    method: 'POST',
    path: '/integrations/{integrationName}/render',
    summary: 'Render a component of an integration, or run an action of it',
    permission: onIntegration('view'),
    acceptsSiteTokens: true,
    bodyLimit: LARGEST,
    body: RenderRequest,
    responses: { 200: RenderOutput },
  }),
};
