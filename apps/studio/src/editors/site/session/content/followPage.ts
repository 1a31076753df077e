import { readShownContent } from '@atelier/api'
import { call } from '@atelier/api/client'
import { sentence } from '../../../../api/client.ts'
import { nextContentChanges } from '../../../../api/content.ts'
import { followChanges } from '../../../../api/followContent.ts'
import type { AskedContent } from './pageContent.ts'
import { type SavedText, saveText, type TextToSave } from './saveText.ts'
import { type ShownContent, shownContent } from './shownContent.ts'

/** Reads what a page shows of the content, and reads it again whenever anybody changes the content. */
export function followPage({
  projectId,
  show,
  failed,
}: {
  projectId: string
  show(content: ShownContent | undefined): void
  failed(message: string): void
}) {
  let wanted: AskedContent | undefined
  let reading: Promise<void> | undefined
  let isOld = false
  let stopped = false
  let stopFollowing: (() => void) | undefined

  async function readUntilNew() {
    do {
      isOld = false
      const asked = wanted
      if (!asked) {
        show(undefined)
        return
      }
      const answer = await call(readShownContent, { params: { id: projectId }, body: asked })
      if (stopped) return
      // Another page is open meanwhile.
      if (asked !== wanted) isOld = true
      else if (!answer.ok) failed(sentence(answer.error))
      else {
        show(shownContent(answer.value))
        follow(answer.value.seq)
      }
    } while (isOld)
  }

  /** Ends once everything is shown that there was when it was called. */
  function again(): Promise<void> {
    isOld = true
    reading ??= readUntilNew().finally(() => {
      reading = undefined
    })
    return reading
  }

  function follow(seq: number) {
    stopFollowing ??= followChanges({
      after: seq,
      next: (after, signal) => nextContentChanges(projectId, after, signal),
      onChange: () => void again(),
    })
  }

  return {
    ask(asked: AskedContent | undefined) {
      wanted = asked
      if (!asked) {
        stopFollowing?.()
        stopFollowing = undefined
      }
      void again()
    },
    again,
    /** Writes the text of a field, and shows it before the server has answered. */
    save: (text: TextToSave): Promise<SavedText> => saveText(text, show),
    stop() {
      stopped = true
      stopFollowing?.()
    },
  }
}
