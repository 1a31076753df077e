import * as api from '@atelier/api'
import { call } from '@atelier/api/client'
import { queryOptions } from '@tanstack/react-query'
import { unwrap } from './client.ts'

export const generationQuery = (id: string, generationId: string) =>
  queryOptions({
    queryKey: ['projects', id, 'generations', generationId],
    queryFn: ({ signal }) => unwrap(call(api.readGeneration, { params: { id, generationId } }, { signal })),
  })

export const generationsQuery = (id: string) =>
  queryOptions({
    queryKey: ['projects', id, 'generations'],
    queryFn: ({ signal }) => unwrap(call(api.listGenerations, { params: { id } }, { signal })),
  })

export type NewGeneration = api.BodyOf<typeof api.createGeneration>

export const createGeneration = (id: string, body: NewGeneration) =>
  call(api.createGeneration, { params: { id }, body })

/** @param budgetUsd in dollars; the budget stays as it is without one */
export const startGeneration = (id: string, generationId: string, budgetUsd?: number) =>
  call(api.startGeneration, { params: { id, generationId }, body: { budgetUsd } })

export const stopGeneration = (id: string, generationId: string) =>
  call(api.stopGeneration, { params: { id, generationId } })

export type PageDecision = api.BodyOf<typeof api.decidePage>['decision']

/** @param page the key of a page in the plan */
export const decidePage = (id: string, generationId: string, page: string, decision: PageDecision) =>
  call(api.decidePage, { params: { id, generationId, page }, body: { decision } })

export const undoGeneration = (id: string, generationId: string) =>
  call(api.undoGeneration, { params: { id, generationId } })

export const redoGeneration = (id: string, generationId: string) =>
  call(api.redoGeneration, { params: { id, generationId } })

/** Where a font of Google is looked at before the site keeps it. */
export const fontSampleUrl = (id: string, family: string, weight: string): string =>
  api.addressOf(api.readFontSample, { params: { id }, query: { family, weight } })
