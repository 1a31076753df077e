import { type Static, Type } from 'typebox'
import { Kept } from './changes.ts'
import { route } from './route.ts'

/** A planned page, or a step that serves all pages. */
export const GenerationPart = Type.Object({
  /** The key of the page in the plan, or the name of the step. */
  key: Type.String(),
  /** The page's file. */
  file: Type.Optional(Type.String()),
  title: Type.String(),
  state: Type.Enum(['waiting', 'writing', 'stands', 'failed', 'stopped', 'adopted', 'discarded', 'undone']),
  why: Type.Optional(Type.String()),
  /** The reasons why a written page is not done. */
  problems: Type.Optional(Type.Array(Type.String())),
  /** Its conversation, once it was begun. */
  sessionId: Type.Optional(Type.String()),
  /** The page's document. */
  documentId: Type.Optional(Type.String()),
})
export type GenerationPart = Static<typeof GenerationPart>

/** A site being made from a prompt. The plan, the live document `documentId`, contains its progress. */
export const Generation = Type.Object({
  id: Type.String(),
  projectId: Type.String(),
  /** The plan, a live document of kind `blueprint`. */
  documentId: Type.String(),
  /** The change set that represents those of all its runs. */
  groupId: Type.String(),
  kind: Type.Enum(['site', 'redesign', 'pages']),
  state: Type.Enum(['planning', 'awaiting-approval', 'running', 'stopped', 'complete', 'error']),
  step: Type.Enum(['generate', 'components', 'assets', 'pages', 'tidy']),
  /** The request. */
  brief: Type.String(),
  /** The name that the site has in the plan; empty before there is one. */
  siteName: Type.String(),
  /** The steps that were begun, then the planned pages in their order. */
  parts: Type.Array(GenerationPart),
  /** The conversation of the plan and the shared parts. */
  sessionId: Type.String(),
  /** Why it stopped or failed. */
  why: Type.Optional(Type.String()),
  /** The other generation of the project that it waits for, as a sentence. */
  waits: Type.Optional(Type.String()),
  /** In dollars; absent if nothing limits it beside the limits of the workspace. */
  budgetUsd: Type.Optional(Type.Number()),
  /** By requests that have ended. */
  spentUsd: Type.Number(),
  /** About what the rest will cost; absent for a model without a known price, and for a rehearsal. */
  expectedUsd: Type.Optional(Type.Number()),
  /** Authored scripts write it, not a model. */
  rehearsed: Type.Boolean(),
  undone: Type.Boolean(),
  createdAt: Type.Number(),
  createdBy: Type.String(),
})
export type Generation = Static<typeof Generation>

const Budget = Type.Optional(Type.Number({ minimum: 0.01, maximum: 1000 }))
const one = '/api/projects/:id/generations/:generationId'
const write = { project: 'document.write' } as const

export const createGeneration = route({
  method: 'POST',
  path: '/api/projects/:id/generations',
  summary: 'Plans a site from a brief: `site` for a new one, `redesign` of what is there, or further `pages`',
  who: write,
  request: {
    body: Type.Object({
      brief: Type.String({ minLength: 1, maxLength: 20_000, pattern: '\\S' }),
      kind: Type.Optional(Generation.properties.kind),
      /** Addresses to read before planning, such as that of an existing site. */
      urls: Type.Optional(Type.Array(Type.String({ maxLength: 2000 }), { maxItems: 3 })),
      /** Where the logo and the colours are taken from before planning: a picture of the library, or a site. */
      brand: Type.Optional(
        Type.Object(
          {
            mediaId: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
            address: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000 })),
          },
          { additionalProperties: false },
        ),
      ),
      budgetUsd: Budget,
      credentialId: Type.Optional(Type.Union([Type.String({ maxLength: 300 }), Type.Null()])),
      modelId: Type.Optional(Type.Union([Type.String({ maxLength: 300 }), Type.Null()])),
    }),
  },
  response: Generation,
  status: 201,
})

export const listGenerations = route({
  method: 'GET',
  path: '/api/projects/:id/generations',
  summary: 'The generations of a project, newest first',
  who: { project: 'document.read' },
  response: Type.Object({ generations: Type.Array(Generation) }),
})

export const readGeneration = route({
  method: 'GET',
  path: one,
  summary: 'A generation',
  who: { project: 'document.read' },
  response: Generation,
})

export const startGeneration = route({
  method: 'POST',
  path: `${one}/start`,
  summary: 'Approves the plan and carries it out, or resumes a generation that was stopped or failed',
  who: write,
  request: { body: Type.Object({ budgetUsd: Budget }) },
  response: Generation,
})

export const stopGeneration = route({
  method: 'POST',
  path: `${one}/stop`,
  summary: 'Stops the runs of a generation; what was made stays',
  who: write,
  response: Generation,
})

/** `page` is the page's key in the plan. */
export const decidePage = route({
  method: 'POST',
  path: `${one}/pages/:page`,
  summary: 'Adopts a page, discards it and takes its changes back, has it written again, or has its problems mended',
  who: write,
  request: { body: Type.Object({ decision: Type.Enum(['adopt', 'discard', 'retry', 'mend']) }) },
  response: Generation,
})

export const readFontSample = route({
  method: 'GET',
  path: '/api/projects/:id/fonts/sample',
  summary: 'A font of Google as WOFF2, to look at before the site keeps it',
  who: { project: 'document.read' },
  request: {
    query: Type.Object({
      family: Type.String({ minLength: 1, maxLength: 100 }),
      weight: Type.Optional(Type.String({ pattern: '^[1-9]00$' })),
    }),
  },
  bytes: 'font/woff2',
})

const Turned = Type.Object({
  generation: Generation,
  applied: Type.Integer(),
  kept: Type.Array(Kept),
})

export const undoGeneration = route({
  method: 'POST',
  path: `${one}/undo`,
  summary: 'Stops the generation and takes all its changes back; what others changed since stays',
  who: write,
  response: Turned,
})

export const redoGeneration = route({
  method: 'POST',
  path: `${one}/redo`,
  summary: 'Brings all changes of an undone generation back',
  who: write,
  response: Turned,
})
