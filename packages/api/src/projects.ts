import { type Static, Type } from 'typebox'
import { ErrorBody } from './common.ts'
import { ProjectRole } from './people.ts'
import { route } from './route.ts'

/** A project, as the caller may use it. */
export const Project = Type.Object({
  id: Type.String(),
  slug: Type.String(),
  name: Type.String(),
  role: ProjectRole,
  siteDocumentId: Type.String(),
  createdAt: Type.Number(),
  updatedAt: Type.Number(),
  /** The version that visitors see. */
  published: Type.Optional(Type.Object({ releaseId: Type.String(), url: Type.String(), at: Type.Number() })),
})
export type Project = Static<typeof Project>

const ProjectName = Type.String({ minLength: 1, maxLength: 120, pattern: '\\S' })

export const listProjects = route({
  method: 'GET',
  path: '/api/projects',
  summary: 'Your projects, oldest first',
  who: 'user',
  response: Type.Object({ projects: Type.Array(Project) }),
})

export const createProject = route({
  method: 'POST',
  path: '/api/projects',
  summary: 'Makes a project',
  who: 'admin',
  request: { body: Type.Object({ name: ProjectName, starter: Type.Optional(Type.String()) }) },
  response: Type.Object({ id: Type.String(), slug: Type.String() }),
  status: 201,
})

export const readProject = route({
  method: 'GET',
  path: '/api/projects/:id',
  summary: 'One project',
  who: { project: 'member' },
  response: Project,
})

export const renameProject = route({
  method: 'PATCH',
  path: '/api/projects/:id',
  summary: 'Renames a project',
  who: { project: 'document.write' },
  request: { body: Type.Object({ name: ProjectName }) },
  response: Project,
})

export const deleteProject = route({
  method: 'DELETE',
  path: '/api/projects/:id',
  summary: 'Deletes a project with everything in it',
  who: { project: 'admin' },
})

export const Page = Type.Object({
  id: Type.String(),
  title: Type.String(),
  slug: Type.String(),
  documentId: Type.String(),
  rootNodeId: Type.Optional(Type.String()),
})
export type Page = Static<typeof Page>

export const listPages = route({
  method: 'GET',
  path: '/api/projects/:id/pages',
  summary: 'The pages of a project, in order',
  who: { project: 'document.read' },
  response: Type.Object({ pages: Type.Array(Page) }),
})

/** An operation, and the JSON schema of its input. */
export const OperationInfo = Type.Object({
  id: Type.String(),
  name: Type.String(),
  summary: Type.String(),
  description: Type.String(),
  icon: Type.String(),
  effect: Type.String(),
  executor: Type.String(),
  input: Type.Unknown(),
})
export type OperationInfo = Static<typeof OperationInfo>

export const listOperations = route({
  method: 'GET',
  path: '/api/operations',
  summary: 'What can be done in a scope, or in all of them',
  who: 'user',
  request: { query: Type.Object({ scope: Type.Optional(Type.String()) }) },
  response: Type.Object({ operations: Type.Array(OperationInfo) }),
})

const written = {
  /** Opaque; the same as long as nothing in the site and the page changes. */
  revision: Type.Optional(Type.String()),
  /** The id by which what was written is undone. */
  changeSetId: Type.Optional(Type.String()),
}

/** The result of an operation. */
export const OperationResult = Type.Union([
  Type.Object({
    ok: Type.Literal(true),
    data: Type.Optional(Type.Unknown()),
    images: Type.Optional(
      Type.Array(
        Type.Object({
          mimeType: Type.String(),
          /** Base64 without a prefix. */
          data: Type.Optional(Type.String()),
          hash: Type.Optional(Type.String()),
        }),
      ),
    ),
    warnings: Type.Optional(Type.Array(Type.String())),
    ...written,
  }),
  Type.Object({ ok: Type.Literal(false), ...ErrorBody.properties, ...written }),
  Type.Object({
    ok: Type.Literal(false),
    requiresConfirmation: Type.Object({ token: Type.String(), message: Type.String(), target: Type.String() }),
    ...written,
  }),
])
export type OperationResult = Static<typeof OperationResult>

export const runOperation = route({
  method: 'POST',
  path: '/api/projects/:id/operations/:operationId',
  summary: 'Runs an operation, as the capability of the operation allows; `operationId` is its id or its short name',
  who: { project: 'member' },
  request: {
    body: Type.Object({
      input: Type.Optional(Type.Unknown()),
      documentId: Type.Optional(Type.String()),
      selectedNodeId: Type.Optional(Type.String()),
      activeBreakpointId: Type.Optional(Type.String()),
      /** Where else the caller is, by the names of the operation's scope: such as `modelId`, `locale`, `branchId`. */
      focus: Type.Optional(Type.Record(Type.String({ maxLength: 40 }), Type.String({ maxLength: 300 }))),
      /** The change set of an earlier call, which this one adds to: both are then undone in one step. */
      changeSetId: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      /** Names this call: the same call with the same key is made once, and has the same result, for seven days. */
      key: Type.Optional(Type.String({ minLength: 8, maxLength: 100 })),
      /** Is a picture wanted, when the operation can make one? */
      picture: Type.Optional(Type.Boolean()),
    }),
  },
  response: OperationResult,
})
