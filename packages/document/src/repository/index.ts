export { configurationPath, type RepositoryLayout, readConfiguration } from './configuration.ts';
export {
  areVariables,
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
  isSafePath,
  isWithin,
  joinPath,
  leadsElsewhere,
  nameOfFile,
  relativePath,
} from './paths.ts';
export { type PlacedPage, type PlacedThing, placeInRepository, slugOfFile } from './placing.ts';
export { readRepository } from './read.ts';
export { readdressed } from './readdress.ts';
export { createRepositoryRefs, type RepositoryPlaces } from './refs.ts';
export {
  isRepositoryText,
  type Repository,
  type RepositoryPage,
  type RepositoryProblem,
  type SourceFile,
  sourceFileOf,
} from './repository.ts';
export { writeRepository } from './write.ts';
