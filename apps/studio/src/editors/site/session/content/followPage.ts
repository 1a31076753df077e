import { readShownContent } from '@atelier/api'
import { call } from '@atelier/api/client'
import { errorMessage } from '@atelier/operation'
import { sentence } from '../../../../api/client.ts'
import { nextContentChanges } from '../../../../api/content.ts'
import { followChanges } from '../../../../api/followContent.ts'
import { retryDelay } from '../../../../api/savedText.ts'
import type { AskedContent } from './pageContent.ts'
import { type SavedText, type SaveField, saveText, type TextToSave } from './saveText.ts'
import { type ShownContent, shownContent, valueIn, withText } from './shownContent.ts'
import * as strings from './strings.ts'

/** How often a text is tried again after the page was left. */
const MAX_LATE_ATTEMPTS = 10

/** Reads what a page shows of the content, and reads it again whenever anybody changes the content. */
export function followPage({
  projectId,
  save,
  show,
  failed,
  sleep = wait,
}: {
  projectId: string
  save: SaveField
  show(content: ShownContent | undefined): void
  failed(message: string): void
  /** Resolves after some milliseconds. */
  sleep?(ms: number): Promise<void>
}) {
  let wanted: AskedContent | undefined
  let reading: Promise<void> | undefined
  let isOld = false
  let stopped = false
  let stopFollowing: (() => void) | undefined
  /** As the server has it. */
  let stored: ShownContent | undefined
  /** Texts that the server does not have yet: they are shown over what it has. */
  const waiting = new Set<TextToSave>()
  let writing: Promise<unknown> = Promise.resolve()

  const delay = (failures: number) => sleep(retryDelay(failures))

  function display() {
    if (stopped) return
    let shown = stored
    for (const { at, text, branch } of waiting) if (shown && shown.branch === branch) shown = withText(shown, at, text)
    show(shown)
  }

  async function readUntilNew() {
    let failures = 0
    do {
      isOld = false
      const asked = wanted
      if (!asked) {
        stored = undefined
        display()
        return
      }
      const answer = await call(readShownContent, { params: { id: projectId }, body: asked })
      if (stopped) return
      // Another page is open meanwhile.
      if (asked !== wanted) isOld = true
      else if (answer.ok) {
        failures = 0
        stored = shownContent(answer.value, asked.branch)
        display()
        follow(answer.value.seq)
      } else {
        if (failures === 0) failed(sentence(answer.error))
        if (answer.error.code === 'offline' || answer.error.status >= 500) {
          await delay(failures)
          if (stopped) return
          failures += 1
          isOld = true
        }
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

  async function write(text: TextToSave): Promise<SavedText> {
    let failures = 0
    return await saveText(text, {
      save,
      read: again,
      stored: () => (stored && stored.branch === text.branch ? valueIn(stored, text.at) : undefined),
      async waitForServer() {
        if (failures === 0) failed(strings.writtenLater(text.at.field.label))
        await delay(failures)
        failures += 1
        return !stopped || failures < MAX_LATE_ATTEMPTS
      },
    })
  }

  return {
    ask(asked: AskedContent | undefined) {
      // The entry of another template is not shown in this one.
      if (asked?.entry?.model !== wanted?.entry?.model) stored = undefined
      wanted = asked
      if (!asked) {
        stopFollowing?.()
        stopFollowing = undefined
      }
      void again()
    },
    /**
     * Writes the text of a field behind those before it. It is shown before the server has answered, and ends once what
     * the server has is shown.
     */
    async save(text: TextToSave, answered: (saved: SavedText) => void): Promise<void> {
      waiting.add(text)
      display()
      const written = writing.then(() => write(text))
      writing = written.catch(() => undefined)
      const saved = await written.catch((error: unknown): SavedText => {
        return { problem: errorMessage(error) }
      })
      answered(saved)
      if ((saved.problem ?? saved.lost) !== undefined && saved.changeSetId === undefined) {
        waiting.delete(text)
        display()
      }
      if (!stopped) await again()
      waiting.delete(text)
      display()
    },
    stop() {
      stopped = true
      stopFollowing?.()
    },
  }
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
