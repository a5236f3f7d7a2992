import { useState } from 'react';

const STEP = 100;

/** The first items of a long list in memory, and a way to show more: the properties of `ShowMore`. */
export const useShown = <Item>(items: readonly Item[]) => {
  const [count, setCount] = useState(STEP);
  return {
    items: items.slice(0, count),
    hasNextPage: items.length > count,
    isFetchingNextPage: false,
    fetchNextPage: () => setCount(count + STEP),
  };
};
