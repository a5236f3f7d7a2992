import Type from 'typebox';
import { operation } from '../../../kernel/contract/operation.ts';
import { onSpace } from '../../spaces/index.ts';

const described = {
  title: Type.String(),
  site: Type.String(),
  icon: Type.Optional(Type.String()),
};

/** A block of an integration. */
const EmbeddedBlock = Type.Object({
  id: Type.String(),
  title: Type.String(),
  description: Type.Optional(Type.String()),
  icon: Type.Optional(Type.String()),
  urlUnfurl: Type.Optional(Type.Array(Type.String())),
  markdown: Type.Optional(Type.Object({ codeblock: Type.String(), body: Type.String() })),
});

/** The embed of a URL: a link with a title, a frame, or a block of an integration of the space. */
export const Embed = Type.Union([
  Type.Object({ ...described, type: Type.Literal('link') }),
  Type.Object({ ...described, type: Type.Literal('rich'), html: Type.String() }),
  Type.Object({
    ...described,
    type: Type.Literal('integration'),
    integration: Type.String(),
    block: EmbeddedBlock,
  }),
]);

const query = Type.Object({ url: Type.String({ minLength: 1, maxLength: 2048 }) });

/** Operations on embeds. */
export const embedsContract = {
  getEmbedByUrlInSpace: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/embed',
    summary: 'Get the embed of a URL in a space',
    permission: onSpace('view'),
    acceptsSiteTokens: true,
    query,
    responses: { 200: Embed },
  }),
  getEmbedByUrl: operation({
    method: 'GET',
    path: '/urls/embed',
    summary: 'Get the embed of a URL',
    permission: 'authenticated',
    scope: 'space',
    query,
    responses: { 200: Embed },
  }),
};
