import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/client.ts';

const ASK = '/orgs/{organizationId}/ask';

/** The answer to a question, from the spaces that the user can see. */
export const readAnswer = (organizationId: string, question: string) =>
  queryOptions({
    queryKey: [ASK, organizationId, question],
    queryFn: async ({ signal }) => {
      const body = { query: question };
      const { answer } = await call(
        'POST',
        '/orgs/{organizationId}/ask',
        { params: { organizationId }, body },
        signal,
      );
      return answer ?? { sources: [], followupQuestions: [] };
    },
    // A language model may have written it, which costs something.
    staleTime: Number.POSITIVE_INFINITY,
    enabled: question !== '',
    retry: false,
  });

/** An answer to a question. */
export type Answer = Exclude<
  Awaited<ReturnType<NonNullable<ReturnType<typeof readAnswer>['queryFn']>>>,
  symbol
>;
