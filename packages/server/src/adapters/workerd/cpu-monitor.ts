import type { Script } from '../../kernel/integration-scripts.ts';
import type { LiveRuns } from './live-runs.ts';
import type { ProcessUsage } from './process-usage.ts';
import { busyScripts, SAMPLES, type UsageSample } from './suspects.ts';

const SAMPLE_MS = 500;
/** Work that ends this soon after a response does not count. */
const SHORT_MS = 1000;

/** Watches the CPU and memory of a process. */
export interface CpuMonitor {
  /** Whether the process was over its memory limit at the last sample; also known after it has ended. */
  wasOverMemory(): boolean;
  stop(): void;
}

/** Reports, once, the scripts that take most of the CPU after their responses; all at work, if it may be several. */
export const startCpuMonitor = ({
  usage,
  memoryBytes,
  runs,
  onBusyAfterResponse,
}: {
  readonly usage: ProcessUsage;
  readonly memoryBytes: number;
  readonly runs: LiveRuns;
  readonly onBusyAfterResponse: (scripts: readonly Script[]) => void;
}): CpuMonitor => {
  let wasOverMemory = false;
  let samples: readonly UsageSample[] = [];
  let isReported = false;
  const sample = () => {
    wasOverMemory = (usage.memory() ?? 0) > memoryBytes;
    const at = Date.now();
    const continuing = runs.all().filter(({ respondedAt }) => at - (respondedAt ?? at) > SHORT_MS);
    const busyMs = (usage.busySeconds() ?? 0) * 1000;
    const scriptIds = continuing.map(({ call }) => call.script.id);
    samples = [...samples, { at, busyMs, continuing: scriptIds }].slice(-SAMPLES);
    const busyIds = new Set(busyScripts(samples));
    if (busyIds.size === 0 || isReported) return;
    isReported = true;
    const suspected = continuing.filter(({ call }) => busyIds.has(call.script.id));
    const isCertain = busyIds.size === 1 && suspected.every(({ isAlone }) => isAlone);
    onBusyAfterResponse(isCertain ? [suspected[0]!.call.script] : runs.scriptsAtWork());
  };
  const timer = setInterval(sample, SAMPLE_MS).unref();
  return { wasOverMemory: () => wasOverMemory, stop: () => clearInterval(timer) };
};
