export { configurationPath, type RepositoryLayout, readConfiguration } from './configuration.ts';
export { type ExistingSummary, keepLeftOut } from './existing-summary.ts';
export { assignFilePaths, type FileWithPath, type PageWithPath, slugOfFile } from './file-paths.ts';
export { keepFormatting } from './keep-formatting.ts';
export {
  areVariables,
  MAX_TITLE_LENGTH,
  type PageFields,
  type PageFile,
  printPageFile,
  printReusableFile,
  readPageFile,
  readReusableFile,
  titlesOf,
} from './page-file.ts';
export {
  folderOfFile,
  isAbsoluteUrl,
  isSafePath,
  isWithin,
  joinPath,
  nameOfFile,
  relativePath,
} from './paths.ts';
export { readRepository } from './read.ts';
export { createRepositoryRefs, type RepositoryPaths } from './refs.ts';
export {
  isRepositoryText,
  partsOf,
  type Repository,
  type RepositoryPage,
  type RepositoryProblem,
  type SourceFile,
  sourceFileOf,
} from './repository.ts';
export { rewriteRefs } from './rewrite-refs.ts';
export { readVariablesFile } from './variables-file.ts';
export { writeRepository } from './write.ts';
