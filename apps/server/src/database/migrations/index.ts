import type { Migration } from 'kysely/migration'
import * as streams from './0001-streams.ts'
import * as documents from './0002-documents.ts'
import * as runs from './0003-runs.ts'
import * as workspaces from './0004-workspaces.ts'
import * as releases from './0005-releases.ts'
import * as invitations from './0006-invitations.ts'
import * as sessionsByUser from './0007-sessions-by-user.ts'
import * as runtime from './0008-runtime.ts'
import * as versions from './0009-versions.ts'
import * as signIn from './0010-sign-in.ts'
import * as approvalsAsked from './0011-approvals-asked.ts'
import * as schemaVersions from './0012-schema-versions.ts'
import * as serviceKeys from './0013-service-keys.ts'
import * as pictureChoices from './0014-picture-choices.ts'
import * as changeGroups from './0015-change-groups.ts'
import * as generations from './0016-generations.ts'
import * as content from './0017-content.ts'
import * as conversationKeys from './0018-conversation-keys.ts'
import * as contentReleases from './0020-content-releases.ts'
import * as branchSessions from './0021-branch-sessions.ts'
import * as contentFindings from './0022-content-findings.ts'
import * as contentRepository from './0023-content-repository.ts'
import * as contentChangeSets from './0025-content-change-sets.ts'
import * as forms from './0026-forms.ts'
import * as formDeliveries from './0027-form-deliveries.ts'
import * as changeSetAuthors from './0028-change-set-authors.ts'
import * as contentKnown from './0029-content-known.ts'
import * as documentsByKind from './0030-documents-by-kind.ts'
import * as contentByLocale from './0031-content-by-locale.ts'
import * as endedSchedules from './0032-ended-schedules.ts'
import * as contentPublished from './0033-content-published.ts'
import * as searchTexts from './0034-search-texts.ts'
import * as sessionReadings from './0035-session-readings.ts'
import * as webhooks from './0037-webhooks.ts'
import * as publishedAt from './0038-published-at.ts'
import * as heldEdits from './0039-held-edits.ts'
import * as scheduleChecks from './0040-schedule-checks.ts'
import * as contentBin from './0041-content-bin.ts'
import * as contentComments from './0042-content-comments.ts'

/**
 * Every migration, by its file's name; they run in the order of these names and are never changed once released.
 * A migration takes `Kysely<unknown>`; a column of bytes is `bytesType(db)`, a time or a number is `bigint`.
 */
export const migrations: Record<string, Migration> = {
  '0001-streams': streams,
  '0002-documents': documents,
  '0003-runs': runs,
  '0004-workspaces': workspaces,
  '0005-releases': releases,
  '0006-invitations': invitations,
  '0007-sessions-by-user': sessionsByUser,
  '0008-runtime': runtime,
  '0009-versions': versions,
  '0010-sign-in': signIn,
  '0011-approvals-asked': approvalsAsked,
  '0012-schema-versions': schemaVersions,
  '0013-service-keys': serviceKeys,
  '0014-picture-choices': pictureChoices,
  '0015-change-groups': changeGroups,
  '0016-generations': generations,
  '0017-content': content,
  '0018-conversation-keys': conversationKeys,
  '0020-content-releases': contentReleases,
  '0021-branch-sessions': branchSessions,
  '0022-content-findings': contentFindings,
  '0023-content-repository': contentRepository,
  '0025-content-change-sets': contentChangeSets,
  '0026-forms': forms,
  '0027-form-deliveries': formDeliveries,
  '0028-change-set-authors': changeSetAuthors,
  '0029-content-known': contentKnown,
  '0030-documents-by-kind': documentsByKind,
  '0031-content-by-locale': contentByLocale,
  '0032-ended-schedules': endedSchedules,
  '0033-content-published': contentPublished,
  '0034-search-texts': searchTexts,
  '0035-session-readings': sessionReadings,
  '0037-webhooks': webhooks,
  '0038-published-at': publishedAt,
  '0039-held-edits': heldEdits,
  '0040-schedule-checks': scheduleChecks,
  '0041-content-bin': contentBin,
  '0042-content-comments': contentComments,
}
