import type { Static, TObject } from 'typebox';
import type { OwnApi } from './own-api.ts';

/** The result of a tool, and what the audit log names. */
export interface ToolResult {
  readonly text: string;
  readonly organization: string;
  readonly space?: string;
}

interface ToolOf<Input extends TObject> {
  readonly description: string;
  readonly input: Input;
  readonly isReadOnly: boolean;
  readonly call: (api: OwnApi, input: Static<Input>) => Promise<ToolResult>;
}

/** A tool that calls the API for a member; its input has to be checked before a call. */
export type MemberTool = Omit<ToolOf<TObject>, 'call'> & {
  readonly call: (api: OwnApi, input: never) => Promise<ToolResult>;
};

/** Declares a tool; the input of its call has the type of its schema. */
export const tool = <const Input extends TObject>(one: ToolOf<Input>): MemberTool => one;
