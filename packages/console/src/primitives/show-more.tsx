import { Button } from './button.tsx';

/** The button below a list that loads its next page. */
export const ShowMore = ({
  label = 'Show more',
  hasNextPage,
  isFetchingNextPage,
  fetchNextPage,
}: {
  readonly label?: string;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
}) =>
  hasNextPage && (
    <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      {label}
    </Button>
  );
