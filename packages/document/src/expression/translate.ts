import type {
  ArrowFunctionExpression,
  CallExpression,
  Expression,
  Identifier,
  ParenthesizedExpression,
  Pattern as PatternNode,
  SpreadElement,
  Super,
} from 'acorn';
import { callbackGlobals, constants, globalNames, globals } from './globals.ts';
import { callbackMethods } from './list-methods.ts';
import { binaryOperators, unaryOperators } from './operators.ts';
import type { Callback, Field, Item, Pattern, Term } from './terms.ts';
import { isForbiddenName } from './values.ts';

/** A syntax error and its offset. */
export class ExpressionSyntaxError extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

const MAX_DEPTH = 256;

/** The scope of a node: its parameters and its depth. */
interface Place {
  readonly locals: ReadonlySet<string>;
  readonly depth: number;
}

type NodeOf<Type extends Expression['type']> = Extract<Expression, { type: Type }>;
type Translations = { [Type in Expression['type']]?: (node: NodeOf<Type>, place: Place) => Term };

const reject = (message: string, node: { start: number }): never => {
  throw new ExpressionSyntaxError(message, node.start);
};

const literal = (value: string | number | boolean | null | undefined): Term => ({ kind: 'literal', value });

const allowed = (name: string, node: { start: number }) =>
  isForbiddenName(name) ? reject(`The name "${name}" is not allowed.`, node) : name;

const bare = <Node extends Expression | Super>(node: Node): Exclude<Node, ParenthesizedExpression> =>
  node.type === 'ParenthesizedExpression'
    ? (bare(node.expression) as Exclude<Node, ParenthesizedExpression>)
    : (node as Exclude<Node, ParenthesizedExpression>);

const isGlobal = (node: Expression | Super, place: Place): node is Identifier =>
  node.type === 'Identifier' && !place.locals.has(node.name) && globalNames.has(node.name);

const nameOf = (node: Identifier, place: Place): Term => {
  const name = allowed(node.name, node);
  if (place.locals.has(name)) return { kind: 'local', name };
  if (constants.has(name)) return literal(constants.get(name) as number | undefined);
  if (globalNames.has(name)) return reject(`"${name}" can only be called.`, node);
  return { kind: 'input', name };
};

const item = (node: Expression | SpreadElement | null, place: Place, around: { start: number }): Item => {
  if (!node) return reject('An array cannot have holes.', around);
  return node.type === 'SpreadElement'
    ? { spread: true, term: translate(node.argument, place) }
    : { spread: false, term: translate(node, place) };
};

const field = (node: NodeOf<'ObjectExpression'>['properties'][number], place: Place): Field => {
  if (node.type === 'SpreadElement') return { term: translate(node.argument, place) };
  if (node.kind !== 'init' || node.method) return reject('Objects cannot have functions.', node);
  return { key: keyTerm(node.key, node.computed, place), term: translate(node.value, place) };
};

const keyTerm = (node: Expression, computed: boolean, place: Place): Term => {
  if (computed) {
    const term = translate(node, place);
    if (term.kind === 'literal') allowed(String(term.value), node);
    return term;
  }
  const name = node.type === 'Identifier' ? node.name : String((node as NodeOf<'Literal'>).value);
  return literal(allowed(name, node));
};

const property = (node: NodeOf<'MemberExpression'>, place: Place): Term => {
  const { object, property: key, optional } = node;
  if (key.type === 'PrivateIdentifier') return reject('Private names are not allowed.', key);
  if (isGlobal(object, place) && key.type === 'Identifier' && !node.computed) {
    const name = `${object.name}.${key.name}`;
    return constants.has(name)
      ? literal(constants.get(name) as number)
      : reject(`"${name}" can only be called, if it exists.`, node);
  }
  if (object.type === 'Super') return reject('"super" is not allowed.', node);
  return {
    kind: 'property',
    of: translate(object, place),
    key: keyTerm(key, node.computed, place),
    optional: optional === true,
  };
};

const namesOf = (node: PatternNode): readonly string[] => {
  switch (node.type) {
    case 'Identifier':
      return [node.name];
    case 'AssignmentPattern':
      return namesOf(node.left);
    case 'ObjectPattern':
      return node.properties.flatMap((part) => (part.type === 'RestElement' ? [] : namesOf(part.value)));
    case 'ArrayPattern':
      return node.elements.flatMap((part) => (part ? namesOf(part) : []));
    default:
      return [];
  }
};

const hasDefault = (node: PatternNode | null): boolean => {
  switch (node?.type) {
    case 'AssignmentPattern':
      return true;
    case 'ObjectPattern':
      return node.properties.some((part) => part.type !== 'RestElement' && hasDefault(part.value));
    case 'ArrayPattern':
      return node.elements.some(hasDefault);
    default:
      return false;
  }
};

const pattern = (node: PatternNode, place: Place): Pattern => {
  switch (node.type) {
    case 'Identifier':
      return { kind: 'name', name: allowed(node.name, node) };
    case 'AssignmentPattern':
      return {
        kind: 'default',
        pattern: pattern(node.left, place),
        value: translate(node.right, place),
      };
    case 'ObjectPattern':
      return {
        kind: 'fields',
        fields: node.properties.map((part) => {
          if (part.type === 'RestElement' || part.computed) {
            return reject('Only plain names can be taken from an object.', part);
          }
          const key = keyTerm(part.key, false, place) as { value: string };
          return { key: key.value, pattern: pattern(part.value, place) };
        }),
      };
    case 'ArrayPattern':
      return {
        kind: 'elements',
        elements: node.elements.map((part) =>
          part ? pattern(part, place) : reject('Every element taken from an array needs a name.', node),
        ),
      };
    default:
      return reject('This parameter is not allowed.', node);
  }
};

const arrow = (node: ArrowFunctionExpression, outer: Place): Callback => {
  if (node.async) return reject('Functions cannot be async.', node);
  if (node.body.type === 'BlockStatement') return reject('A function must be one expression.', node.body);
  // All parameters are in scope of all defaults, as in JavaScript; reading one too early is an error.
  const names = node.params.flatMap(namesOf);
  const locals = new Set([...outer.locals, ...names]);
  const place = { locals, depth: outer.depth + 1 };
  const hidden = node.params.some(hasDefault) ? names.filter((name) => outer.locals.has(name)) : [];
  const parameters = node.params.map((parameter) => pattern(parameter, place));
  return { hidden, parameters, body: translate(node.body, place) };
};

const callbackOf = (node: CallExpression, method: string, place: Place): Callback | undefined => {
  const [first] = node.arguments;
  if (!callbackMethods.has(method) || !first || first.type === 'SpreadElement') return undefined;
  const given = bare(first);
  if (given.type === 'ArrowFunctionExpression') return arrow(given, place);
  if (!isGlobal(given, place) || !callbackGlobals.has(given.name)) return undefined;
  const items = [{ spread: false, term: { kind: 'local', name: 'value' } }] as const;
  return {
    hidden: [],
    parameters: [{ kind: 'name', name: 'value' }],
    body: { kind: 'global', name: given.name, items },
  };
};

const globalCalled = (callee: Expression | Super, place: Place): string | undefined => {
  if (isGlobal(callee, place)) return callee.name;
  if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') return;
  return isGlobal(callee.object, place) ? `${callee.object.name}.${callee.property.name}` : undefined;
};

const call = (node: CallExpression, place: Place): Term => {
  const callee = bare(node.callee);
  if (node.optional) return reject('"?.(" is not allowed; write "?.name(" instead.', node);
  const items = (from: number) => node.arguments.slice(from).map((given) => item(given, place, node));
  const name = globalCalled(callee, place);
  if (name) {
    return globals.has(name)
      ? { kind: 'global', name, items: items(0) }
      : reject(`There is no function "${name}".`, node);
  }
  if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') {
    return reject('Only methods can be called.', node);
  }
  if (callee.object.type === 'Super') return reject('"super" is not allowed.', node);
  const callback = callbackOf(node, callee.property.name, place);
  return {
    kind: 'method',
    of: translate(callee.object, place),
    name: allowed(callee.property.name, callee.property),
    optional: callee.optional === true,
    callback,
    items: items(callback ? 1 : 0),
  };
};

const translations: Translations = {
  ParenthesizedExpression: (node, place) => translate(node.expression, place),
  Identifier: nameOf,
  Literal: (node) => {
    if (node.regex) return reject('Regular expressions are not allowed.', node);
    if (node.bigint) return reject('Numbers with "n" are not allowed.', node);
    return literal(node.value as string | number | boolean | null);
  },
  TemplateLiteral: (node, place) => ({
    kind: 'template',
    texts: node.quasis.map((text) => text.value.cooked ?? ''),
    terms: node.expressions.map((part) => translate(part, place)),
  }),
  ArrayExpression: (node, place) => ({
    kind: 'list',
    items: node.elements.map((element) => item(element, place, node)),
  }),
  ObjectExpression: (node, place) => ({
    kind: 'record',
    fields: node.properties.map((part) => field(part, place)),
  }),
  MemberExpression: property,
  CallExpression: call,
  ChainExpression: (node, place) => ({ kind: 'chain', of: translate(node.expression, place) }),
  UnaryExpression: (node, place) =>
    unaryOperators.has(node.operator)
      ? { kind: 'unary', operator: node.operator, of: translate(node.argument, place) }
      : reject(`"${node.operator}" is not allowed.`, node),
  BinaryExpression: (node, place) => {
    const { operator, left, right } = node;
    if (left.type === 'PrivateIdentifier') return reject('Private names are not allowed.', left);
    if (!binaryOperators.has(operator)) return reject(`"${operator}" is not allowed.`, node);
    return { kind: 'binary', operator, left: translate(left, place), right: translate(right, place) };
  },
  LogicalExpression: (node, place) => ({
    kind: 'logical',
    operator: node.operator,
    left: translate(node.left, place),
    right: translate(node.right, place),
  }),
  ConditionalExpression: (node, place) => ({
    kind: 'choice',
    test: translate(node.test, place),
    yes: translate(node.consequent, place),
    no: translate(node.alternate, place),
  }),
};

const UNSUPPORTED_SYNTAX: Partial<Record<Expression['type'], string>> = {
  ArrowFunctionExpression: `Functions are only allowed as the first argument of ${[...callbackMethods.keys()].join(', ')}.`,
  AssignmentExpression: 'Assignments are not allowed.',
  UpdateExpression: 'Assignments are not allowed.',
  NewExpression: '"new" is not allowed.',
  SequenceExpression: 'One expression is allowed, not several.',
  TaggedTemplateExpression: 'Tagged templates are not allowed.',
  ThisExpression: '"this" is not allowed.',
};

/** The term of a syntax tree node; throws an error for unsupported syntax. */
export const translate = (node: Expression, outer: Place): Term => {
  if (outer.depth > MAX_DEPTH) return reject('The expression is nested too deeply.', node);
  const translation = translations[node.type] as ((node: Expression, place: Place) => Term) | undefined;
  const place = { ...outer, depth: outer.depth + 1 };
  if (translation) return translation(node, place);
  return reject(UNSUPPORTED_SYNTAX[node.type] ?? 'This is not allowed in an expression.', node);
};
