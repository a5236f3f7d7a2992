/** Somebody who has the space open, in one tab. */
export interface Person {
  readonly id: string;
  readonly user: { readonly id: string; readonly displayName: string };
  readonly changeRequest: string | null;
  readonly page: string | null;
  readonly isEditing: boolean;
  readonly cursor: string | null;
}

/** Where somebody is. */
export type Whereabouts = Pick<Person, 'page' | 'isEditing' | 'cursor'>;

/** A message to the server (`connectToSpace`). */
export type ClientMessage =
  | ({ readonly type: 'here' } & Whereabouts)
  | { readonly type: 'join'; readonly page: string; readonly document?: string; readonly state?: string }
  | { readonly type: 'leave' }
  | { readonly type: 'update'; readonly id: number; readonly update: string }
  | { readonly type: 'save'; readonly id: number };

/** A message of the server. */
export type ServerMessage =
  | {
      readonly type: 'welcome';
      readonly id: string;
      readonly mayEdit: boolean;
      readonly revision: string;
    }
  | { readonly type: 'people'; readonly people: readonly Person[]; readonly gone: readonly string[] }
  | {
      readonly type: 'joined';
      readonly page: string;
      readonly document: string;
      readonly isSame: boolean;
      readonly update: string;
      readonly state: string;
    }
  | { readonly type: 'update'; readonly update: string }
  | { readonly type: 'stored'; readonly id: number }
  | { readonly type: 'saved'; readonly id: number }
  | { readonly type: 'moved'; readonly revision: string }
  | { readonly type: 'closed'; readonly page: string; readonly reason: string };
