import Type, { type Static, type TSchema } from 'typebox';
import { OneOf } from '../../../kernel/contract/common-schemas.ts';

const OpenapiRef = Type.Object({
  kind: Type.Literal('openapi'),
  spec: Type.String({ minLength: 1, maxLength: 100 }),
});
const SpaceRef = Type.Object({
  kind: Type.Literal('space'),
  space: Type.String({ minLength: 1, maxLength: 64 }),
});

const fromSpecification = <Props extends TSchema>(props: Props) =>
  Type.Object({
    type: Type.Literal('builtin:openapi'),
    dependencies: Type.Object({ spec: Type.Object({ ref: OpenapiRef }) }),
    props,
  });
const outlineProps = {
  downloadLink: Type.Optional(Type.Boolean()),
  grouping: Type.Optional(OneOf(['by-tag', 'by-operation'])),
};

/** A specification of the organization, as pages. */
export const SpecificationSource = fromSpecification(
  Type.Object({
    models: Type.Boolean({ description: 'Whether there is a page of all schemas' }),
    ...outlineProps,
  }),
);

/** One page of a specification. */
export const SpecificationDocumentSource = fromSpecification(
  Type.Object({
    doc: OneOf(['models', 'operations', 'info']),
    page: Type.Optional(Type.String({ minLength: 1, maxLength: 2000 })),
    models: Type.Optional(Type.Boolean()),
    ...outlineProps,
  }),
);

const LEVELS = 4;
const NAME = Type.String({ maxLength: 100 });

// A schema that refers to itself cannot be inlined: what is passed on to scripts has a few levels.
const plainObject = (levels: number): TSchema => {
  const below = levels === 0 ? [] : [plainObject(levels - 1)];
  const plain = [Type.String({ maxLength: 2000 }), Type.Boolean(), Type.Number(), ...below];
  return Type.Record(NAME, Type.Union([...plain, Type.Array(Type.Union(plain), { maxItems: 100 })]), {
    maxProperties: 50,
  });
};

/** A source of content that an integration has, with what it is told and what it depends on. */
export const IntegrationSource = Type.Object({
  type: Type.Unsafe<`integration:${string}:${string}`>(
    Type.String({ pattern: '^integration:[^:]+:[^:]+$', maxLength: 220 }),
  ),
  props: Type.Unsafe<Record<string, unknown>>(plainObject(LEVELS)),
  dependencies: Type.Optional(
    Type.Record(NAME, Type.Object({ ref: Type.Union([SpaceRef, OpenapiRef]) }), { maxProperties: 20 }),
  ),
});

/** What pages are computed from. */
export const PageSource = Type.Union([SpecificationSource, IntegrationSource]);

/** What the body of a page is computed from. */
export const DocumentSource = Type.Union([SpecificationDocumentSource, IntegrationSource]);

/** A source of content that an integration has. */
export type IntegrationSource = Static<typeof IntegrationSource>;
/** What pages are computed from. */
export type PageSource = Static<typeof PageSource>;
/** What the body of a page is computed from. */
export type DocumentSource = Static<typeof DocumentSource>;
/** One page of a specification. */
export type SpecificationDocumentSource = Static<typeof SpecificationDocumentSource>;
