import { useQueryClient } from '@tanstack/react-query'
import { sentence } from '../../api/client.ts'
import { contentKey } from '../../api/content.ts'
import { releasesQuery } from '../../api/projects.ts'
import { publishWithProgress } from '../../api/publish.ts'
import { useToast } from '../../ui/index.ts'
import { useContent } from '../session/context.ts'
import { settingsQuery } from '../session/reads.ts'
import * as strings from './strings.ts'

/** One message about what was published last, whatever it was. */
const MESSAGE = 'content-published'

/**
 * Says that entries are published. Where that does not go online by itself, the message puts it online with one press;
 * elsewhere it takes it back.
 */
export function usePutOnline(): (said: string, undo: (() => void) | undefined) => Promise<void> {
  const { project } = useContent()
  const { show } = useToast()
  const queries = useQueryClient()

  async function goesOnlineByHand(): Promise<boolean> {
    try {
      const [{ releases }, settings] = await Promise.all([
        queries.fetchQuery(releasesQuery(project.id)),
        // Only those who may change the settings read them.
        queries.fetchQuery({ ...settingsQuery(project.id), retry: false, staleTime: 60_000 }).catch(() => undefined),
      ])
      return releases.some(({ live }) => live) && settings?.release !== 'change'
    } catch {
      return false
    }
  }

  async function putOnline(): Promise<void> {
    show({ title: strings.goingOnline, id: MESSAGE })
    const answer = await publishWithProgress(project.id, { only: 'content', onProgress: () => undefined })
    show(
      answer.ok
        ? { title: answer.value.unchanged ? strings.nothingNew : strings.isOnline, tone: 'done', id: MESSAGE }
        : { title: sentence(answer.error), tone: 'danger', id: MESSAGE },
    )
    await queries.invalidateQueries({ queryKey: contentKey(project.id) })
  }

  return async (said, undo) => {
    const byHand = await goesOnlineByHand()
    show({
      title: said,
      tone: 'done',
      id: MESSAGE,
      ...(byHand
        ? { description: strings.notOnline, action: { label: strings.putOnline, onSelect: () => void putOnline() } }
        : undo
          ? { action: { label: strings.undo, onSelect: undo } }
          : {}),
    })
  }
}
