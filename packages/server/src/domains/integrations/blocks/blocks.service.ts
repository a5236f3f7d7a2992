import { LRUCache } from 'lru-cache';
import { notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { ScriptFailure, ScriptResponse } from '../../../kernel/scripts.ts';
import { secondsSaid } from '../calls/calls.policy.ts';
import { type CallsService, isAnswer, printOf } from '../calls/calls.service.ts';
import { faultAsError } from '../endpoints/endpoints.service.ts';
import type { EnvironmentService } from '../environment/environment.service.ts';
import type { Place } from '../environment/environment.store.ts';
import { endpointsOf } from '../integrations.handlers.ts';
import type { Asked } from '../rendering/rendering.contract.ts';
import { type Output, outputIn } from '../rendering/rendering.service.ts';

interface Dependencies extends Pick<Kernel, 'clock' | 'links'> {
  readonly environment: Pick<EnvironmentService, 'places'>;
  readonly calls: Pick<CallsService, 'ask'>;
}

type SpaceKey = { readonly organization_id: string; readonly id: string };

/** A block as a document names it. */
interface WantedBlock {
  readonly integration: string;
  readonly block: string;
  readonly props: Readonly<Record<string, unknown>>;
}

type Shown = {
  readonly element: Readonly<Record<string, unknown>>;
  readonly state: Readonly<Record<string, unknown>>;
  /** Below it, the integration itself answers. */
  readonly endpoint: string;
};

interface Answered {
  readonly shown: Shown | 'failed' | undefined;
  readonly until: number;
  readonly size: number;
}

const KEPT_BYTES = 64 * 1024 * 1024;
const LARGEST = 1024 * 1024;
// Readers wait for no script longer than this; what comes later is there for the next of them.
const TIMEOUT_MS = 5_000;
const SECONDS = { failed: 10, shortest: 10, usual: 5 * 60, longest: 24 * 60 * 60 } as const;

const lasting = (headers: ScriptResponse['headers']): number =>
  Math.min(Math.max(secondsSaid(headers) ?? SECONDS.usual, SECONDS.shortest), SECONDS.longest);

// Only what an integration means for pages: its other components show what it was told.
const hasBlock = ({ integration }: Place, { integration: name, block }: WantedBlock): boolean =>
  integration.name.toLowerCase() === name.toLowerCase() &&
  (integration.blocks ?? []).some(({ id }) => id === block);

/** What blocks of integrations show to readers, of whom nothing is told. */
export const createBlocksService = ({ environment, calls, clock, links }: Dependencies) => {
  const kept = new LRUCache<string, Answered>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ size }) => size + 1024,
  });
  const asking = new Map<string, Promise<Answered>>();

  const after = (seconds: number): number => clock.now().getTime() + seconds * 1000;
  const failed = (): Answered => ({ shown: 'failed', until: after(SECONDS.failed), size: 0 });

  const read = ({ integration }: Place, outcome: ScriptResponse | ScriptFailure): Answered => {
    if (!isAnswer(outcome) || outcome.body.length > LARGEST) return failed();
    const output = outputIn(integration.name, outcome);
    const known = { until: after(lasting(outcome.headers)), size: outcome.body.length };
    if (!('element' in output)) return { ...known, shown: undefined };
    const { element, state } = output;
    const endpoint = `${endpointsOf(links, integration.name, '').publicContentEndpoint}/`;
    return { ...known, shown: { element, state: state ?? {}, endpoint } };
  };

  const placesIn = ({ organization_id, id }: SpaceKey) =>
    environment.places({ organizationId: organization_id, content: { kind: 'space', id }, active: true });

  const question = (place: Place, asked: Asked) =>
    calls.ask(place, {
      type: 'ui_render',
      ...asked,
      installationId: place.installation!.id,
      spaceId: place.content!.content_id,
    });

  const ask = async (place: Place, { block, props }: WantedBlock): Promise<Answered> => {
    const spaceId = place.content!.content_id;
    try {
      const context = { type: 'document', theme: 'light', spaceId, editable: false } as const;
      return read(place, await question(place, { componentId: block, props, context }));
    } catch {
      // What is wrong with it stands in the log of the integration.
      return failed();
    }
  };

  const answered = async (place: Place, wanted: WantedBlock): Promise<Answered> => {
    const key = `${printOf(place)} ${wanted.block} ${JSON.stringify(wanted.props)}`;
    const before = place.tunnel ? undefined : kept.get(key);
    if (before && before.until > clock.now().getTime()) return before;
    const coming =
      asking.get(key) ??
      ask(place, wanted).then((answer) => {
        asking.delete(key);
        kept.set(key, answer);
        return answer;
      });
    asking.set(key, coming);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Answered>((resolve) => {
      timer = setTimeout(() => resolve(failed()), TIMEOUT_MS);
    });
    return Promise.race([coming, late]).finally(() => clearTimeout(timer));
  };

  return {
    /** What these blocks of a space show, each asked for at the same time; undefined for those that nobody there has. */
    show: async (space: SpaceKey, wanted: readonly WantedBlock[]): Promise<readonly Answered[]> => {
      const places = await placesIn(space);
      return Promise.all(
        wanted.map((one) => {
          const place = places.find((each) => hasBlock(each, one));
          // While nobody has it, the site says so by another version once somebody does.
          return place
            ? answered(place, one)
            : { shown: undefined, until: Number.POSITIVE_INFINITY, size: 0 };
        }),
      );
    },

    /** What a block shows to readers of a space who asked for it themselves, or did something in it, and for how many seconds. */
    render: async (
      space: SpaceKey,
      integration: string,
      { componentId, props, state, action, context: { theme } }: Asked,
    ): Promise<{ readonly output: Output; readonly seconds: number }> => {
      const wanted = { integration, block: componentId, props };
      const place = (await placesIn(space)).find((each) => hasBlock(each, wanted));
      if (!place) throw notFound('integration');
      const outcome = await question(place, {
        componentId,
        props,
        ...(state && { state }),
        ...(action && { action }),
        context: { type: 'document', theme, spaceId: space.id, editable: false },
      });
      if (!isAnswer(outcome)) throw faultAsError(place.integration.name, outcome);
      const said = action ? 0 : (secondsSaid(outcome.headers) ?? 0);
      return { output: outputIn(place.integration.name, outcome), seconds: Math.min(said, SECONDS.longest) };
    },
  };
};

/** What blocks of integrations show to readers. */
export type BlocksService = ReturnType<typeof createBlocksService>;
