import type { AdaptiveSchema, ClaimSchema } from './claims-schema.ts';

/** A ready-made condition for authors. */
export interface TemplateCondition {
  readonly description: string;
  readonly condition: string;
}

// The longest expression that is accepted, and a limit on the length of the list.
const MAX_LENGTH = 1024;
const MAX_CONDITIONS = 1000;

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

// Optional chaining: a missing object claim makes its properties undefined instead of an error.
const member = (parent: string, name: string, mayBeMissing: boolean): string =>
  IDENTIFIER.test(name)
    ? `${parent}${mayBeMissing ? '?' : ''}.${name}`
    : `${parent}${mayBeMissing ? '?.' : ''}[${JSON.stringify(name)}]`;

type Make = (claim: string, schema: ClaimSchema) => TemplateCondition[];

// Only types with a finite set of values have ready-made conditions.
const MAKERS: Readonly<Partial<Record<ClaimSchema['type'], Make>>> = {
  boolean: (claim, { description }) => [
    { description: `${description}: yes`, condition: `${claim} === true` },
    { description: `${description}: no`, condition: `${claim} === false` },
  ],
  string: (claim, schema) =>
    (('enum' in schema && schema.enum) || []).map((value) => ({
      description: `${schema.description}: ${value}`,
      condition: `${claim} === ${JSON.stringify(value)}`,
    })),
  array: (claim, schema) => {
    const items = 'items' in schema ? schema.items : undefined;
    return ((items && 'enum' in items && items.enum) || []).map((value) => ({
      description: `${schema.description}: ${value}`,
      condition: `${claim}?.includes(${JSON.stringify(value)}) === true`,
    }));
  },
};

function* conditionsOf(claim: string, schema: ClaimSchema, isTop: boolean): Generator<TemplateCondition> {
  if (schema.type !== 'object') yield* MAKERS[schema.type]?.(claim, schema) ?? [];
  else
    for (const [name, inner] of Object.entries(schema.properties))
      yield* conditionsOf(member(claim, name, !isTop), inner, false);
}

/** Lists a condition for each possible value of each claim. */
export const templateConditionsOf = (schema: AdaptiveSchema): TemplateCondition[] => {
  const found: TemplateCondition[] = [];
  for (const one of conditionsOf('visitor.claims', { ...schema, description: '' }, true)) {
    if (one.condition.length <= MAX_LENGTH) found.push(one);
    if (found.length === MAX_CONDITIONS) break;
  }
  return found;
};
