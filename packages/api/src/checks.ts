import { type Static, Type } from 'typebox'
import { route } from './route.ts'

/** A problem of a site that its visitors would meet. */
export const Finding = Type.Object({
  /** Which check found it: `broken-link`, `missing-alt`, … */
  code: Type.String(),
  severity: Type.Enum(['error', 'warning', 'note']),
  message: Type.String(),
  /** Its remedy. */
  hint: Type.String(),
  /** The document that it is in; that of the site when it is about the stylesheet or the tokens. */
  documentId: Type.String(),
  nodeId: Type.Optional(Type.String()),
  /** The rule that it is about. */
  selector: Type.Optional(Type.String()),
  /** The current text. */
  excerpt: Type.Optional(Type.String()),
})
export type Finding = Static<typeof Finding>

export const readChecks = route({
  method: 'GET',
  path: '/api/projects/:id/checks',
  summary: 'The problems that visitors of the site, or of one document, would meet, the worst first',
  who: { project: 'document.read' },
  request: { query: Type.Object({ documentId: Type.Optional(Type.String()) }) },
  response: Type.Object({
    findings: Type.Array(Finding),
    counts: Type.Object({ error: Type.Number(), warning: Type.Number(), note: Type.Number() }),
    /** Which findings keep the site from being published. */
    gate: Type.Enum(['off', 'errors', 'warnings']),
  }),
})

export const readPublishProblems = route({
  method: 'GET',
  path: '/api/projects/:id/publish/problems',
  summary: 'The problems that visitors would see at once if the site were published as it is now',
  who: { project: 'document.read' },
  response: Type.Object({
    counts: Type.Object({
      deadLinks: Type.Number(),
      missingPictures: Type.Number(),
      /** Pages whose classes have no styles. */
      unstyledPages: Type.Number(),
      /** Texts such as “[Your opening hours]” that are still to be filled in. */
      blanks: Type.Number(),
    }),
    /** The first 200 of them. */
    findings: Type.Array(Finding),
  }),
})
