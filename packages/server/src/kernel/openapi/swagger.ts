import { randomUUID } from 'node:crypto';
import { upgradeFromTwoToThree } from '@scalar/openapi-parser';
import { namesIn, pointerOf } from './errors.ts';
import { type Holder, isHolder, type Kind, kindAt, kindInList } from './object-kinds.ts';
import { valueAt } from './references.ts';

/** A part of a document that stands elsewhere at home: where it stands now, and there. */
export interface Origin {
  readonly path: string;
  readonly home: readonly string[];
}

/** Whether a document is one of version 2. */
export const isSwagger = (document: Readonly<Holder>): boolean => document.swagger !== undefined;

/** A value in which every part of the specification was made another; the innermost first, payload as it is. */
const mapped = (
  value: unknown,
  kind: Kind,
  make: (part: Holder, kind: Kind) => Holder,
  payload: (name: string, value: unknown, kind: Kind) => unknown,
): unknown => {
  if (Array.isArray(value)) return value.map((one) => mapped(one, kindInList(kind), make, payload));
  if (!isHolder(value)) return value;
  const entries = Object.entries(value).map(([name, one]) => {
    const inner = kindAt(kind, name);
    return [name, inner === undefined ? payload(name, one, kind) : mapped(one, inner, make, payload)];
  });
  return make(Object.fromEntries(entries) as Holder, kind);
};

const isInBody = (parameter: unknown): parameter is Holder =>
  isHolder(parameter) && (parameter.in === 'body' || parameter.in === 'formData');

// What version 3 keeps a reference to where it stands; all else is there only once it is brought in.
const KEPT: Partial<Record<Kind, string>> = {
  schema: '#/definitions/',
  parameter: '#/parameters/',
  response: '#/responses/',
};

/**
 * A document of version 2 in which what it refers to stands where it is meant: path items, bodies and fields of forms,
 * which version 3 writes elsewhere, and what comes from other files. Schemas, which may be in circles, become its own.
 */
export const broughtIn = (
  whole: Holder,
): { readonly document: Holder; readonly origins: readonly Origin[] } => {
  const origins: Origin[] = [];
  const names = new Map<string, string>();
  const taken = new Set(Object.keys(isHolder(whole.definitions) ? whole.definitions : {}));
  const waiting: string[] = [];
  const targetOf = (ref: string) => valueAt(whole, namesIn(ref.slice(1)));
  const inBody = (ref: string, hops = 0): boolean => {
    const target = targetOf(ref);
    if (!isHolder(target)) return false;
    if (typeof target.$ref === 'string') return hops < 8 && inBody(target.$ref, hops + 1);
    return isInBody(target);
  };
  const stays = (ref: string, kind: Kind) =>
    ref.startsWith(KEPT[kind] ?? ' ') && !(kind === 'parameter' && inBody(ref));
  const ownName = (ref: string): string => {
    const known = names.get(ref);
    if (known !== undefined) return known;
    const base = (namesIn(ref).at(-1) ?? '').replace(/\.(?:json|ya?ml)$/i, '') || 'schema';
    let name = base;
    for (let count = 2; taken.has(name); count++) name = `${base}-${count}`;
    taken.add(name);
    names.set(ref, name);
    waiting.push(ref);
    return name;
  };
  const bring = (value: unknown, kind: Kind, path: string, inside: readonly string[]): unknown => {
    if (Array.isArray(value))
      return value.map((one, at) => bring(one, kindInList(kind), `${path}/${at}`, inside));
    if (!isHolder(value)) return value;
    const ref = value.$ref;
    if (typeof ref === 'string' && ref.startsWith('#') && targetOf(ref) !== undefined && !stays(ref, kind)) {
      if (kind === 'schema') return { ...value, $ref: `#/definitions${pointerOf([ownName(ref)])}` };
      if (inside.includes(ref)) return {};
      origins.push({ path, home: namesIn(ref) });
      return bring(targetOf(ref), kind, path, [...inside, ref]);
    }
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => {
        const inner = kindAt(kind, name);
        return [name, inner === undefined ? one : bring(one, inner, path + pointerOf([name]), inside)];
      }),
    );
  };
  const document = bring(whole, 'document', '', []) as Holder;
  const definitions: [string, unknown][] = [];
  for (const ref of waiting) {
    const path = pointerOf(['definitions', names.get(ref)!]);
    origins.push({ path, home: namesIn(ref) });
    definitions.push([names.get(ref)!, bring(targetOf(ref), 'schema', path, [])]);
  }
  if (definitions.length > 0)
    document.definitions = {
      ...(document.definitions as Holder | undefined),
      ...Object.fromEntries(definitions),
    };
  return { document, origins };
};

/** A schema as version 3 has it, which leaves alone what stands beside a reference. */
const schemaOfThree = (schema: Holder): Holder => {
  const { 'x-nullable': isNullable, discriminator, ...rest } = schema;
  const { $ref, ...others } = rest;
  const isAround = isNullable === true && $ref !== undefined;
  return {
    ...(isAround ? { ...others, allOf: [{ $ref }] } : rest),
    ...(isNullable === true ? { nullable: true } : isNullable !== undefined && { 'x-nullable': isNullable }),
    ...(discriminator !== undefined && {
      discriminator: typeof discriminator === 'string' ? { propertyName: discriminator } : discriminator,
    }),
  };
};

/** A path item whose operations have themselves what the body is made of, which version 3 does not say for all of them. */
const itemOfThree = (item: Holder): Holder => {
  const given = Array.isArray(item.parameters) ? (item.parameters as unknown[]) : [];
  const bodies = given.filter(isInBody);
  if (bodies.length === 0) return item;
  const entries = Object.entries(item).map(([name, value]) => {
    if (kindAt('item', name) !== 'operation' || !isHolder(value)) return [name, value];
    const own = Array.isArray(value.parameters) ? (value.parameters as unknown[]) : [];
    const inherited = bodies.filter(
      (body) =>
        !own.some(
          (one) => isInBody(one) && one.in === body.in && (one.in === 'body' || one.name === body.name),
        ),
    );
    return [name, { ...value, parameters: [...own, ...inherited] }];
  });
  return { ...Object.fromEntries(entries), parameters: given.filter((one) => !isInBody(one)) };
};

const FLOWS: Readonly<Record<string, string>> = {
  application: 'clientCredentials',
  accessCode: 'authorizationCode',
};

const MEDIA_TYPE = /^[a-z0-9*+.-]+\/[a-z0-9*+.-]+$/i;

const isByMediaType = (value: unknown): boolean =>
  isHolder(value) && Object.keys(value).length > 0 && Object.keys(value).every((key) => MEDIA_TYPE.test(key));

// What a field of a form says for version 3 elsewhere than in its schema.
const OF_FORMS = new Set(['name', 'in', 'required', 'collectionFormat', 'allowEmptyValue']);

/** How parts are written so that whoever upgrades the document finds nothing in them to change or to drop. */
interface Veil {
  /** A value that is brought back as it is. */
  readonly value: (value: unknown) => string;
  /** A field that is brought back by its name. */
  readonly name: (name: string) => string;
  /** A field that goes along into the schema of a field of a form, and is brought back as these. */
  readonly beside: (fields: Holder) => Holder;
}

/** A way to prove who asks as version 3 has it, with all else that it says. */
const schemeOfThree = (scheme: Holder, veil: Veil): Holder => {
  const { type, ...rest } = scheme;
  if (type === 'basic') return { type: 'http', scheme: 'basic', ...rest };
  if (type !== 'oauth2') return scheme;
  const { flow, authorizationUrl, tokenUrl, scopes, ...others } = rest;
  const name = typeof flow === 'string' && flow !== '' ? flow : 'implicit';
  return {
    type: veil.value(type),
    flows: {
      [Object.hasOwn(FLOWS, name) ? FLOWS[name]! : name]: {
        ...(authorizationUrl !== undefined && { authorizationUrl }),
        ...(tokenUrl !== undefined && { tokenUrl }),
        ...(scopes !== undefined && { scopes }),
      },
    },
    ...others,
  };
};

/** A parameter with its example where version 3 has it, and with what would be lost on the way. */
const parameterOfThree = (parameter: Holder, veil: Veil): Holder => {
  const { 'x-example': given, ...others } = parameter;
  const isTold = given !== undefined;
  if (parameter.in === 'formData') {
    const own = Object.fromEntries(Object.entries(others).filter(([name]) => !OF_FORMS.has(name)));
    const examples = { example: own.example ?? veil.value(given), 'x-example': veil.value(given) };
    return { ...others, ...veil.beside(schemaOfThree({ ...own, ...(isTold && examples) })) };
  }
  const several = parameter['x-examples'];
  const kept = {
    ...(isTold && { [veil.name('x-example')]: veil.value(given) }),
    ...(several !== undefined && { [veil.name('x-examples')]: veil.value(several) }),
  };
  if (!isTold || isByMediaType(given)) return { ...parameter, ...kept };
  if (parameter.in !== 'body')
    return {
      ...others,
      ...(several === undefined && { example: others.example ?? veil.value(given) }),
      ...kept,
    };
  // Examples by name are those of every kind of content.
  return { ...others, 'x-examples': several ?? { default: { value: veil.value(given) } }, ...kept };
};

const OF_THREE: Partial<Record<Kind, (part: Holder, veil: Veil) => Holder>> = {
  schema: schemaOfThree,
  item: itemOfThree,
  parameter: parameterOfThree,
  scheme: schemeOfThree,
};

const PAYLOAD = /^(?:example|default|enum|const|x-(?!nullable$).*)$/;
const EXAMPLES = /^x-examples?$/;
// Of a field of a form, little more than this goes along into its schema.
const CARRIER = 'description';

/** A document of version 2, brought in, as version 3. What is payload is kept from those who look for references. */
export const upgradedSwagger = (document: Holder): Holder => {
  const mark = randomUUID();
  const kept: unknown[] = [];
  const carried = new Map<unknown, Holder>();
  const veil: Veil = {
    value: (value) => `${mark} ${kept.push(value) - 1}`,
    name: (name) => mark + name,
    beside: (fields) => {
      const carrier = `${mark} fields ${carried.size}`;
      carried.set(carrier, fields);
      return { [CARRIER]: carrier };
    },
  };
  const isVeiled = (value: unknown): value is string => typeof value === 'string' && value.startsWith(mark);
  const shown = (value: unknown): unknown => {
    if (isVeiled(value)) return kept[Number(value.slice(mark.length))];
    if (Array.isArray(value)) return value.map(shown);
    if (!isHolder(value)) return value;
    const { [CARRIER]: carrier, ...rest } = value;
    const more = carried.get(carrier);
    // What was upgraded counts.
    const whole = more ? { ...more, ...rest } : value;
    return Object.fromEntries(
      Object.entries(whole).map(([name, one]) => [
        isVeiled(name) ? name.slice(mark.length) : name,
        shown(one),
      ]),
    );
  };
  const isPayload = (name: string, kind: Kind) =>
    kind === 'samples' || (PAYLOAD.test(name) && !(kind === 'parameter' && EXAMPLES.test(name)));
  const plain = mapped(
    document,
    'document',
    (part, kind) => OF_THREE[kind]?.(part, veil) ?? part,
    (name, value, kind) => (isPayload(name, kind) && typeof value === 'object' ? veil.value(value) : value),
  );
  return shown(upgradeFromTwoToThree(plain as Holder)) as Holder;
};
