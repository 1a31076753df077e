import type { View } from '@atelier/documents'
import type { PageTree } from '@atelier/site'
import { useEffect, useMemo, useState } from 'react'
import { partName } from '../model/partName.ts'
import type { LayerRow } from '../model/rows.ts'

type Search = typeof import('../model/search.ts')

/** The lines that a query finds; undefined if nothing is looked for, or the code that searches is on its way. */
export function useFoundLayers(
  tree: PageTree | undefined,
  site: View | undefined,
  query: string | undefined,
): readonly LayerRow[] | undefined {
  const [search, setSearch] = useState<Search>()
  const isOpen = query !== undefined
  useEffect(() => {
    // Where its code cannot be had, the layers show as they are.
    if (isOpen) void import('../model/search.ts').then(setSearch, () => undefined)
  }, [isOpen])
  const index = useMemo(
    () => (tree && search && isOpen ? search.indexLayers(tree, (node) => partName(site, node)) : undefined),
    [tree, search, isOpen, site],
  )
  const isBlank = query === undefined || query.trim() === ''
  return useMemo(() => (isBlank ? undefined : index?.find(query)), [index, query, isBlank])
}
