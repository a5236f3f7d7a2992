/** Where a process of scripts and this one meet: unix sockets in a folder that only they can enter. */
export interface Sockets {
  /** Where workerd listens for events. */
  readonly events: string;
  /** Where we tell the dispatcher the texts of scripts and hear what became of events; no script reaches it. */
  readonly host: string;
  /** Where everything arrives that scripts fetch. */
  readonly gate: string;
}

/** The program of the dispatcher, beside the configuration. */
export const DISPATCHER = 'dispatcher.js';

/** What workerd is told to be: one worker of ours, which loads the others, and no network at all. */
export const describeProcess = (sockets: Sockets, heapMegabytes: number): string => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  v8Flags = ["--max-old-space-size=${heapMegabytes}"],
  services = [
    (name = "dispatcher", worker = (
      modules = [(name = "dispatcher.js", esModule = embed "${DISPATCHER}")],
      compatibilityDate = "2026-10-01",
      bindings = [
        (name = "LOADER", workerLoader = (id = "scripts")),
        (name = "HOST", service = "host"),
        (name = "GATE", service = "gate"),
      ],
      globalOutbound = "nowhere",
    )),
    (name = "host", external = (address = ${JSON.stringify(`unix:${sockets.host}`)}, http = ())),
    (name = "gate", external = (address = ${JSON.stringify(`unix:${sockets.gate}`)}, http = (style = proxy))),
    (name = "nowhere", network = (allow = [])),
  ],
  sockets = [
    (name = "events", address = ${JSON.stringify(`unix:${sockets.events}`)}, http = (), service = "dispatcher"),
  ],
);
`;
