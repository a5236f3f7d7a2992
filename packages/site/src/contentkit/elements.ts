import { objectOf } from '../document/data.ts';
import { isPolicyHost } from '../html/url.ts';

/** Something that a component of an integration shows: its type, what it says and what stands in it. */
export type Element = Readonly<Record<string, unknown>>;

/** What a component of an integration answered, and where frames of that integration come from. */
export interface ShownBlock {
  readonly element: Element;
  /** What elements mean that refer to the component's state. */
  readonly state: Readonly<Record<string, unknown>>;
  /** The address below which the integration itself answers, with a slash at its end. */
  readonly endpoint: string;
}

/** A block of an integration: what it shows, or that it could not be shown. */
export type IntegrationBlock = ShownBlock | 'failed';

// More than any component shows; what a script nests for fun is cut off.
const DEEPEST = 40;
const MOST_FRAMES = 20;

/** What stands in an element, texts included. */
export const childrenOf = ({ children }: Element): readonly unknown[] =>
  Array.isArray(children) ? children : children === undefined ? [] : [children];

/** A value where it is said, or what the state has under its name. */
export const boundValue = (value: unknown, state: ShownBlock['state']): unknown => {
  const { $state } = objectOf(value);
  return typeof $state === 'string' ? (Object.hasOwn(state, $state) ? state[$state] : undefined) : value;
};

/** What a frame may show: a page of the web that nobody reads on the way, or of the integration itself. */
export const frameSource = (element: Element, endpoint: string): string | undefined => {
  const { url } = objectOf(element.source);
  if (typeof url !== 'string' || !URL.canParse(url)) return undefined;
  const { href, origin, protocol, username, password } = new URL(url);
  if (username !== '' || password !== '') return undefined;
  if (href.startsWith(endpoint)) return href;
  // It becomes a word of the page's policy, where a star would stand for others.
  return protocol === 'https:' && isPolicyHost(origin) && !origin.includes('*') ? href : undefined;
};

/** What a policy has to allow for the frames of a block: their origins, and of this server only the integration's own pages. */
export const framesIn = ({ element, endpoint }: ShownBlock): readonly string[] => {
  const found = new Set<string>();
  const visit = (node: unknown, depth: number): void => {
    const inner = objectOf(node);
    const source = inner.type === 'webframe' ? frameSource(inner, endpoint) : undefined;
    if (source !== undefined && found.size < MOST_FRAMES)
      found.add(source.startsWith(endpoint) ? endpoint : new URL(source).origin);
    if (depth < DEEPEST) for (const child of childrenOf(inner)) visit(child, depth + 1);
  };
  visit(element, 0);
  return [...found];
};

/** How deep elements may stand in each other. */
export const DEEPEST_ELEMENT = DEEPEST;
