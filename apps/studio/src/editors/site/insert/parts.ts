import * as api from '@atelier/api'
import { call } from '@atelier/api/client'
import { queryOptions } from '@tanstack/react-query'
import { unwrap } from '../../../api/client.ts'
import type { SitePart } from './items.ts'

/** The CAD parts that a project's pages can show. */
export const partsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['projects', projectId, 'parts'],
    queryFn: ({ signal }) => unwrap(call(api.listParts, { params: { id: projectId } }, { signal })),
  })

/** Reads the parts of a project; none where they cannot be read. */
export async function readParts(projectId: string): Promise<SitePart[]> {
  const answer = await call(api.listParts, { params: { id: projectId } })
  return answer.ok ? answer.value.parts : []
}
