import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { runOperation } from '../../api/projects.ts'
import type { EditorCommand } from './command.ts'
import type { FoundThing } from './foundPath.ts'
import { foundKind } from './foundStrings.ts'

const Found = Type.Object({
  matches: Type.Array(
    Type.Object({
      id: Type.String(),
      type: Type.String(),
      name: Type.String(),
      slug: Type.Optional(Type.String()),
      pageId: Type.Optional(Type.String()),
      pageName: Type.Optional(Type.String()),
      collectionSlug: Type.Optional(Type.String()),
      collectionName: Type.Optional(Type.String()),
      locale: Type.Optional(Type.String()),
    }),
  ),
})

/** The search begins when the typing rests for this long, in milliseconds, and with as many letters. */
const RESTS_MS = 120
const SHORTEST = 2
const MOST = 8

const icons: Readonly<Record<string, string>> = {
  page: 'file-text',
  section: 'rows-3',
  entry: 'pen-line',
  collection: 'database',
  image: 'layout-grid',
  menu: 'list',
}

/** The things of the project that fit the typed words, as lines of the palette that open them. */
export function useFoundThings(
  projectId: string,
  typed: string,
  open: (thing: FoundThing) => void,
): readonly EditorCommand[] {
  const words = useRested(typed.trim())
  const { data } = useQuery({
    queryKey: ['projects', projectId, 'found', words],
    queryFn: () => findThings(projectId, words),
    enabled: words.length >= SHORTEST,
    staleTime: 5_000,
    retry: false,
  })
  if (words.length < SHORTEST || typed.trim().length < SHORTEST) return []
  return (data ?? []).map((thing, at) => ({
    name: `found.${at}`,
    label: thing.name === '' ? thing.id : thing.name,
    note: foundKind(thing.type, thing.pageName ?? thing.collectionName ?? thing.collectionSlug, thing.locale),
    icon: icons[thing.type] ?? 'search',
    group: 'found',
    offered: () => true,
    run: () => open(thing),
  }))
}

/** An empty list if the search is refused: the commands are still there. */
async function findThings(projectId: string, query: string): Promise<readonly FoundThing[]> {
  const answer = await runOperation(projectId, 'cms.findResource', { query, limit: MOST })
  if (!answer.ok || !answer.value.ok) return []
  const { data } = answer.value
  return Value.Check(Found, data) ? data.matches : []
}

/** A value once it has stayed the same for a moment. */
function useRested(value: string): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), RESTS_MS)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
