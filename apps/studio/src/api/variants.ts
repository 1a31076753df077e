import { queryOptions } from '@tanstack/react-query'
import { type Static, Type } from 'typebox'
import { operated } from './operated.ts'

/** Variants of a section that are being made or wait for a choice. */
const SectionVariants = Type.Object({
  variantsId: Type.String(),
  pageId: Type.String(),
  nodeId: Type.String(),
  block: Type.String(),
  title: Type.String(),
  state: Type.String(),
  why: Type.Optional(Type.String()),
  names: Type.Array(Type.String()),
  askedAt: Type.Number(),
  sessionId: Type.String(),
  runId: Type.String(),
})
export type SectionVariants = Static<typeof SectionVariants>

/** How often one looks whether variants that are being written are ready. */
const LOOK_EVERY_MS = 700

export const variantsQuery = (id: string) =>
  queryOptions({
    queryKey: ['projects', id, 'variants'],
    queryFn: async () =>
      (await operated(id, 'generate.listVariants', {}, Type.Object({ variants: Type.Array(SectionVariants) })))
        .variants,
    staleTime: 0,
    refetchInterval: ({ state }) => state.data?.some((each) => each.state === 'making') && LOOK_EVERY_MS,
  })

/** A document that shows only one variant; without a number the section as it is. */
export const variantSampleQuery = (id: string, variantsId: string, variant: number | undefined) =>
  queryOptions({
    queryKey: ['projects', id, 'variants', variantsId, variant ?? 'present'],
    queryFn: async () =>
      (
        await operated(
          id,
          'generate.showVariant',
          { variantsId, ...(variant === undefined ? {} : { variant }) },
          Type.Object({ html: Type.String() }),
        )
      ).html,
    staleTime: 60_000,
    retry: false,
  })

export const makeVariants = (id: string, input: { pageId: string; section: string; wish: string }) =>
  operated(id, 'generate.makeVariants', input, SectionVariants)
