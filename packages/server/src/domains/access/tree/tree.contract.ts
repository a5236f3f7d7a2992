import Type from 'typebox';
import { Id, MemberRole, OptionalNullable } from '../../../kernel/contract/common-schemas.ts';
import type { DefaultLevel as Level } from './tree.service.ts';

/** The role of members without a grant: a role, null for none, or that of the parent. */
export const DefaultLevel = Type.Unsafe<Level>({
  anyOf: [MemberRole, { type: 'string', const: 'inherit' }, { type: 'null' }],
});

/** The place among the siblings of a collection or space. */
export const Position = Type.String({
  description: 'Sorts the spaces and collections of a collection: compare it as text (extension)',
});

const Pointer = Type.Union([
  Type.Object({ type: Type.Literal('space'), space: Id }),
  Type.Object({ type: Type.Literal('collection'), collection: Id }),
]);

/** The destination of a move: a collection (null is the root) and a position in it. */
export const Destination = Type.Object({
  parent: OptionalNullable(Id),
  position: Type.Optional(Type.Object({ before: Type.Optional(Pointer), after: Type.Optional(Pointer) })),
});
