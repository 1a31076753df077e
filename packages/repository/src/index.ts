export {
  type AllContentProjects,
  type ContentProject,
  type ContentProjects,
  type EntriesOfModel,
  type FoundProject,
  IMPORTING,
  type StoredEntries,
} from './contract/projects.ts'
export type { ContentRows } from './contract/tables.ts'
export { contentTopic, REPOSITORY_TOPIC } from './contract/topics.ts'
export { type FileReading, type FilesBefore, readHere, TooMuchToRead } from './files/fileReading.ts'
export { contentFiles, outsideChanges, tooLarge, wholeContent } from './files/outsideFiles.ts'
export { type BareRepository, openRepository, repositoryAt, repositoryPath } from './git/bareRepository.ts'
export { listFiles, openBlobs } from './git/catFile.ts'
export { type CommitToWrite, type FileChange, writeCommits } from './git/fastImport.ts'
export {
  type CollectedCall,
  type FoundGit,
  type Git,
  type GitCall,
  type GitFailure,
  type GitFailureCode,
  type GitProcess,
  leastGit,
} from './git/git.ts'
export { isRefName, pathProblem } from './git/names.ts'
export { FOLLOWS } from './log/databasePort.ts'
export { createOncePerMinute, createWebhookTimes, knowsSecret, newWebhookSecret } from './log/webhook.ts'
export { openRemote, type RemoteOptions, type RemoteSecret } from './remote/remote.ts'
export type { RemoteStore } from './remote/remoteStore.ts'
export { type RemotePolicy, readRemote } from './remote/remoteUrl.ts'
export { createRepositories, type Repositories } from './repositories.ts'
