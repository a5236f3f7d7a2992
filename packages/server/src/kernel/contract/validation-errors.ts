import type { ErrorObject } from 'ajv';
import type { ErrorDetail } from '../errors/errors.ts';
import {
  describeSchema,
  FORMATS,
  type Kind,
  kindOf,
  kindsOf,
  literalsOf,
  propertiesOf,
  type Schema,
} from './schemas.ts';

/** One variant of a union, with the errors of the value against it. */
interface Variant {
  readonly schema: Schema;
  readonly errors: readonly ErrorObject[];
}

const UNIONS = ['anyOf', 'oneOf'];

const stepsOf = (error: ErrorObject): string[] =>
  error.instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

const listed = (names: readonly string[], last: 'and' | 'or') =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}` : names.join();

const messageOf = ({ keyword, params, message = 'is not valid' }: ErrorObject): string => {
  if (keyword === 'required') return 'is required';
  if (keyword === 'additionalProperties') return 'is not a known field';
  if (keyword === 'enum') return `must be one of: ${(params.allowedValues as unknown[]).join(', ')}`;
  if (keyword === 'const') return `must be ${String(params.allowedValue)}`;
  if (keyword === 'format' && FORMATS[params.format]) return `must be ${FORMATS[params.format]}`;
  if (keyword === 'oneOf') return 'matches more than one of the allowed variants';
  return message;
};

// Flattens nested unions.
const variantsOf = (union: ErrorObject, errors: readonly ErrorObject[]): Variant[] =>
  (union.schema as Schema[]).flatMap((schema, index) => {
    const within = `${union.schemaPath}/${index}/`;
    const own = errors.filter((error) => error.schemaPath.startsWith(within));
    const inner = own.at(-1);
    const isUnion = UNIONS.some((keyword) => inner?.schemaPath === within + keyword) && !schema.type;
    return isUnion ? variantsOf(inner!, own) : [{ schema, errors: own }];
  });

// The value lacks a required field of the variant, or has an unknown one.
const isOtherVariant = ({ errors }: Variant, union: ErrorObject): boolean =>
  ['required', 'additionalProperties'].includes(errors.at(-1)?.keyword ?? '') &&
  errors.at(-1)?.instancePath === union.instancePath;

/** Discriminator fields: those that are a `const` or `enum` in every variant. */
const tagsOf = (variants: readonly Variant[]): string[] =>
  Object.keys(propertiesOf(variants[0]!.schema)).filter((name) =>
    variants.every(({ schema }) => literalsOf(propertiesOf(schema)[name]).length > 0),
  );

// Variants with a discriminator are described to a non-object as just "an object".
const describeAll = (variants: readonly Variant[]): string[] => {
  const objects = variants.filter(({ schema }) => kindsOf(schema).every((kind) => kind === 'object'));
  const areTagged = objects.length > 1 && tagsOf(objects).length > 0;
  return variants.flatMap((variant) =>
    areTagged && objects.includes(variant)
      ? describeSchema({ type: 'object' })
      : describeSchema(variant.schema),
  );
};

const describeVariants = (kind: Kind, variants: readonly Variant[]): string => {
  const required = variants.map(({ schema }) => (schema.required as readonly string[] | undefined) ?? []);
  return kind === 'object' && required.every((names) => names.length > 0)
    ? `needs ${[...new Set(required.map((names) => listed(names, 'and')))].join(', or ')}`
    : `must be ${listed([...new Set(describeAll(variants))], 'or')}`;
};

const explainTags = (union: ErrorObject, variants: readonly Variant[], tag: string): ErrorDetail => {
  const values = variants.flatMap(({ schema }) => literalsOf(propertiesOf(schema)[tag])).join(', ');
  const isPresent = Object.hasOwn(union.data as object, tag);
  return {
    path: [...stepsOf(union), tag].join('.'),
    message: isPresent ? `must be one of: ${values}` : `is required, one of: ${values}`,
  };
};

const explainUnion = (union: ErrorObject, errors: readonly ErrorObject[]): ErrorDetail => {
  const all = variantsOf(union, errors);
  const kind = kindOf(union.data);
  const matching = all.filter(({ schema }) => kindsOf(schema).includes(kind));
  const whole = { path: stepsOf(union).join('.'), message: describeVariants(kind, all) };
  if (matching.length === 0 || matching.some(({ schema }) => literalsOf(schema).length > 0)) return whole;
  if (matching.length === 1) return toErrorDetail(matching[0]!.errors);
  if (kind !== 'object') return whole;
  const [tag] = tagsOf(matching);
  const value = (union.data as Schema)[tag ?? ''];
  const tagged = matching.filter(
    ({ schema }) => tag === undefined || literalsOf(propertiesOf(schema)[tag]).includes(value),
  );
  if (tagged.length === 0) return explainTags(union, matching, tag!);
  // Of the remaining variants, the one whose required fields are present was meant.
  const [first, ...more] = tagged.filter((variant) => tagged.length === 1 || !isOtherVariant(variant, union));
  return first && more.length === 0
    ? toErrorDetail(first.errors)
    : { ...whole, message: describeVariants(kind, tagged) };
};

/** Picks the most useful error: of a union, that of the variant that was meant, or a description of all variants. */
export const toErrorDetail = (errors: readonly ErrorObject[]): ErrorDetail => {
  const root = errors.at(-1)!;
  if (UNIONS.includes(root.keyword) && !root.params.passingSchemas) return explainUnion(root, errors);
  const field: unknown = root.params.missingProperty ?? root.params.additionalProperty;
  const named = field === undefined ? [] : [String(field)];
  return { path: [...stepsOf(root), ...named].join('.'), message: messageOf(root) };
};
