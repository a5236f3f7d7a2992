import { createContext, useContext } from 'react';
import type { ContentFile } from '../api/upload.ts';
import type { ContentPlace } from '../pages/content-place.ts';
import type { PageContext } from '../pages/render-context.ts';
import type { PageNode } from '../spaces/tree/page-node.ts';
import type { SendFile } from './files/uploads.ts';

/** What the menus and forms of the editor need from the page around it. */
interface EditorTools {
  readonly place: ContentPlace;
  readonly organizationId: string;
  readonly pages: readonly PageNode[];
  readonly page: PageContext;
  readonly send: SendFile;
  readonly onUploaded: (file: ContentFile) => void;
  /** Whether words can be commented on. */
  readonly hasComments: boolean;
}

const Context = createContext<EditorTools | undefined>(undefined);

/** Gives the tools to the menus of the editor. */
export const EditorToolsProvider = Context.Provider;

/** The tools of the editor around a component. */
export const useEditorTools = (): EditorTools => {
  const tools = useContext(Context);
  if (!tools) throw new Error('There is no editor around this component');
  return tools;
};
