/** The Unix sockets between a process of scripts and this one. */
export interface Sockets {
  /** workerd receives events here. */
  readonly events: string;
  /** The dispatcher loads scripts and sends traces here; scripts cannot reach it. */
  readonly host: string;
  /** Receives all fetches of scripts. */
  readonly gate: string;
}

/** The file name of the dispatcher. */
export const DISPATCHER = 'dispatcher.js';

/** The configuration of workerd: the dispatcher, which loads the scripts, and no network. */
export const workerdConfig = (sockets: Sockets, heapMegabytes: number): string => `
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
