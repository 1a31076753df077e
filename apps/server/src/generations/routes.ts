import {
  createGeneration,
  decidePage,
  listGenerations,
  readFontSample,
  readGeneration,
  redoGeneration,
  startGeneration,
  stopGeneration,
  undoGeneration,
} from '@atelier/api'
import { Hono } from 'hono'
import type { ModelChoices } from '../ai/models/modelChoice.ts'
import type { Environment } from '../auth/environment.ts'
import { handOrigin } from '../auth/handOrigin.ts'
import type { FontSamples } from '../fonts/samples.ts'
import { notFound } from '../http/refusal.ts'
import { createMount, type MountServices } from '../workspaces/mount.ts'
import type { Generations } from './generations.ts'

interface GenerationServices extends MountServices {
  generations: Generations
  fontSamples: FontSamples
  choices: Pick<ModelChoices, 'checkCredential'>
}

/** Sites made from a prompt. */
export function generationRoutes(services: GenerationServices): Hono<Environment> {
  const { generations, choices } = services
  const routes = new Hono<Environment>()
  const mount = createMount(services)

  mount(routes, createGeneration, async ({ identity, access: { project }, body }) => {
    await choices.checkCredential(identity.workspaceId, body.credentialId)
    return generations.create(identity, project, body)
  })
  mount(routes, listGenerations, async ({ access: { project } }) => ({
    generations: await generations.list(project.id),
  }))
  mount(routes, readGeneration, async ({ access: { project }, params: { generationId } }) =>
    generations.refreshed(await generations.find(project.id, generationId)),
  )
  mount(routes, startGeneration, async ({ access: { project }, params: { generationId }, body: { budgetUsd } }) =>
    generations.start(await generations.find(project.id, generationId), budgetUsd),
  )
  mount(routes, stopGeneration, async ({ access: { project }, params: { generationId } }) =>
    generations.stop(await generations.find(project.id, generationId)),
  )
  mount(routes, decidePage, async ({ identity, access: { project, capabilities }, params, body }) =>
    generations.decidePage(await generations.find(project.id, params.generationId), params.page, body.decision, {
      origin: handOrigin(identity),
      capabilities,
    }),
  )
  mount(routes, undoGeneration, async ({ identity, access: { project, capabilities }, params }) =>
    generations.turn(await generations.find(project.id, params.generationId), 'undo', {
      origin: handOrigin(identity),
      capabilities,
    }),
  )
  mount(routes, redoGeneration, async ({ identity, access: { project, capabilities }, params }) =>
    generations.turn(await generations.find(project.id, params.generationId), 'redo', {
      origin: handOrigin(identity),
      capabilities,
    }),
  )
  mount(routes, readFontSample, async ({ query: { family, weight = '400' } }) => {
    const bytes = await services.fontSamples(family, weight)
    if (!bytes) throw notFound('font')
    return new Response(Buffer.from(bytes), {
      headers: { 'Content-Type': 'font/woff2', 'Cache-Control': 'private, max-age=86400' },
    })
  })
  return routes
}
