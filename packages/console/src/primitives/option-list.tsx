import { Fragment, type ReactNode } from 'react';

/** An option with its heading: neighbours with the same group share one. */
export interface GroupedOption {
  readonly id: string;
  readonly group?: string;
  readonly content: ReactNode;
}

/** The options of a list box whose focus stays in a field or in the text. */
export const Options = <Item extends GroupedOption>({
  items,
  active,
  onActive,
  onTake,
  idOf,
  classes,
}: {
  readonly items: readonly Item[];
  readonly active: number;
  readonly onActive: (at: number) => void;
  readonly onTake: (item: Item) => void;
  readonly idOf?: (at: number) => string;
  readonly classes: { readonly group: string; readonly item: string };
}) =>
  items.map((item, at) => (
    <Fragment key={item.id}>
      {item.group !== undefined && item.group !== items[at - 1]?.group && (
        <div role="presentation" className={classes.group}>
          {item.group}
        </div>
      )}
      <div
        id={idOf?.(at)}
        ref={at === active ? (found) => found?.scrollIntoView({ block: 'nearest' }) : undefined}
        role="option"
        tabIndex={-1}
        aria-selected={at === active}
        className={classes.item}
        onMouseMove={() => onActive(at)}
        // The focus stays where it is.
        onMouseDown={(event) => {
          event.preventDefault();
          onTake(item);
        }}
      >
        {item.content}
      </div>
    </Fragment>
  ));
