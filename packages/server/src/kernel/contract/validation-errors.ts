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

/** One of the forms that a union takes, and what was found wrong with the value when it was held against it. */
interface Form {
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
  if (keyword === 'additionalProperties') return 'is not known here';
  if (keyword === 'enum') return `must be one of: ${(params.allowedValues as unknown[]).join(', ')}`;
  if (keyword === 'const') return `must be ${String(params.allowedValue)}`;
  if (keyword === 'format' && FORMATS[params.format]) return `must be ${FORMATS[params.format]}`;
  if (keyword === 'oneOf') return 'is more than one of the things that it may be';
  return message;
};

// A union inside a union is more forms of the outer one.
const formsOf = (union: ErrorObject, errors: readonly ErrorObject[]): Form[] =>
  (union.schema as Schema[]).flatMap((schema, index) => {
    const within = `${union.schemaPath}/${index}/`;
    const own = errors.filter((error) => error.schemaPath.startsWith(within));
    const inner = own.at(-1);
    const isUnion = UNIONS.some((keyword) => inner?.schemaPath === within + keyword) && !schema.type;
    return isUnion ? formsOf(inner!, own) : [{ schema, errors: own }];
  });

// A field that the form needs is missing, or one that it does not know is there.
const isOther = ({ errors }: Form, union: ErrorObject): boolean =>
  ['required', 'additionalProperties'].includes(errors.at(-1)?.keyword ?? '') &&
  errors.at(-1)?.instancePath === union.instancePath;

/** The fields that tell forms of an object apart: in each of them a constant, or one of a few. */
const tagsOf = (forms: readonly Form[]): string[] =>
  Object.keys(propertiesOf(forms[0]!.schema)).filter((name) =>
    forms.every(({ schema }) => literalsOf(propertiesOf(schema)[name]).length > 0),
  );

// Which objects are meant is told by a field: to what is no object, all of them are one thing.
const describeAll = (forms: readonly Form[]): string[] => {
  const objects = forms.filter(({ schema }) => kindsOf(schema).every((kind) => kind === 'object'));
  const areTagged = objects.length > 1 && tagsOf(objects).length > 0;
  return forms.flatMap((form) =>
    areTagged && objects.includes(form) ? describeSchema({ type: 'object' }) : describeSchema(form.schema),
  );
};

const describeForms = (kind: Kind, forms: readonly Form[]): string => {
  const needs = forms.map(({ schema }) => (schema.required as readonly string[] | undefined) ?? []);
  return kind === 'object' && needs.every((names) => names.length > 0)
    ? `needs ${[...new Set(needs.map((names) => listed(names, 'and')))].join(', or ')}`
    : `must be ${listed([...new Set(describeAll(forms))], 'or')}`;
};

const explainTags = (union: ErrorObject, forms: readonly Form[], tag: string): ErrorDetail => {
  const values = forms.flatMap(({ schema }) => literalsOf(propertiesOf(schema)[tag])).join(', ');
  const isThere = Object.hasOwn(union.data as object, tag);
  return {
    path: [...stepsOf(union), tag].join('.'),
    message: isThere ? `must be one of: ${values}` : `is required, one of: ${values}`,
  };
};

const explainUnion = (union: ErrorObject, errors: readonly ErrorObject[]): ErrorDetail => {
  const all = formsOf(union, errors);
  const kind = kindOf(union.data);
  const meant = all.filter(({ schema }) => kindsOf(schema).includes(kind));
  const whole = { path: stepsOf(union).join('.'), message: describeForms(kind, all) };
  if (meant.length === 0 || meant.some(({ schema }) => literalsOf(schema).length > 0)) return whole;
  if (meant.length === 1) return toErrorDetail(meant[0]!.errors);
  if (kind !== 'object') return whole;
  const [tag] = tagsOf(meant);
  const value = (union.data as Schema)[tag ?? ''];
  const tagged = meant.filter(
    ({ schema }) => tag === undefined || literalsOf(propertiesOf(schema)[tag]).includes(value),
  );
  if (tagged.length === 0) return explainTags(union, meant, tag!);
  // Of those that remain, the one whose fields are there is the one that was meant.
  const [first, ...more] = tagged.filter((form) => tagged.length === 1 || !isOther(form, union));
  return first && more.length === 0
    ? toErrorDetail(first.errors)
    : { ...whole, message: describeForms(kind, tagged) };
};

/** The one problem of a value that helps most: of a union, that of the form that was meant, or what all of them are. */
export const toErrorDetail = (errors: readonly ErrorObject[]): ErrorDetail => {
  const root = errors.at(-1)!;
  if (UNIONS.includes(root.keyword) && !root.params.passingSchemas) return explainUnion(root, errors);
  const field: unknown = root.params.missingProperty ?? root.params.additionalProperty;
  const named = field === undefined ? [] : [String(field)];
  return { path: [...stepsOf(root), ...named].join('.'), message: messageOf(root) };
};
