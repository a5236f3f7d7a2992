import {
  childrenOf,
  type Element,
  MAX_ELEMENT_DEPTH,
  withBoundValues,
} from '../../../../site/src/contentkit/elements.ts';
import { objectOf } from '../../../../site/src/document/data.ts';

/** The state of a component: the values of its controls, and what its script keeps beside them. */
export type ComponentState = Readonly<Record<string, unknown>>;

/** What the script of an integration made of a component. */
export interface Output {
  readonly element: Element;
  readonly state: ComponentState;
  readonly props: Readonly<Record<string, unknown>>;
}

/** An action that the script of the integration handles. */
export interface Action extends Readonly<Record<string, unknown>> {
  readonly action: string;
}

/** An option of a select. */
export interface SelectOption {
  readonly id: string;
  readonly label: string;
}

const isValue = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

/**
 * A press or change as an action with the values of the state that it names; undefined if neither the script nor the screen
 * handles it.
 */
export const boundAction = (
  given: unknown,
  state: ComponentState,
  ownActions: readonly string[] = [],
): Action | undefined => {
  const { action } = objectOf(given);
  return typeof action === 'string' && (!action.startsWith('@') || ownActions.includes(action))
    ? (withBoundValues(given, state) as Action)
    : undefined;
};

/** The state with the initial values of controls that have no value yet. */
export const withInitialValues = (root: Element, state: ComponentState): ComponentState => {
  const initial: Record<string, unknown> = {};
  const visit = (node: unknown, depth: number): void => {
    const element = objectOf(node);
    const { state: name, initialValue } = element;
    if (typeof name === 'string' && initialValue !== undefined && initial[name] === undefined)
      initial[name] = initialValue;
    if (depth > MAX_ELEMENT_DEPTH) return;
    visitAll([...childrenOf(element), element.element], depth);
  };
  const visitAll = (nodes: readonly unknown[], depth: number): void => {
    for (const node of nodes) if (typeof node === 'object' && node !== null) visit(node, depth + 1);
  };
  visit(root, 0);
  return { ...initial, ...Object.fromEntries(Object.entries(state).filter(([, value]) => value != null)) };
};

/** The address that a press, a link or a list of options names: a text, or host, path and query. */
export const addressOf = (target: unknown, state: ComponentState, own: string): string | undefined => {
  const bound = withBoundValues(target, state);
  const { host, pathname, query } = objectOf(bound);
  const ours = new URL(own);
  const text =
    typeof bound === 'string'
      ? bound
      : typeof host === 'string'
        ? `${host === ours.host ? ours.protocol : 'https:'}//${host}${typeof pathname === 'string' ? pathname : ''}`
        : '';
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  for (const [name, value] of Object.entries(objectOf(query)))
    if (isValue(value)) url.searchParams.set(name, String(value));
  return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : undefined;
};

/** The options in a list, or in the answer of the integration, which names their ids in one of two ways. */
export const optionsIn = (given: unknown): readonly SelectOption[] => {
  const all = Array.isArray(given) ? given : objectOf(given).options;
  return (Array.isArray(all) ? all : []).flatMap((each) => {
    const { id, value = id, label = value } = objectOf(each);
    return isValue(value)
      ? [{ id: String(value), label: isValue(label) ? String(label) : String(value) }]
      : [];
  });
};
