import type { BodyOf, readShownContent } from '@atelier/api'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { createStore, type Store } from '../../../../documents/store.ts'
import type { SaveField, TextToSave } from './saveText.ts'
import type { ShownContent } from './shownContent.ts'
import * as strings from './strings.ts'

/** The content that a page shows. */
export type AskedContent = NonNullable<BodyOf<typeof readShownContent>>

/** The entry that a template is shown with. */
const ChosenEntry = Type.Object({
  model: Type.String(),
  /** The one that was published or changed last if absent. */
  id: Type.Optional(Type.String()),
  locale: Type.Optional(Type.String()),
  /** The id of an open branch. */
  branch: Type.Optional(Type.String()),
})
export type ChosenEntry = Type.Static<typeof ChosenEntry>
const ChosenEntries = Type.Record(Type.String(), ChosenEntry)

/** The content that the open page shows, kept up to date. */
export interface PageContent {
  /** Undefined until it is known, and where the page shows none. */
  readonly shown: Store<ShownContent | undefined>
  /** By template; remembered as long as the tab is open. */
  readonly chosen: Store<Readonly<Record<string, ChosenEntry>>>
  /** Says what the page shows; undefined if it shows no content. */
  ask(asked: AskedContent | undefined): void
  choose(templateId: string, entry: ChosenEntry): void
  /** Writes a text into a field, as one step of undo. It is shown at once. */
  write(text: TextToSave): Promise<void>
  /** Ends once the server has answered all that was written. */
  settled(): Promise<void>
  stop(): void
}

export interface PageContentOptions {
  projectId: string
  /** Writes a field of an entry for this person, into a branch if one is given. */
  save: SaveField
  /** Puts what it changed on the stack of undo. */
  record(changeSetId: string | undefined): void
  problem: Store<{ message: string } | undefined>
  /** Keeps words that were typed into an entry that another user has deleted. */
  keepLost(words: string): void
  storage?: Storage
}

type Follower = ReturnType<typeof import('./followPage.ts').followPage>

/** Nothing is loaded before a page asks for content. */
export function createPageContent(options: PageContentOptions): PageContent {
  const { projectId, save, record, problem, keepLost, storage } = options
  const kept = storage ?? window.sessionStorage
  const key = `atelier.editor.${projectId}.entries`
  const shown = createStore<ShownContent | undefined>(undefined)
  const chosen = createStore<Readonly<Record<string, ChosenEntry>>>(readChosen(kept, key))
  let asked = ''
  let wanted: AskedContent | undefined
  let follower: Follower | undefined
  let stopped = false
  let written = Promise.resolve()

  const failed = (message: string) => problem.set({ message })

  async function begin() {
    const loaded = await import('./followPage.ts').catch(() => undefined)
    if (stopped) return
    if (!loaded) {
      asked = ''
      return failed(strings.editorPartNotLoaded)
    }
    follower ??= loaded.followPage({ projectId, save, show: shown.set, failed })
    follower.ask(wanted)
  }

  return {
    shown,
    chosen,
    ask(next) {
      const text = next === undefined ? '' : JSON.stringify(next)
      if (text === asked) return
      asked = text
      // The entry of another template is not shown in this one.
      const isOther = next?.entry?.model !== wanted?.entry?.model
      wanted = next
      if (isOther || !next) shown.set(undefined)
      if (follower) follower.ask(next)
      else if (next) void begin()
    },
    choose(templateId, entry) {
      chosen.update((before) => ({ ...before, [templateId]: entry }))
      kept.setItem(key, JSON.stringify(chosen.get()))
    },
    async write(text) {
      if (!follower || text.text === text.base) return
      const answered = Promise.withResolvers<void>()
      const before = written
      written = answered.promise
      await follower.save(text, ({ changeSetId, problem: why, lost }) => {
        record(changeSetId)
        if (why !== undefined) failed(why)
        if (lost !== undefined) keepLost(lost)
        void before.then(answered.resolve)
      })
    },
    settled: () => written,
    stop() {
      stopped = true
      follower?.stop()
    },
  }
}

function readChosen(storage: Storage, key: string): Readonly<Record<string, ChosenEntry>> {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? '{}')
    return Value.Check(ChosenEntries, value) ? value : {}
  } catch {
    return {}
  }
}
