/** Why a socket was closed; codes of the protocol, and of applications (4000 and higher). */
export type CloseReason = readonly [code: number, reason: string];

/** A message for many sockets, which is encoded once. */
export class Broadcast<Out> {
  readonly message: Out;
  readonly text: string;

  constructor(message: Out) {
    this.message = message;
    this.text = JSON.stringify(message);
  }
}

/** An open WebSocket, with messages as the contract declares them. */
export interface Socket<In, Out, Subject> {
  send(message: Out | Broadcast<Out>): void;
  /** Bytes that were sent but have not left this process. */
  readonly waitingBytes: () => number;
  close(...reason: CloseReason): void;
  onMessage(listener: (message: In, bytes: number) => void): void;
  onClose(listener: () => void): void;
  /** The object with the permissions that the caller has now; undefined without a session or the permission. */
  recheck(): Promise<Subject | undefined>;
}

/** The client sent something that is no message. */
export const INVALID_MESSAGE = 4400;

/** The session or the permission of the caller has ended. */
export const NOT_ALLOWED = 4403;

/** The client sent more than it may. */
export const TOO_MANY_MESSAGES = 4429;

/** The server stops, or has lost its database: the client connects again. */
export const GOING_AWAY = 1012;
