import type { AnswerOf, readShownContent } from '@atelier/api'
import {
  type ContentView,
  isLoop,
  type LoopField,
  type LoopSource,
  loopsAround,
  type PageNode,
  type PageTree,
  page as pageEntry,
  showableFields,
  sourcesOf,
} from '@atelier/site'
import { useQuery } from '@tanstack/react-query'
import { shownModelsQuery } from '../../../api/content.ts'
import { useEditor, useEditorState, useSite } from '../session/context.ts'

type Models = Pick<AnswerOf<typeof readShownContent>, 'models' | 'locales'>

/** The collections as loops read them: what fields they have is known without their entries. */
export function withoutEntries({ models, locales }: Models): ContentView {
  return { models, locales, markdown: (text) => text, entries: () => [] }
}

/** The entry whose fields a node can show. */
export interface FieldsAround {
  /** As before the dot of a token. */
  name: 'currentEntry' | 'parentEntry'
  label: string
  fields: readonly LoopField[]
}

/** The entries whose fields a node can show: those of the two loops around it, or of its template. */
export function useFieldsAround(tree: PageTree, node: PageNode): FieldsAround[] {
  const { projectId } = useEditor()
  const site = useSite()
  const pageId = useEditorState((state) => state.documentId)
  const target = site && pageId !== undefined ? pageEntry(site.local.view, pageId)?.template?.target : undefined
  const models = target?.kind === 'postTypes' ? target.tableSlugs : []
  const isInside = models.length > 0 || isInLoop(tree, node)
  const { data } = useQuery({ ...shownModelsQuery(projectId), enabled: isInside })
  if (!isInside) return []
  const content = data && withoutEntries(data)
  const sources = sourcesOf(content ? { content } : {})
  const own = sources.filter((source) => source.table !== undefined && models.includes(source.table)).slice(0, 1)
  const around = [...loopsAround(tree, node, sources), ...own].filter((source) => source !== undefined)
  return around.slice(0, 2).map(
    (source: LoopSource, at): FieldsAround => ({
      name: at === 0 ? 'currentEntry' : 'parentEntry',
      label: source.label,
      fields: showableFields(source, content),
    }),
  )
}

function isInLoop(tree: PageTree, node: PageNode): boolean {
  for (let at = tree.node(node.parent); at; at = tree.node(at.parent)) if (isLoop(at)) return true
  return false
}
