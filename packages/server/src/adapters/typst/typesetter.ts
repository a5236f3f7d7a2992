import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { fontsFor } from './fonts.ts';

/** What came of setting a source: a PDF and its number of sheets, or what is wrong with the source. */
export type Typeset = { readonly pdf: Buffer; readonly sheets: number } | { readonly problem: string };

const messageOf = (diagnostics: readonly { message?: string }[] | undefined): string =>
  diagnostics
    ?.map(({ message }) => message ?? '')
    .join('; ')
    .slice(0, 2000) || 'unknown';

/** Sets sources that may read the files of one folder, in the fonts that come along and those of the operator. */
export const createTypesetter = async (folder: string, letters: string, fontsFolder: string | undefined) => {
  const compiler = NodeCompiler.create({
    workspace: folder,
    fontArgs: [
      { fontBlobs: await fontsFor(letters) },
      ...(fontsFolder === undefined ? [] : [{ fontPaths: [fontsFolder] }]),
    ],
  });
  return (source: string): Typeset => {
    const compiled = compiler.compile({ mainFileContent: source });
    const document = compiled.result;
    if (!document) return { problem: messageOf(compiled.takeDiagnostics()?.shortDiagnostics) };
    return { pdf: compiler.pdf(document), sheets: document.numOfPages };
  };
};
