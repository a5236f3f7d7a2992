import Type from 'typebox';
import { operation } from '../../../kernel/contract/operation.ts';
import { onSpace } from '../../spaces/index.ts';

const described = {
  title: Type.String(),
  site: Type.String(),
  icon: Type.Optional(Type.String()),
};

/** The embed of a URL: a link with a title, or a frame. */
export const Embed = Type.Union([
  Type.Object({ ...described, type: Type.Literal('link') }),
  Type.Object({ ...described, type: Type.Literal('rich'), html: Type.String() }),
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
