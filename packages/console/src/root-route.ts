import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';
import { read } from './api/queries.ts';
import { NotFoundScreen } from './shell/screens.tsx';
import { Shell } from './shell/shell.tsx';

interface Context {
  readonly queries: QueryClient;
}

/** The route above all others: it loads the person and their organizations. */
export const root = createRootRouteWithContext<Context>()({
  component: Shell,
  loader: async ({ context: { queries } }) => {
    await Promise.all([queries.ensureQueryData(read('/user')), queries.ensureQueryData(read('/orgs', {}))]);
  },
  notFoundComponent: NotFoundScreen,
});
