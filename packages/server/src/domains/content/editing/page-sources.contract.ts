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

/** Pages computed from an OpenAPI specification. */
export const SpecificationSource = fromSpecification(
  Type.Object({
    models: Type.Boolean({ description: 'Whether a page with all schemas is added' }),
    ...outlineProps,
  }),
);

/** One page computed from an OpenAPI specification. */
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

// A recursive schema cannot be inlined: values for scripts have a limited depth.
const plainObject = (levels: number): TSchema => {
  const below = levels === 0 ? [] : [plainObject(levels - 1)];
  const plain = [Type.String({ maxLength: 2000 }), Type.Boolean(), Type.Number(), ...below];
  return Type.Record(NAME, Type.Union([...plain, Type.Array(Type.Union(plain), { maxItems: 100 })]), {
    maxProperties: 50,
  });
};

/** Pages computed by an integration, with its properties and dependencies. */
export const IntegrationSource = Type.Object({
  type: Type.Unsafe<`integration:${string}:${string}`>(
    Type.String({ pattern: '^integration:[^:]+:[^:]+$', maxLength: 220 }),
  ),
  props: Type.Unsafe<Record<string, unknown>>(plainObject(LEVELS)),
  dependencies: Type.Optional(
    Type.Record(NAME, Type.Object({ ref: Type.Union([SpaceRef, OpenapiRef]) }), { maxProperties: 20 }),
  ),
});

/** The source of computed pages. */
export const PageSource = Type.Union([SpecificationSource, IntegrationSource]);

/** The source of a computed page body. */
export const DocumentSource = Type.Union([SpecificationDocumentSource, IntegrationSource]);

/** Pages computed by an integration. */
export type IntegrationSource = Static<typeof IntegrationSource>;
/** The source of computed pages. */
export type PageSource = Static<typeof PageSource>;
/** The source of a computed page body. */
export type DocumentSource = Static<typeof DocumentSource>;
/** One page computed from an OpenAPI specification. */
export type SpecificationDocumentSource = Static<typeof SpecificationDocumentSource>;
