import type { LucideIcon } from 'lucide-react';
import {
  type ComponentProps,
  cloneElement,
  lazy,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
  useState,
} from 'react';

// Menus are a sixth of the first screen: they are loaded when one is opened.
const load = () => import('./menu-parts.tsx');
const OpenMenu = lazy(async () => ({ default: (await load()).Menu }));
const Item = lazy(async () => ({ default: (await load()).MenuItem }));
const Radios = lazy(async () => ({ default: (await load()).MenuRadios }));

/** A menu that a button opens. */
export const Menu = (props: {
  /** The button, with its label. */
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly align?: 'start' | 'end';
  readonly children: ReactNode;
}) => {
  const [isWanted, setWanted] = useState(false);
  const closed = cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: () => void load().catch(() => undefined),
    onClick: (event: MouseEvent) => {
      event.preventDefault();
      setWanted(true);
    },
  });
  return isWanted ? (
    <Suspense fallback={closed}>
      <OpenMenu {...props} />
    </Suspense>
  ) : (
    closed
  );
};

/** An action in a menu. */
export const MenuItem = (props: ComponentProps<typeof Item>) => <Item {...props} />;

/** A line between groups of actions. */
export const MenuSeparator = lazy(async () => ({ default: (await load()).MenuSeparator }));

/** One of a few choices in a menu. */
export const MenuRadios = <Id extends string>(props: {
  readonly label: string;
  readonly choices: readonly { readonly id: Id; readonly label: string; readonly icon?: LucideIcon }[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
}) => <Radios {...(props as unknown as ComponentProps<typeof Radios>)} />;
