import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ItemOf } from '../api/operations.ts';
import { keyOf } from '../api/queries.ts';
import { notify } from '../primitives/toasts.tsx';

/** The path of the webhooks of an organization. */
export const WEBHOOKS = '/orgs/{organizationId}/webhooks';

/** The path of one webhook. */
export const WEBHOOK = '/orgs/{organizationId}/webhooks/{webhookId}';

/** A webhook. */
export type Webhook = ItemOf<typeof WEBHOOKS>;

/** A type of event, or `*` for all. */
export type EventType = Webhook['events'][number];

/** Types of events in words; other types are shown as they are. */
export const EVENT_WORDS: Readonly<Partial<Record<EventType, string>>> = {
  '*': 'All events, also future ones',
  space_content_updated: 'The content of a space changed',
  space_gitsync_started: 'A git synchronization started',
  space_gitsync_completed: 'A git synchronization ended',
  space_visibility_updated: 'The visibility of a space changed',
  site_view: 'A page of a site was read',
  page_feedback: 'A reader rated a page',
};

/** Runs a change of webhooks, then reads them again; forms show errors by themselves. */
export const useWebhookMutation = <Input = void, Output = unknown>(
  mutationFn: (input: Input) => Promise<Output>,
  options: { readonly isForm?: boolean; readonly onSuccess?: (output: Output) => void } = {},
) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: async (output) => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: keyOf(WEBHOOKS) }),
        queries.invalidateQueries({ queryKey: keyOf(WEBHOOK) }),
        queries.invalidateQueries({ queryKey: keyOf(`${WEBHOOK}/deliveries`) }),
        queries.invalidateQueries({ queryKey: keyOf(`${WEBHOOK}/deliveries/{deliveryId}`) }),
      ]);
      options.onSuccess?.(output);
    },
    onError: (error: Error) => {
      if (!options.isForm) notify(error.message, { isError: true });
    },
  });
};
