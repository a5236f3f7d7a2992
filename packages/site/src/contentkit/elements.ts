import { objectOf } from '../document/data.ts';
import { isPolicyHost } from '../html/url.ts';

/** A ContentKit element. */
export type Element = Readonly<Record<string, unknown>>;

/** The rendered output of an integration component. */
export interface ComponentOutput {
  readonly element: Element;
  /** The state of the component, to which elements can be bound. */
  readonly state: Readonly<Record<string, unknown>>;
  /** The base URL of the integration, with a trailing slash. */
  readonly endpoint: string;
  /** Where readers send actions of the block, and its id there; undefined if they cannot. */
  readonly interaction?: { readonly url: string; readonly id: string };
}

/** An integration block: its output, or `failed`. */
export type IntegrationBlock = ComponentOutput | 'failed';

/** The maximum depth of nested elements. */
export const MAX_ELEMENT_DEPTH = 40;
const MAX_FRAMES = 20;

/** The children of an element, text included. */
export const childrenOf = ({ children }: Element): readonly unknown[] =>
  Array.isArray(children) ? children : children === undefined ? [] : [children];

/** A literal value, or the value of the state that it is bound to. */
export const boundValue = (value: unknown, state: ComponentOutput['state']): unknown => {
  const { $state } = objectOf(value);
  return typeof $state === 'string' ? (Object.hasOwn(state, $state) ? state[$state] : undefined) : value;
};

/** The URL of a frame, if it is allowed: HTTPS, or below the endpoint of the integration. */
export const frameSource = (element: Element, endpoint: string): string | undefined => {
  const { url } = objectOf(element.source);
  if (typeof url !== 'string' || !URL.canParse(url)) return undefined;
  const { href, origin, protocol, username, password } = new URL(url);
  if (username !== '' || password !== '') return undefined;
  if (href.startsWith(endpoint)) return href;
  // The origin becomes part of the Content-Security-Policy, where an asterisk is a wildcard.
  return protocol === 'https:' && isPolicyHost(origin) && !origin.includes('*') ? href : undefined;
};

/** The `frame-src` values for the frames of a block: their origins, or the endpoint of the integration. */
export const frameSourcesOf = ({ element, endpoint }: ComponentOutput): readonly string[] => {
  const found = new Set<string>();
  const visit = (node: unknown, depth: number): void => {
    const inner = objectOf(node);
    const source = inner.type === 'webframe' ? frameSource(inner, endpoint) : undefined;
    if (source !== undefined && found.size < MAX_FRAMES)
      found.add(source.startsWith(endpoint) ? endpoint : new URL(source).origin);
    if (depth < MAX_ELEMENT_DEPTH) for (const child of childrenOf(inner)) visit(child, depth + 1);
  };
  visit(element, 0);
  return [...found];
};

/** A value with all bindings replaced by values of the state; undefined if it is nested too deeply. */
export const withBoundValues = (value: unknown, state: ComponentOutput['state'], depth = 0): unknown => {
  if (depth > MAX_ELEMENT_DEPTH) return undefined;
  const inner = boundValue(value, state);
  if (inner !== value || typeof value !== 'object' || value === null) return inner;
  const bind = (part: unknown): unknown => withBoundValues(part, state, depth + 1);
  return Array.isArray(value)
    ? value.map(bind)
    : Object.fromEntries(Object.entries(value).map(([name, part]) => [name, bind(part)]));
};
