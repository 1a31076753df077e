import type { DocumentCommit } from '@atelier/documents'
import type { Capability, ExecutorKind } from '@atelier/operation'
import type { doors, rules } from './table.ts'

export type Door = (typeof doors)[number]
export type Rule = (typeof rules)[number]

/** The doors whose commits have each source. Migrations are the server's own, and change no meaning. */
export const doorsOfSources: Record<DocumentCommit['source'], readonly Door[]> = {
  edit: [
    ...(['operation', 'mcp', 'run', 'commandLine', 'conversation', 'undoRun', 'merge', 'schedule'] as const),
    ...(['restore', 'siteImport', 'upload', 'generation', 'form', 'view', 'project', 'part'] as const),
  ],
  tab: ['socket'],
  undo: ['undo'],
  redo: ['redo'],
  remove: ['project'],
  migration: [],
  import: ['contentImport'],
  merge: ['repository'],
}

/** The doors by which operations of each executor are called. */
export const doorsOfExecutors: Record<ExecutorKind, Door> = { server: 'operation', view: 'view', kernel: 'operation' }

/** The rule that is checked for each capability; those without a rule change no document. */
export const rulesOfCapabilities: Record<Capability, Rule | undefined> = {
  'document.read': 'project',
  'document.write': 'role',
  'content.review': 'workflow',
  'content.model': 'capability',
  'ai.chat': undefined,
  'ai.tools.write': 'role',
  'ai.providers.manage': undefined,
  'ai.audit.read': undefined,
  'project.publish': undefined,
  'workspace.manage': undefined,
}

/** The files of the server that write documents, by their path below `src`, and those of packages; with the door of each. */
export const doorsOfWriters: Record<string, Door> = {
  '@atelier/generate/generation/research.ts': 'generation',
  '@atelier/repository/sync/branchSync.ts': 'repository',
  '@atelier/repository/sync/importContent.ts': 'contentImport',
  '@atelier/repository/sync/outsideEdits.ts': 'repository',
  '@atelier/repository/sync/repairedFiles.ts': 'repository',
  'brand/takeBrand.ts': 'generation',
  'cad/parts.ts': 'part',
  'content/schedule/heldEdits.ts': 'schedule',
  'content/schedule/scheduler.ts': 'schedule',
  'documents/sync.ts': 'socket',
  'generations/generations.ts': 'generation',
  'generations/reconcile.ts': 'generation',
  'import/run.ts': 'siteImport',
  'maintenance/bin.ts': 'schedule',
  'media/upload.ts': 'upload',
  'operations/runOnce.ts': 'run',
  'operations/runOperation.ts': 'operation',
  'projects/projects.ts': 'project',
  'sectionVariants/sectionVariants.ts': 'generation',
  'versions/versions.ts': 'restore',
}

const project = '/api/projects/:id'
const generation = `${project}/generations/:generationId`
const conversation = '/api/ai/sessions/:id'

/** The routes that are more than reading, and the door that each belongs to; undefined if it changes no document. */
export const doorsOfRoutes: Record<string, Door | undefined> = {
  'POST /api/projects': 'project',
  [`PATCH ${project}`]: undefined,
  [`DELETE ${project}`]: 'project',
  [`POST ${project}/operations/:operationId`]: 'operation',
  [`POST ${project}/changes/:changeSetId/undo`]: 'undo',
  [`POST ${project}/changes/:changeSetId/redo`]: 'redo',
  [`POST ${project}/versions/:versionId/restore`]: 'restore',
  [`POST ${project}/import`]: 'siteImport',
  [`POST ${project}/media`]: 'upload',
  [`POST ${project}/parts`]: 'part',
  [`POST ${project}/parts/:partId/import`]: 'operation',
  [`PUT ${project}/content/remote`]: 'contentImport',
  [`DELETE ${project}/content/remote`]: undefined,
  [`POST ${project}/content/sync`]: 'repository',
  [`POST ${project}/content/rebuild`]: 'repository',
  [`POST ${project}/content/webhook`]: 'repository',
  [`POST ${project}/generations`]: 'generation',
  [`POST ${generation}/start`]: 'generation',
  [`POST ${generation}/stop`]: undefined,
  [`POST ${generation}/pages/:page`]: 'generation',
  [`POST ${generation}/undo`]: 'generation',
  [`POST ${generation}/redo`]: 'generation',
  'POST /api/forms/v1/:projectId/:modelId/submit': 'form',
  'POST /api/conversation/v1/:projectId/message': 'conversation',
  [`POST ${conversation}/runs`]: 'run',
  'POST /api/ai/chat/:scope': 'run',
  [`POST ${conversation}/continue`]: 'run',
  [`POST ${conversation}/queue/:runId/send`]: 'run',
  [`POST ${conversation}/approvals/:toolCallId`]: 'run',
  [`POST ${conversation}/runs/:runId/undo`]: 'undoRun',
  [`POST ${conversation}/runs/:runId/redo`]: 'undoRun',
  'POST /api/ai/tool-result': 'view',
  'POST /mcp': 'mcp',
  'POST /mcp/:projectId': 'mcp',
  'DELETE /mcp': undefined,
  'DELETE /mcp/:projectId': undefined,
  [`POST ${project}/preview`]: undefined,
  [`POST ${project}/content/shown`]: undefined,
  [`POST ${project}/content/keys`]: undefined,
  [`PATCH ${project}/content/keys/:key`]: undefined,
  [`DELETE ${project}/content/keys/:key`]: undefined,
  [`POST ${project}/content/webhooks`]: undefined,
  [`DELETE ${project}/content/webhooks/:webhook`]: undefined,
  [`POST ${project}/content/webhooks/:webhook/test`]: undefined,
  [`POST ${project}/content/webhooks/:webhook/deliveries/:delivery/repeat`]: undefined,
  [`PUT ${project}/content/forms/:model/notifications`]: undefined,
  [`POST ${project}/content/forms/:model/notifications/test`]: undefined,
  [`POST ${project}/documents/:documentId/writers`]: undefined,
  [`POST ${project}/versions`]: undefined,
  [`DELETE ${project}/versions/:versionId`]: undefined,
  [`POST ${project}/publish`]: undefined,
  [`POST ${project}/releases/:releaseId/restore`]: undefined,
  [`DELETE ${project}/releases/:releaseId`]: undefined,
  [`POST ${project}/domains`]: undefined,
  [`DELETE ${project}/domains/:host`]: undefined,
}

/** The areas of the contract whose other routes are about accounts, models and conversations. */
export const areasWithoutDocuments: ReadonlySet<string> = new Set([
  ...['Server', 'Set-up and account', 'People', 'Agent sessions', 'Approvals', 'Executors and pictures'],
  ...['Providers and models', 'Services', 'Budgets and usage'],
])
