import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import type { ItemOf } from '../api/operations.ts';
import { keyOf, read } from '../api/queries.ts';

/** The path of one specification. */
export const SPEC = '/orgs/{organizationId}/openapi/{specSlug}';

/** An OpenAPI specification. */
export type Specification = ItemOf<'/orgs/{organizationId}/openapi'>;

/** The source of a specification. */
export type Source = { readonly url: string } | { readonly text: string };

const POLL_MS = 1000;

/** Whether a specification is being checked. */
export const isProcessing = ({ processingState }: Specification): boolean => processingState !== 'complete';

/** A specification; asks again while it is being checked. */
export const readSpecification = (organizationId: string, specSlug: string) => ({
  ...read(SPEC, { params: { organizationId, specSlug } }),
  refetchInterval: ({ state }: { state: { data: Specification | undefined } }) =>
    state.data && isProcessing(state.data) ? POLL_MS : (false as const),
});

/** Runs a change of specifications, then reads them again. */
export const useSpecificationMutation = <Input = void, Output = unknown>(
  mutationFn: (input: Input) => Promise<Output>,
  onSuccess?: (output: Output) => void,
) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: async (output) => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: keyOf('/orgs/{organizationId}/openapi') }),
        queries.invalidateQueries({ queryKey: keyOf(SPEC) }),
        queries.invalidateQueries({ queryKey: keyOf(`${SPEC}/versions`) }),
      ]);
      onSuccess?.(output);
    },
  });
};

/** Stores a new source of a specification, or adds one. */
export const putSpecification = (organizationId: string, specSlug: string, source: Source) =>
  call('PUT', SPEC, { params: { organizationId, specSlug }, body: { source } });
