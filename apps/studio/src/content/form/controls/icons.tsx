import { useQuery } from '@tanstack/react-query'
import { callOperation } from '../../session/contentSession.ts'
import { useContent } from '../../session/context.ts'
import { searchIcons } from '../../session/handles.ts'
import styles from './Controls.module.css'

/** An icon: its set and name, as `lucide:truck`, and its picture. */
export interface FoundIcon {
  name: string
  svg: string
}

/** The icons that some words find, in outlines first; none while they are searched. */
export function useIcons(words: string, count: number): readonly FoundIcon[] {
  const { project } = useContent()
  const query = words.trim()
  const { data = [] } = useQuery({
    queryKey: ['icons', query, count],
    enabled: query !== '',
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
    async queryFn(): Promise<FoundIcon[]> {
      const queries = (['outline', 'solid'] as const).map((style) => ({ query, count, style }))
      const answer = await callOperation(project.id, searchIcons, { queries })
      if (!answer.ok) return []
      const all = answer.value.data.results.flatMap(({ icons }) => icons)
      return all.map(({ name, set, svg }) => ({ name: `${set}:${name}`, svg }))
    },
  })
  return query === '' ? [] : data
}

/** A picture in the colour of the text around it. It is loaded as a picture, so that nothing in it can run. */
export function IconPicture({ svg }: { svg: string }) {
  const url = `url("data:image/svg+xml,${encodeURIComponent(svg)}")`
  return <span className={styles.icon} style={{ maskImage: url }} />
}
