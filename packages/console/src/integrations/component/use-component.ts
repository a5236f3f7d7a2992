import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { Request } from '../../api/operations.ts';
import { type Action, type ComponentState, type Output, withInitialValues } from './component.ts';

const RENDER = '/integrations/{integrationName}/render';

type RenderRequest = Request<'POST', typeof RENDER>['body'];

/** A component of an integration, and where it is shown. */
export interface ComponentPlace {
  readonly integrationName: string;
  readonly componentId: string;
  readonly props: Readonly<Record<string, unknown>>;
  readonly context: RenderRequest['context'];
}

/** The output of a component with its initial values; undefined when its interaction is complete. */
const outputOf = (rendered: object, props: Output['props']): Output | undefined => {
  if (!('element' in rendered)) return undefined;
  const { element, state = {}, props: next = props } = rendered as Output;
  return { element, state: withInitialValues(element, state), props: next };
};

/** Runs a component of an integration: its first output, its state, and its actions. */
export const useComponent = (
  { integrationName, componentId, props, context }: ComponentPlace,
  onComplete: () => void,
  /** Told the properties that an action has changed. */
  onProps?: (props: Output['props']) => void,
) => {
  const send = async (before?: Pick<Output, 'props' | 'state'>, action?: Action) =>
    outputOf(
      await call('POST', RENDER, {
        params: { integrationName },
        body: {
          componentId,
          props: before?.props ?? props,
          ...(before && { state: before.state }),
          context,
          ...(action && { action }),
        },
      }),
      before?.props ?? props,
    );
  const first = useQuery({
    queryKey: ['component', integrationName, componentId, props, context],
    // A query has no result without a value.
    queryFn: async () => (await send()) ?? null,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const [changed, setChanged] = useState<Output>();
  const output = changed ?? first.data ?? undefined;
  const act = useMutation({
    mutationFn: ({ state, action }: { state: ComponentState; action: Action }) =>
      send({ props: output!.props, state }, action),
    onSuccess: (next) => {
      setChanged(next);
      if (next && onProps && JSON.stringify(next.props) !== JSON.stringify(output!.props))
        onProps(next.props);
      if (next) return;
      void first.refetch();
      onComplete();
    },
  });
  return {
    output,
    error: act.error ?? first.error,
    isLoading: first.isPending,
    isBusy: act.isPending,
    setState: (state: ComponentState) => output && setChanged({ ...output, state }),
    act: (action: Action, state: ComponentState) => {
      if (!act.isPending) act.mutate({ state, action });
    },
    /** Begins anew: something was done elsewhere, for example an authorization. */
    restart: () => {
      setChanged(undefined);
      void first.refetch();
    },
  };
};
