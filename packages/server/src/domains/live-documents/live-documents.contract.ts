import Type, { type Static } from 'typebox';
import { Id, Nullable, OneOf } from '../../kernel/contract/common-schemas.ts';
import { operation } from '../../kernel/contract/operation.ts';
import { onChangeRequest } from '../change-requests/index.ts';
import { onSpace } from '../spaces/index.ts';

const MAX_UPDATE_CHARACTERS = 3 * 1024 * 1024;
const Bytes = Type.String({ maxLength: MAX_UPDATE_CHARACTERS, pattern: '^[A-Za-z0-9+/]*={0,2}$' });
const Count = Type.Integer({ minimum: 0 });

/** Where somebody is: a page, and a place in its text that only editors understand. */
const Whereabouts = {
  page: Nullable(Id),
  isEditing: Type.Boolean(),
  cursor: Nullable(Type.String({ maxLength: 1000 })),
};

/** Somebody who has a space open, in one tab. */
export const Person = Type.Object({
  id: Id,
  user: Type.Object({ id: Id, displayName: Type.String() }),
  changeRequest: Nullable(Id),
  ...Whereabouts,
});

/** Somebody who has a space open, in one tab. */
export type Person = Static<typeof Person>;

/** The messages of clients. */
export const ClientMessage = Type.Union([
  Type.Object({ type: Type.Literal('here'), ...Whereabouts }),
  Type.Object({
    type: Type.Literal('join'),
    page: Id,
    document: Type.Optional(Id),
    state: Type.Optional(Bytes),
  }),
  Type.Object({ type: Type.Literal('leave') }),
  Type.Object({ type: Type.Literal('update'), id: Count, update: Bytes }),
  Type.Object({ type: Type.Literal('save'), id: Count }),
]);

/** A message of a client. */
export type ClientMessage = Static<typeof ClientMessage>;

/** The messages of the server. */
export const ServerMessage = Type.Union([
  Type.Object({ type: Type.Literal('welcome'), id: Id, mayEdit: Type.Boolean(), revision: Id }),
  Type.Object({ type: Type.Literal('people'), people: Type.Array(Person), gone: Type.Array(Id) }),
  Type.Object({
    type: Type.Literal('joined'),
    page: Id,
    document: Id,
    isSame: Type.Boolean(),
    update: Bytes,
    state: Bytes,
  }),
  Type.Object({ type: Type.Literal('update'), update: Bytes }),
  Type.Object({ type: Type.Literal('stored'), id: Count }),
  Type.Object({ type: Type.Literal('saved'), id: Count }),
  Type.Object({ type: Type.Literal('moved'), revision: Id }),
  Type.Object({
    type: Type.Literal('closed'),
    page: Id,
    reason: OneOf(['missing', 'renewed', 'too-long']),
  }),
]);

/** A message of the server. */
export type ServerMessage = Static<typeof ServerMessage>;

const messages = ClientMessage;
const responses = { 101: ServerMessage };

/** Sockets on which people edit pages together, and see each other. */
export const liveDocumentsContract = {
  connectToSpace: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/live',
    kind: 'socket',
    summary: 'Edit the pages of a space together with others, and see who is in it, as a WebSocket',
    permission: onSpace('view'),
    messages,
    responses,
  }),
  connectToChangeRequest: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/live',
    kind: 'socket',
    summary: 'Edit the pages of a change request together with others, as a WebSocket',
    ...onChangeRequest('view'),
    messages,
    responses,
  }),
};
